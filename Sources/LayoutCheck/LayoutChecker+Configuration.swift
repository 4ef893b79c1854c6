public import LayoutModel
public import LayoutService

extension LayoutChecker {
    /// - Parameters:
    ///   - analyzer: with the caller's options; where these say nothing the configuration does.
    ///   - failOn: what fails instead of what the configuration says.
    public init(
        analyzer: SourceAnalyzer, configuration: Configuration, assertions: [LayoutAssertion] = [], failOn: FindingKinds? = nil,
        allowsIncomplete: Bool = false
    ) {
        self.init(
            analyzer: analyzer, severities: configuration.severities, settings: configuration.lintSettings, variations: configuration.variations,
            assertions: assertions, failOn: failOn ?? configuration.failOn, allowsIncomplete: allowsIncomplete)
    }
}
