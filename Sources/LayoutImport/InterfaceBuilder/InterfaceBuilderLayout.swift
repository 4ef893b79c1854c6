internal import ExactArithmetic
public import LayoutModel

/// A layout of an Interface Builder file, with what the file says of it beyond a document.
public struct InterfaceBuilderLayout: Sendable {
    public let document: LayoutDocument
    /// The canvas's own frames of the views that constraints place, by their index in the document.
    let stored: [StoredFrame]
    /// What was found without a solution.
    let findings: [SourceFinding]
    /// Where values come from that the file does not state.
    public let taken: [TakenValue]
    /// Views whose ambiguity is not to be told, and whether sizes alone are meant.
    let unverified: [Int: UnverifiedAmbiguity]
    /// The stack views.
    let stacks: Set<Int>
    /// The document has the canvas's size and direction, so that stored frames can be compared.
    let isOnCanvas: Bool

    struct StoredFrame: Sendable {
        var view: Int
        var frame: IBRect
    }

    enum UnverifiedAmbiguity: Sendable {
        case all, sizes
    }
}
