public import LayoutLint

// Names and descriptions of the kinds of findings.

extension Finding {
    /// The kind of a finding is its rule.
    public typealias Kind = Rule
    public typealias Severity = LayoutLint.Severity
}

extension Finding.Kind {
    /// The title in annotations.
    public var title: String { guide.title }
}
