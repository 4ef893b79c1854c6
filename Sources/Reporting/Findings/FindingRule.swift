public import LayoutLint

// What each kind of finding is called, and what is to be known of it.

extension Finding {
    /// A finding is one of a rule.
    public typealias Kind = Rule
    public typealias Severity = LayoutLint.Severity
}

extension Finding.Kind {
    /// In annotations.
    public var title: String { guide.title }
}
