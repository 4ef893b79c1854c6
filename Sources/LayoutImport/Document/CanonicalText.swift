internal import JSON
public import LayoutModel

/// A document's canonical text, and where its parts stand.
public struct CanonicalText: Sendable {
    public internal(set) var document: LayoutDocument
    public internal(set) var bytes: [UInt8]
    /// Where the list begins, then where each of its views (constraints) ends; one that is not written, where the one before does.
    var viewEnds: [Int]
    var constraintEnds: [Int]

    /// Parts name views by their ids.
    func hasNames(of other: LayoutDocument) -> Bool {
        guard document.isFragment == other.isFragment else { return false }
        if document.views.isStored(with: other.views) { return true }
        return document.views.count == other.views.count && document.views.indices.allSatisfy { document.views[$0].id == other.views[$0].id }
    }
}
