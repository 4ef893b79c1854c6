/// Why no message could be read from a text.
public struct ConsoleLogError: Error, Hashable {
    /// A stable word for programs.
    public var code: String
    /// What is wrong, for people.
    public var message: String
    /// The line that tells it best, from 1.
    public var line: Int?
    public var excerpt: String?
}
