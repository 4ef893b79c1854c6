/// How large a document may be.
public struct XMLLimits: Sendable, Hashable {
    /// How deep elements may be nested.
    public var depth: Int
    /// Elements of the document.
    public var elements: Int
    /// Attributes of one element.
    public var attributes: Int
    /// Bytes of text and of attribute values together, as UTF-8.
    public var text: Int

    public init(depth: Int = 512, elements: Int = 2_000_000, attributes: Int = 512, text: Int = 64 << 20) {
        self.depth = depth
        self.elements = elements
        self.attributes = attributes
        self.text = text
    }
}
