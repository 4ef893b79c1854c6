internal import LayoutModel

/// The parts of a document that events changed.
struct ChangeRecorder {
    /// By index in the present document.
    var views: Set<Int> = []
    var constraints: Set<Int> = []
    /// Whether only views and constraints changed.
    var isOfParts = true
    /// Whether, of these, only constants of constraints changed.
    var isOfConstants = true
    /// Whether more than constraints were added or removed.
    var isOfPlaces = false
    /// The removed constraints, by index before all events, ascending.
    private(set) var gone: [Int] = []
    /// The number of added constraints that are still present, at the end.
    var came = 0

    /// Notes a removed constraint.
    ///
    /// - Parameters:
    ///   - index: its index.
    ///   - count: the number of constraints including it.
    mutating func removeConstraint(_ index: Int, of count: Int) {
        constraints = Set(constraints.compactMap { $0 == index ? nil : $0 < index ? $0 : $0 - 1 })
        if index >= count - came {
            came -= 1
            return
        }
        // Constraints removed before it shifted its index.
        var place = index
        var rank = 0
        while rank < gone.count, gone[rank] <= place {
            place += 1
            rank += 1
        }
        gone.insert(place, at: rank)
    }

    /// Returns the change from a document to the present one, or nil if more than constraints were added or removed.
    func change(from before: LayoutDocument) -> DocumentChange? {
        if isOfPlaces { return nil }
        let kept = before.constraints.count - gone.count
        return DocumentChange(
            from: before, views: views.sorted(), constraints: constraints.filter { $0 < kept }.sorted(),
            isOfConstants: isOfConstants && isOfParts && gone.isEmpty && came == 0, isOfParts: isOfParts, gone: gone, came: came)
    }
}
