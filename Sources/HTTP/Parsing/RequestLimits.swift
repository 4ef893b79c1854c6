/// What one request may cost before it is understood. Every figure is the largest that is accepted.
public struct RequestLimits: Hashable, Sendable {
    /// Bytes of the request line without its line end; more is 414.
    public var requestLineBytes: Int
    /// Bytes of the method; more is 501, since no method is that long.
    public var methodBytes: Int
    /// Bytes of all field lines with their line ends, and again of all trailer lines; more is 431.
    public var headerSectionBytes: Int
    /// Field lines, and again trailer lines; more is 431.
    public var fieldCount: Int
    /// Bytes of the body without its framing; more is 413.
    public var bodyBytes: Int
    /// Bytes of one chunk's size line without its line end; more is 400.
    public var chunkLineBytes: Int
    /// Bytes of all chunk extensions of one body, which carry nothing that is used; more is 400.
    public var chunkExtensionBytes: Int
    /// Empty lines before a request line; more is 400.
    public var leadingEmptyLines: Int

    public init(
        requestLineBytes: Int = 8 << 10, methodBytes: Int = 32, headerSectionBytes: Int = 16 << 10, fieldCount: Int = 200,
        bodyBytes: Int = 16 << 20, chunkLineBytes: Int = 1 << 10, chunkExtensionBytes: Int = 16 << 10, leadingEmptyLines: Int = 4
    ) {
        self.requestLineBytes = requestLineBytes
        self.methodBytes = methodBytes
        self.headerSectionBytes = headerSectionBytes
        self.fieldCount = fieldCount
        self.bodyBytes = bodyBytes
        self.chunkLineBytes = chunkLineBytes
        self.chunkExtensionBytes = chunkExtensionBytes
        self.leadingEmptyLines = leadingEmptyLines
    }
}
