/// What is wrong with a configuration or a baseline, and where.
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

    /// `.plumbline.json:3:5: unknown key "rule"`
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + message
    }
}
