/// Why a source is not a layout, and where in it.
public struct ImportError: Error, Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The source breaks the syntax of its own format.
        case malformed
        /// Well-formed, but it breaks a rule of documents.
        case invalid
        /// Beyond a limit.
        case tooLarge
        /// A kind of source that is not read.
        case unsupported
    }

    public var kind: Kind
    /// A short constant word for programs: `duplicate-key`, `unknown-item`.
    public var code: String
    /// What is wrong and what was expected, for people, without the place.
    public var message: String
    /// JSON Pointer of the place, in JSON sources.
    public var pointer: String?
    /// The line of a JSON source in which the entry begins that the pointer leads into, where somebody asked for it.
    public var entryLine: Int?
    /// Line in the source, from 1.
    public var line: Int?
    /// Column in that line, from 1; for an equation within JSON the column in the equation's own text.
    public var column: Int?
    /// The line at fault and below it a caret under the column.
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
    /// The text, shortened in its middle where it quotes something of excessive length.
    var clipped: String {
        guard utf8.count > 600 else { return self }
        return "\(String(unicodeScalars.prefix(200))) … \(String(unicodeScalars.suffix(100)))"
    }
}

extension ImportError {
    /// The error of a JSON source with the line of the entry that it is about.
    public func located(inJSON bytes: [UInt8]) -> ImportError {
        guard let pointer, line == nil else { return self }
        var error = self
        error.entryLine = ElementPlaces(json: bytes).element(at: pointer)?.line
        return error
    }
}

extension ImportError: CustomStringConvertible {
    /// Place, message and excerpt as a person likes to read them.
    public var description: String {
        var place: [String] = []
        if let pointer { place.append((pointer.isEmpty ? "the document" : pointer) + (entryLine.map { " (line \($0))" } ?? "")) }
        if let line { place.append("line \(line)") }
        if let column { place.append("column \(column)") }
        let head = place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
        return excerpt.map { head + "\n" + $0 } ?? head
    }
}
