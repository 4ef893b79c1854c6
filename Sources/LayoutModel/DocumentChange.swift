/// The difference between a document and the one that it was edited from. Both have the same views in the same order, and added
/// constraints are at the end.
public struct DocumentChange: Sendable {
    public let before: LayoutDocument
    /// The views and constraints that may differ, ascending. Constraints are indices after the change, without the added ones.
    public let views: [Int]
    public let constraints: [Int]
    /// Whether the documents differ only in constants of these constraints.
    public let isOfConstants: Bool
    /// Whether the documents differ only in views and constraints, and not in the root's size or the direction.
    public let isOfParts: Bool
    /// The removed constraints, by their indices in `before`, ascending.
    public let gone: [Int]
    /// The number of added constraints, which are the last ones.
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

    /// A run of consecutive constraints that are equal in both documents.
    public struct Run: Sendable, Equatable {
        /// The indices of the run in the first document.
        public let before: Range<Int>
        /// The index of the run's first constraint in the second document.
        public let after: Int

        public init(before: Range<Int>, after: Int) {
            self.before = before
            self.after = after
        }
    }

    /// The unchanged constraints, in maximal runs, ascending.
    public var runs: [Run] { DocumentChange.runs(of: before.constraints.count, changed: constraints, gone: gone) }

    /// Returns the unchanged elements of a list, in maximal runs, ascending.
    ///
    /// - Parameters:
    ///   - count: the number of elements before the change.
    ///   - changed: the elements that may differ, ascending, by their indices after the change.
    ///   - gone: the removed elements, ascending, by their indices before the change.
    public static func runs(of count: Int, changed: [Int], gone: [Int] = []) -> [Run] {
        var runs: [Run] = []
        var (gone, changed) = (gone[...], changed[...])
        // The current index before the change, and the one after it.
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

    /// Returns whether the change starts from this document itself, not only from an equal one. The function compares the arrays'
    /// storage and not their elements.
    ///
    /// A document that was derived from this one by another size or direction shares its arrays.
    public func begins(at document: LayoutDocument) -> Bool {
        before.views.isStored(with: document.views) && before.constraints.isStored(with: document.constraints)
            && before.size == document.size && before.direction == document.direction
    }
}

extension Array {
    /// Returns whether two arrays share their storage, which implies that they are equal. Arrays with different storage may still
    /// be equal.
    public func isStored(with other: [Element]) -> Bool {
        withUnsafeBufferPointer { mine in
            other.withUnsafeBufferPointer { mine.count == $0.count && (mine.isEmpty || mine.baseAddress == $0.baseAddress) }
        }
    }
}
