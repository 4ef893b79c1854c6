/// An error that prevents a source from being read as a layout, with its place.
public struct ImportError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The source violates the syntax of its format.
        case malformed
        /// The source is well-formed but violates a rule of documents.
        case invalid
        /// A limit is exceeded.
        case tooLarge
        /// The kind of source is not supported.
        case unsupported
    }

    public var kind: Kind
    /// A short code for programs: `duplicate-key`, `unknown-item`.
    public var code: String
    /// The error and what was expected, for people, without the place.
    public var message: String
    /// The JSON Pointer of the place, in JSON sources.
    public var pointer: String?
    /// The line at which the pointer's entry begins, in a JSON source, if requested.
    public var entryLine: Int?
    /// The line in the source, from 1.
    public var line: Int?
    /// The column in that line, from 1. For an equation within JSON, the column in the equation's own text.
    public var column: Int?
    /// The line at fault with a caret below the column.
    public var excerpt: String?

    public init(
        _ kind: Kind, code: String, _ message: String, pointer: String? = nil, line: Int? = nil, column: Int? = nil, excerpt: String? = nil
    ) {
        self.kind = kind
        self.code = code
        self.message = message.clipped
        self.pointer = pointer
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension String {
    /// The text with its middle removed if it quotes something very long.
    var clipped: String {
        guard utf8.count > 600 else { return self }
        return "\(String(unicodeScalars.prefix(200))) … \(String(unicodeScalars.suffix(100)))"
    }
}

extension ImportError {
    /// Returns the error of a JSON source with the line of its entry.
    public func located(inJSON bytes: [UInt8]) -> ImportError {
        guard let pointer, line == nil else { return self }
        var error = self
        error.entryLine = ElementPlaces(json: bytes).element(at: pointer)?.line
        return error
    }
}

extension ImportError: CustomStringConvertible {
    /// Place, message and excerpt as readable text.
    public var description: String {
        var place: [String] = []
        if let pointer { place.append((pointer.isEmpty ? "the document" : pointer) + (entryLine.map { " (line \($0))" } ?? "")) }
        if let line { place.append("line \(line)") }
        if let column { place.append("column \(column)") }
        let head = place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
        return excerpt.map { head + "\n" + $0 } ?? head
    }
}
