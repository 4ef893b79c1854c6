public import LayoutModel

extension LayoutDocument {
    /// About how many terms the rows of the constraints have together.
    ///
    /// The row of a location names every view on the way to the other item, so in deep hierarchies a few thousand constraints
    /// can have millions.
    public var termCount: Int {
        let hierarchy = Hierarchy(views)
        var count = 0
        for constraint in constraints where constraint.isActive {
            count += 2
            guard let second = constraint.second, constraint.first.attribute.kind != .size else { continue }
            count += hierarchy.distance(constraint.first.item, second.item)
        }
        return count
    }
}
