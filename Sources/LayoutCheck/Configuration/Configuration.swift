public import ExactArithmetic
public import LayoutLint
public import LayoutModel
public import LayoutService

/// What `.plumbline.json` says, or nothing of it.
public struct Configuration: Sendable, Hashable {
    /// The name under which it is looked for, from a file's folder upward.
    public static let fileName = ".plumbline.json"

    /// A report that is written.
    public struct ReportTarget: Sendable, Hashable {
        public var format: String
        /// The file that takes it; nil for standard output.
        public var output: String?

        public init(format: String, output: String? = nil) {
            self.format = format
            self.output = output
        }

        /// Why several reports cannot be written; nil where they can.
        public static func mistake(in targets: [ReportTarget]) -> String? {
            var taken: Set<String?> = []
            guard let twice = targets.first(where: { !taken.insert($0.output).inserted }) else { return nil }
            return "only one report can go to \(twice.output.map { "the file '\($0)'" } ?? "standard output")"
        }
    }

    /// An assertion, with its place in the file, both from 1.
    public struct Assertion: Sendable, Hashable {
        public var text: String
        public var line: Int?
        public var column: Int?
    }

    /// How bad findings of a rule are; nil inside for those that are off. A rule that is not listed is as it is by default.
    public var severities: [Rule: Severity?] = [:]
    /// Those of them that are listed by their own names, which win over groups, also over those of a command line.
    public var namedRules: Set<Rule> = []
    /// The file that says it; empty where there is none.
    public var file = ""
    /// The folder that the patterns and file names are relative to: the file's own.
    public var folder = ""
    /// Patterns of the files to check; empty for all.
    public var include: [String] = []
    public var exclude: [String] = []
    public var sizes: [LayoutSize] = []
    public var directions: [LayoutDirection] = []
    public var textScales: [Rational] = []
    public var languages: [LayoutVariation.IntrinsicSizes] = []
    /// Ranges of sizes at all of which layouts are judged; at most one for each axis.
    public var ranges: [SizeRange] = []
    public var minimumSizes: [String: FrameLimits.MinimumSize]?
    public var tolerance: Rational?
    public var deadline: Double?
    public var mostViews: Int?
    public var mostConstraints: Int?
    public var conflicts: Int?
    public var policy: BreakingPolicy?
    public var interfaceBuilder: String?
    public var allowsIncomplete: Bool?
    public var reporters: [ReportTarget] = []
    public var failOn: FindingKinds?
    public var baseline: String?
    public var strictBaseline: Bool?
    /// Equations that every layout has to satisfy whose views they name.
    public var assertions: [Assertion] = []

    /// Names what the configuration says; empty where there is none.
    public var digest = ""

    public init() {}

    /// A path that the configuration names, as seen from the working directory.
    public func path(_ name: String) -> String {
        name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    }

    /// The most variants of a layout.
    public static let mostVariations = 1000

    /// How many `variations` there are.
    public var variationCount: Int {
        let counts = [sizes.count, directions.count, textScales.count, languages.isEmpty ? 0 : languages.count + 1]
        return counts.reduce(1) { product, count in
            let (result, isOver) = product.multipliedReportingOverflow(by: max(1, count))
            return isOver ? Int.max : result
        }
    }

    /// All combinations of sizes, directions, text scales and languages, in this order; the layout as it was written where none is given.
    public var variations: [LayoutVariation] {
        var all = [LayoutVariation()]
        func expand<Value>(_ values: [Value], _ set: (inout LayoutVariation, Value) -> Void) {
            guard !values.isEmpty else { return }
            all = all.flatMap { base in
                values.map { value in
                    var variation = base
                    set(&variation, value)
                    return variation
                }
            }
        }
        expand(sizes) { $0.size = $1 }
        expand(directions) { $0.direction = $1 }
        expand(textScales) { $0.textScale = $1 }
        // Every check is made in the language of the document as well.
        let own: [LayoutVariation.IntrinsicSizes?] = languages.isEmpty ? [] : [nil]
        expand(own + languages.map(Optional.some)) { $0.language = $1 }
        return all
    }

    /// What the rules go by.
    public var lintSettings: LintSettings {
        let rules = Rule.allCases.filter { rule in
            guard rule.isOptIn, let own = severities[rule] else { return false }
            return own != nil
        }
        var settings = LintSettings(rules: Set(rules))
        if let minimumSizes { settings.minimumSizes = minimumSizes }
        if let tolerance { settings.tolerance = tolerance }
        return settings
    }
}
