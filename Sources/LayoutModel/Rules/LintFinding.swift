public import ExactArithmetic

/// A finding of a lint rule, before it has a place in a file.
public struct LintFinding: Sendable, Hashable {
    /// A row in the finding's proof, with its factor.
    public struct Part: Sendable, Hashable {
        public var row: String
        /// The factor, or nil if the row has none.
        public var factor: Rational?

        public init(row: String, factor: Rational? = nil) {
            self.row = row
            self.factor = factor
        }
    }

    public var rule: Rule
    /// The indices of the views in question, the one at fault first.
    public var views: [Int]
    /// The index of the constraint in question.
    public var constraint: Int?
    /// One sentence.
    public var message: String
    /// The remedies, as instructions.
    public var remedies: [String]
    public var parts: [Part]
    /// The subject in terms that do not depend on lines and on the numbering of constraints.
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
