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

    private var addresses: [String: UInt64] = [:]
    private var names: [UInt64: String] = [:]

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

    func name(ofAddress address: UInt64) -> String? { names[address] }

    /// A view's address where it is known, else its name.
    func key(of item: PrintedItem) -> Key {
        if let address = item.address ?? addresses[item.name] { return .address(address) }
        return .name(item.name)
    }
}
