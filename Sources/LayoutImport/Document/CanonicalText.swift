internal import JSON
public import LayoutModel

/// A document's canonical text, and where its parts stand.
public struct CanonicalText: Sendable {
    public let document: LayoutDocument
    public let bytes: [UInt8]
    /// Where the list begins, then where each of its views (constraints) ends; one that is not written, where the one before does.
    let viewEnds: [Int]
    let constraintEnds: [Int]

    /// Parts name views by their ids.
    func hasNames(of other: LayoutDocument) -> Bool {
        document.views.count == other.views.count && document.isFragment == other.isFragment
            && document.views.indices.allSatisfy { document.views[$0].id == other.views[$0].id }
    }

    /// The place of a part, without the comma before it.
    static func part(_ index: Int, _ ends: [Int], _ bytes: [UInt8]) -> Range<Int> {
        let start = ends[index]
        return (start < ends[index + 1] && bytes[start] == UInt8(ascii: ",") ? start + 1 : start)..<ends[index + 1]
    }
}
