/// At which sizes of the root an assertion does not hold; those of conflicting and ambiguous regions aside, where no layout is decided.
public struct SizeAssertion: Sendable, Hashable {
    public var axis: Axis
    /// Its place among the document's assertions followed by those that were asked for besides.
    public var index: Int
    /// In ascending order, apart from each other.
    public var fails: [SizeSpan]

    public init(axis: Axis, index: Int, fails: [SizeSpan]) {
        self.axis = axis
        self.index = index
        self.fails = fails
    }
}
