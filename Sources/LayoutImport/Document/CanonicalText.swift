internal import JSON
public import LayoutModel

/// A document's canonical text, with the positions of its parts.
public struct CanonicalText: Sendable {
    public internal(set) var document: LayoutDocument
    public internal(set) var bytes: [UInt8]
    /// The beginning of the list, then the end of each view (constraint). For one that is not written, it is the end of the
    /// previous one.
    var viewEnds: [Int]
    var constraintEnds: [Int]

    /// Returns whether two documents have the same view ids, which parts refer to.
    func hasNames(of other: LayoutDocument) -> Bool {
        guard document.isFragment == other.isFragment, (document.capture == nil) == (other.capture == nil) else { return false }
        if document.views.isStored(with: other.views) { return true }
        return document.views.count == other.views.count && document.views.indices.allSatisfy { document.views[$0].id == other.views[$0].id }
    }
}
