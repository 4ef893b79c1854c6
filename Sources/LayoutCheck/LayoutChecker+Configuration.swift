public import LayoutModel

extension LayoutChecker {
    /// - Parameters:
    ///   - analyzer: the caller's options. The configuration supplies those that the caller did not set.
    ///   - failOn: overrides the configuration's.
    public init(
        analyzer: SourceAnalyzer, configuration: Configuration, assertions: [LayoutAssertion] = [], failOn: FindingKinds? = nil,
        allowsIncomplete: Bool = false
    ) {
        self.init(
            analyzer: analyzer, severities: configuration.severities, settings: configuration.lintSettings, variations: configuration.variations,
            assertions: assertions, failOn: failOn ?? configuration.failOn, allowsIncomplete: allowsIncomplete)
    }
}
