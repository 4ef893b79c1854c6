internal import LayoutModel

/// The parts of a document that events changed.
struct TouchedParts {
    /// By their places in the document as it is.
    var views: Set<Int> = []
    var constraints: Set<Int> = []
    /// Of views and constraints alone.
    var isOfParts = true
    /// Where it is of parts: of constraints' constants alone.
    var isOfConstants = true
    /// More came or went than constraints.
    var isOfPlaces = false
    /// The constraints that went, by their places before all events, ascending.
    private(set) var gone: [Int] = []
    /// How many constraints came and are there, at the end.
    var came = 0

    /// A constraint goes.
    ///
    /// - Parameters:
    ///   - index: its place.
    ///   - count: how many constraints there are with it.
    mutating func removeConstraint(_ index: Int, of count: Int) {
        constraints = Set(constraints.compactMap { $0 == index ? nil : $0 < index ? $0 : $0 - 1 })
        if index >= count - came {
            came -= 1
            return
        }
        // Those that went before it moved it towards the beginning.
        var place = index
        var rank = 0
        while rank < gone.count, gone[rank] <= place {
            place += 1
            rank += 1
        }
        gone.insert(place, at: rank)
    }

    /// What led from a document to the one as it is; nil if more of it came or went than constraints.
    func change(from before: LayoutDocument) -> DocumentChange? {
        if isOfPlaces { return nil }
        let kept = before.constraints.count - gone.count
        return DocumentChange(
            from: before, views: views.sorted(), constraints: constraints.filter { $0 < kept }.sorted(),
            isOfConstants: isOfConstants && isOfParts && gone.isEmpty && came == 0, isOfParts: isOfParts, gone: gone, came: came)
    }
}
