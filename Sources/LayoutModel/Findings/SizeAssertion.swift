/// At which sizes of the root an assertion does not hold; those of conflicting and ambiguous regions aside, where no layout is decided.
public struct SizeAssertion: Sendable, Hashable {
    public var dimension: SizeDimension
    /// Its place among the document's assertions followed by those that were asked for besides.
    public var index: Int
    /// As it is written, its metrics as numbers.
    public var text: String
    /// In ascending order, apart from each other.
    public var fails: [SizeSpan]
    /// The layout at the first of these, by view.
    public var frames: [LayoutFrame]

    public init(dimension: SizeDimension, index: Int, text: String, fails: [SizeSpan], frames: [LayoutFrame]) {
        self.dimension = dimension
        self.index = index
        self.text = text
        self.fails = fails
        self.frames = frames
    }
}
