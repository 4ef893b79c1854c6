/// What the tables of names tell: which views have an accessibility name, and at what address they are.
struct AccessibilityNames {
    /// The same for all ways to print a view.
    enum Key: Hashable {
        case address(UInt64)
        case name(String)

        var text: String {
            switch self {
            case .address(let address): "0x" + String(address, radix: 16)
            case .name(let name): name
            }
        }
    }

    /// The addresses of each name, in the order in which tables hold them: several views may have one name.
    private var addresses: [String: [UInt64]] = [:]
    private var names: [UInt64: String] = [:]

    init(_ constraints: [PrintedConstraint]) {
        for constraint in constraints { add(constraint) }
    }

    mutating func add(_ constraint: PrintedConstraint) {
        for item in constraint.names {
            guard let address = item.address else { continue }
            if addresses[item.name]?.contains(address) != true { addresses[item.name, default: []].append(address) }
            if names[address] == nil { names[address] = item.name }
        }
    }

    func name(ofAddress address: UInt64) -> String? { names[address] }

    /// A view's address if it is known, else its name; nil if several views have the name and nothing tells which one is meant.
    func key(of item: PrintedItem) -> Key? {
        if let address = item.address { return .address(address) }
        guard let known = addresses[item.name] else { return .name(item.name) }
        return known.count == 1 ? .address(known[0]) : nil
    }
}
