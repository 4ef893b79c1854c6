/// Why bytes are no XML that is read, and where.
public struct XMLError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// Not well-formed, or in an encoding that is not read.
        case malformed
        /// A document type declaration: it could declare entities, which grow or read other files.
        case doctype
        /// Deeper, longer or more of something than allowed.
        case tooLarge
    }

    public var reason: Reason
    /// What is wrong, for people, without the place.
    public var message: String
    /// From 1.
    public var line: Int
    /// From 1, in characters.
    public var column: Int

    public init(_ reason: Reason, _ message: String, line: Int, column: Int) {
        self.reason = reason
        self.message = message
        self.line = line
        self.column = column
    }
}
