/// Where a document differs from the one that it was made of: no view and no constraint came, went or changed its place.
public struct DocumentChange: Sendable {
    public let before: LayoutDocument
    /// The views and constraints that may differ, ascending.
    public let views: [Int]
    public let constraints: [Int]
    /// Nothing differs but constants of these constraints.
    public let isOfConstants: Bool

    public init(from before: LayoutDocument, views: [Int], constraints: [Int], isOfConstants: Bool) {
        self.before = before
        self.views = views
        self.constraints = constraints
        self.isOfConstants = isOfConstants
    }

    /// The change begins at this very document, not only at one like it: found without looking at its parts.
    public func begins(at document: LayoutDocument) -> Bool {
        before.views.isStored(with: document.views) && before.constraints.isStored(with: document.constraints)
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
