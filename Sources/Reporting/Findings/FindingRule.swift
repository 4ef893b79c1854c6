public import LayoutModel

// Names and descriptions of the kinds of findings.

extension Finding {
    /// The kind of a finding is its rule.
    public typealias Kind = Rule
    public typealias Severity = LayoutModel.Severity
}

extension Finding.Kind {
    /// The title in annotations.
    public var title: String { guide.title }
}
