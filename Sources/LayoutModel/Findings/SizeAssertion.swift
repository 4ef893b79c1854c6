/// The sizes of the root at which an assertion fails, without those in conflicting and ambiguous regions, where the layout is not
/// determined.
public struct SizeAssertion: Sendable, Hashable {
    public var dimension: SizeDimension
    /// The index among the document's assertions followed by the additional ones.
    public var index: Int
    /// The assertion as written, with metrics as numbers.
    public var text: String
    /// Disjoint spans in ascending order.
    public var fails: [SizeSpan]
    /// The layout at the first of these sizes, by view.
    public var frames: [LayoutFrame]

    public init(dimension: SizeDimension, index: Int, text: String, fails: [SizeSpan], frames: [LayoutFrame]) {
        self.dimension = dimension
        self.index = index
        self.text = text
        self.fails = fails
        self.frames = frames
    }
}
