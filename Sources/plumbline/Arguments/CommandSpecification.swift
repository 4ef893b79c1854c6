/// An option of a command: what the parser takes and what the help says.
struct OptionSpecification {
    /// With its dashes: `--port`.
    var name: String
    /// What stands for the value in the help; nil for a flag.
    var value: String?
    var summary: String
    /// What holds without the option, for the help.
    var standard: String?
    /// May be given several times.
    var isRepeatable: Bool

    init(_ name: String, _ value: String? = nil, _ summary: String, standard: String? = nil, isRepeatable: Bool = false) {
        self.name = name
        self.value = value
        self.summary = summary
        self.standard = standard
        self.isRepeatable = isRepeatable
    }
}

/// A command: what the parser takes and what the help says.
struct CommandSpecification {
    var name: String
    /// What stands for the operands in the help: `FILE…`.
    var operands: String
    var summary: String
    /// Whole sentences below the options.
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
