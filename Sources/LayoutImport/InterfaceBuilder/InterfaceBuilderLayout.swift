internal import ExactArithmetic
public import LayoutModel

/// A layout of an Interface Builder file, with its properties beyond a document.
public struct InterfaceBuilderLayout: Sendable {
    public let document: LayoutDocument
    /// The canvas' frames of the views that constraints position, by their index in the document.
    let stored: [StoredFrame]
    /// The findings that need no solution.
    let findings: [SourceFinding]
    /// The origins of values that the file does not state.
    public let taken: [TakenValue]
    /// Views whose ambiguity is not reported, for all attributes or only for sizes.
    let unverified: [Int: UnverifiedAmbiguity]
    /// The stack views.
    let stacks: Set<Int>
    /// Whether the canvas marks what a stack view of ambiguous position arranges, as that of Xcode 7 does.
    let marksArrangedViews: Bool
    /// Whether the document has the canvas' size and direction, so that stored frames can be compared.
    var isOnCanvas: Bool
    /// The composed classes of which the file contains views.
    let composed: Set<String>
    public internal(set) var links = SceneLinks()

    struct StoredFrame: Sendable {
        var view: Int
        var frame: IBRect
        /// Whether the file itself states that the frame does not match the constraints.
        var isMisplaced = false
        /// Whether its alignment rectangle is unknown, for example for a symbol.
        var isLoose = false
    }

    enum UnverifiedAmbiguity: Sendable {
        case all, sizes
    }
}
