/// The accessibility names of views and their addresses, from the tables of names.
struct AccessibilityNames {
    /// A key that is the same however a view is printed.
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

    /// The addresses of each name, in the order of the tables. Several views may have one name.
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

    /// Returns a view's address if known, else its name. Returns nil if several views have the name and it is ambiguous.
    func key(of item: PrintedItem) -> Key? {
        if let address = item.address { return .address(address) }
        guard let known = addresses[item.name] else { return .name(item.name) }
        return known.count == 1 ? .address(known[0]) : nil
    }
}
