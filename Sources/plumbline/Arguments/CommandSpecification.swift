/// An option of a command. The parser and the help read the same table.
struct OptionSpecification {
    /// The name with its dashes, such as `--port`.
    var name: String
    /// The placeholder for the value in the help, or nil for a flag.
    var value: String?
    var summary: String
    /// The default that the help names.
    var standard: String?
    /// Whether the option may occur several times.
    var isRepeatable: Bool

    init(_ name: String, _ value: String? = nil, _ summary: String, standard: String? = nil, isRepeatable: Bool = false) {
        self.name = name
        self.value = value
        self.summary = summary
        self.standard = standard
        self.isRepeatable = isRepeatable
    }
}

/// A command. The parser and the help read the same table.
struct CommandSpecification {
    var name: String
    /// The placeholder for the operands in the help, such as `FILE…`.
    var operands: String
    var summary: String
    /// Paragraphs that the help prints below the options.
    var discussion: [String]
    var options: [OptionSpecification]

    init(_ name: String, operands: String = "", summary: String, discussion: [String] = [], options: [OptionSpecification] = []) {
        self.name = name
        self.operands = operands
        self.summary = summary
        self.discussion = discussion
        self.options = options
    }
}
