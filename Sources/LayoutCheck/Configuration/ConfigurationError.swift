/// An error in a configuration or a baseline, with its place.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    public var file: String
    public var line: Int?
    public var column: Int?
    public var message: String

    public init(file: String, line: Int? = nil, column: Int? = nil, _ message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The error as text, such as `.plumbline.json:3:5: unknown key "rule"`.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + message
    }
}
