// The length of names, which a report repeats.

extension LayoutDocument {
    /// The bytes of names that are longer than ordinary ones: of each view and constraint, and again of the views that a constraint names.
    public var longNameBytes: Int {
        views.reduce(0) { $0 + LayoutDocument.long($1.id) } + constraints.reduce(0) { $0 + longNameBytes(of: $1) }
    }

    /// The same of one constraint.
    public func longNameBytes(of constraint: LayoutConstraint) -> Int {
        var bytes = LayoutDocument.long(constraint.id) + LayoutDocument.long(views[constraint.first.item].id)
        if let second = constraint.second { bytes += LayoutDocument.long(views[second.item].id) }
        if let identifier = constraint.identifier, identifier != constraint.id { bytes += LayoutDocument.long(identifier) }
        return bytes
    }

    /// Returns the length of a name in bytes; 0 for one of ordinary length.
    public static func long(_ name: String) -> Int {
        let count = name.utf8.count
        return count > String.ordinaryNameBytes ? count : 0
    }
}
