/// What the tables of names tell: which views have an accessibility name, and at what address they are.
struct AccessibilityNames {
    private var addresses: [String: String] = [:]
    private var names: [String: String] = [:]

    init(_ constraints: [PrintedConstraint]) {
        for constraint in constraints { add(constraint) }
    }

    mutating func add(_ constraint: PrintedConstraint) {
        for item in constraint.names {
            guard let address = item.address else { continue }
            if addresses[item.name] == nil { addresses[item.name] = address }
            if names[address] == nil { names[address] = item.name }
        }
    }

    func name(ofAddress address: String) -> String? { names[address] }

    /// The same for all ways to print a view: its address where it is known, else its name.
    func key(of item: PrintedItem) -> String {
        item.address ?? addresses[item.name] ?? item.name
    }
}
