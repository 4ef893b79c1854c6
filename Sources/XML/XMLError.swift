/// The reason and position of a failure to parse XML.
public struct XMLError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// Not well-formed, or in an unsupported encoding.
        case malformed
        /// A document type declaration: it could declare entities, which expand or read other files.
        case doctype
        /// A limit is exceeded.
        case tooLarge
    }

    public var reason: Reason
    /// The problem for people, without the position.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in characters.
    public var column: Int

    public init(_ reason: Reason, _ message: String, line: Int, column: Int) {
        self.reason = reason
        self.message = message
        self.line = line
        self.column = column
    }
}
