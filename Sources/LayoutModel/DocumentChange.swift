/// Where a document differs from the one that it was made of: no view came, went or changed its place, and constraints came at the end alone.
public struct DocumentChange: Sendable {
    public let before: LayoutDocument
    /// The views and constraints that may differ, ascending; constraints by their places afterwards, and without those that came.
    public let views: [Int]
    public let constraints: [Int]
    /// Nothing differs but constants of these constraints.
    public let isOfConstants: Bool
    /// Nothing but views and constraints may differ: neither the root's size nor the direction.
    public let isOfParts: Bool
    /// The constraints that went, by their places before, ascending.
    public let gone: [Int]
    /// How many constraints came: the last of the list.
    public let came: Int

    public init(
        from before: LayoutDocument, views: [Int], constraints: [Int], isOfConstants: Bool, isOfParts: Bool = true, gone: [Int] = [], came: Int = 0
    ) {
        self.before = before
        self.views = views
        self.constraints = constraints
        self.isOfConstants = isOfConstants
        self.isOfParts = isOfParts
        self.gone = gone
        self.came = came
    }

    /// Constraints one after another that are in both documents and the same.
    public struct Run: Sendable, Equatable {
        /// Their places before.
        public let before: Range<Int>
        /// The place of the first of them afterwards.
        public let after: Int

        public init(before: Range<Int>, after: Int) {
            self.before = before
            self.after = after
        }
    }

    /// The constraints that are the same, in runs as long as can be, ascending.
    public var runs: [Run] { DocumentChange.runs(of: before.constraints.count, changed: constraints, gone: gone) }

    /// The parts of a list that are the same afterwards, in runs as long as can be, ascending.
    ///
    /// - Parameters:
    ///   - count: how many parts there were.
    ///   - changed: those that may differ, ascending, by their places afterwards.
    ///   - gone: those that went, ascending, by their places before.
    public static func runs(of count: Int, changed: [Int], gone: [Int] = []) -> [Run] {
        var runs: [Run] = []
        var (gone, changed) = (gone[...], changed[...])
        // The places that were reached.
        var (place, next) = (0, 0)
        while place < count {
            if gone.first == place {
                gone.removeFirst()
                place += 1
            } else if changed.first == next {
                changed.removeFirst()
                place += 1
                next += 1
            } else {
                let end = min(count, gone.first ?? count, changed.first.map { place + $0 - next } ?? count)
                runs.append(Run(before: place..<end, after: next))
                next += end - place
                place = end
            }
        }
        return runs
    }

    /// The change begins at this very document, not only at one like it: found without looking at its parts.
    ///
    /// A document that was made of it by another size or direction alone shares its lists.
    public func begins(at document: LayoutDocument) -> Bool {
        before.views.isStored(with: document.views) && before.constraints.isStored(with: document.constraints)
            && before.size == document.size && before.direction == document.direction
    }
}

extension Array {
    /// Shares its storage with another list, so both have the same elements; false does not tell that these differ.
    public func isStored(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { mine.count == $0.count && (mine.isEmpty || mine.baseAddress == $0.baseAddress) }
        }
    }
}
