/// The limits of one request. Every value is the largest that is accepted.
public struct RequestLimits: Hashable, Sendable {
    /// The length of the request line in bytes without its line end; more is 414.
    public var requestLineBytes: Int
    /// The length of the method in bytes; more is 501, as no method is that long.
    public var methodBytes: Int
    /// The bytes of all field lines with their line ends, and again of all trailer lines; more is 431.
    public var headerSectionBytes: Int
    /// The number of field lines, and again of trailer lines; more is 431.
    public var fieldCount: Int
    /// The length of the body in bytes without its framing; more is 413.
    public var bodyBytes: Int
    /// The length of a chunk's size line in bytes without its line end; more is 400.
    public var chunkLineBytes: Int
    /// The bytes of all chunk extensions of one body, which are ignored; more is 400.
    public var chunkExtensionBytes: Int
    /// The number of empty lines before a request line; more is 400.
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
