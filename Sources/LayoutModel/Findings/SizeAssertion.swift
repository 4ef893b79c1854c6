/// At which sizes of the root an assertion does not hold; those of conflicting and ambiguous regions aside, where no layout is decided.
public struct SizeAssertion: Sendable, Hashable {
    public var dimension: SizeDimension
    /// Its place among the document's assertions followed by those that were asked for besides.
    public var index: Int
    /// In ascending order, apart from each other.
    public var fails: [SizeSpan]

    public init(dimension: SizeDimension, index: Int, fails: [SizeSpan]) {
        self.dimension = dimension
        self.index = index
        self.fails = fails
    }
}
