public import ExactArithmetic

/// What a rule found in a layout, before it has a place in a file.
public struct LintFinding: Sendable, Hashable {
    /// A row that the finding rests on, and how often it is taken in the proof.
    public struct Part: Sendable, Hashable {
        public var row: String
        /// nil where the row only takes part.
        public var factor: Rational?

        public init(row: String, factor: Rational? = nil) {
            self.row = row
            self.factor = factor
        }
    }

    public var rule: Rule
    /// The views that it is about, by their index, the one at fault first.
    public var views: [Int]
    /// The constraint that it is about, by its index.
    public var constraint: Int?
    /// One sentence.
    public var message: String
    /// What would mend it, as instructions.
    public var remedies: [String]
    public var parts: [Part]
    /// What it is about in words that stay the same when lines move and constraints are numbered anew.
    public var subject: [String]

    public init(
        _ rule: Rule, views: [Int] = [], constraint: Int? = nil, _ message: String, remedies: [String] = [], parts: [Part] = [], subject: [String]
    ) {
        self.rule = rule
        self.views = views
        self.constraint = constraint
        self.message = message
        self.remedies = remedies
        self.parts = parts
        self.subject = subject
    }
}
