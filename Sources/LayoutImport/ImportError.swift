internal import JSON
internal import LayoutModel

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
    /// The line in the source, from 1.
    public var line: Int?
    /// The column in that line, from 1. For an equation within JSON, the column in the equation's own text, unless the error is
    /// located.
    public var column: Int?
    /// The line at fault with a caret below the column.
    public var excerpt: String?

    public init(
        _ kind: Kind, code: String, _ message: String, pointer: String? = nil, line: Int? = nil, column: Int? = nil, excerpt: String? = nil
    ) {
        self.kind = kind
        self.code = code
        self.message = message.shortenedMessage
        self.pointer = pointer
        self.line = line
        self.column = column
        self.excerpt = excerpt
    }
}

extension ImportError {
    static let endedCode = "ended"

    /// Whether reading ended because nobody waits for its result, which says nothing about the source.
    public var isEnded: Bool { code == ImportError.endedCode }

    /// Returns the error of a JSON source with the line and column of its value in the source.
    public func located(inJSON bytes: [UInt8]) -> ImportError {
        guard let pointer, line == nil, (try? JSONDocument(parsing: bytes)) != nil, let value = ImportError.place(of: pointer, in: bytes) else {
            return self
        }
        var error = self
        error.line = value.line
        error.column = value.column
        let text = bytes.dropFirst(value.offset)
        // The characters of an equation are those of its text in JSON up to the first escape.
        if let column, text.first == UInt8(ascii: "\""), let quoted = Excerpt.prefix(of: text.dropFirst(), count: column - 1),
            !quoted.contains(UInt8(ascii: "\\"))
        {
            error.column = value.column + column
        }
        if excerpt == nil { error.excerpt = Excerpt(of: bytes, at: value.offset).text }
        return error
    }

    /// Returns the place of a JSON Pointer's value, or of the innermost value around it that exists.
    private static func place(of pointer: String, in bytes: [UInt8]) -> (line: Int, column: Int, offset: Int)? {
        let places = JSONPlaces(bytes)
        var parts = pointer.split(separator: "/", omittingEmptySubsequences: false)
        while !parts.isEmpty {
            let outer = parts.joined(separator: "/")
            if let offset = places.offset(of: outer), let place = places[outer] { return (place.line, place.column, offset) }
            parts.removeLast()
        }
        return nil
    }

    /// The message, with the JSON Pointer of its place.
    public var sentence: String {
        guard let pointer, !pointer.isEmpty else { return message }
        return "\(message) (at \(pointer))"
    }
}

extension ImportError: CustomStringConvertible {
    /// Place, message and excerpt as readable text.
    public var description: String {
        var place: [String] = []
        if let pointer { place.append(pointer.isEmpty ? "the document" : pointer) }
        if let line { place.append("line \(line)") }
        if let column { place.append("column \(column)") }
        let head = place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
        return excerpt.map { head + "\n" + $0 } ?? head
    }
}
