/// The limits of a document.
public struct XMLLimits: Sendable, Hashable {
    /// The greatest depth of elements.
    public var depth: Int
    /// The maximum number of elements of the document.
    public var elements: Int
    /// The maximum number of attributes of one element.
    public var attributes: Int
    /// The maximum number of bytes of text and attribute values together, as UTF-8.
    public var text: Int

    public init(depth: Int = 512, elements: Int = 2_000_000, attributes: Int = 512, text: Int = 64 << 20) {
        self.depth = depth
        self.elements = elements
        self.attributes = attributes
        self.text = text
    }
}
