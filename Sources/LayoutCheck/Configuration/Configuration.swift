public import ExactArithmetic
public import LayoutLint
public import LayoutModel
internal import StandardAdditions

/// The contents of `.plumbline.json`, or the defaults.
public struct Configuration: Sendable, Hashable {
    /// The file name, which is looked up from a checked file's folder upward.
    public static let fileName = ".plumbline.json"

    /// A report to write.
    public struct ReportTarget: Sendable, Hashable {
        public var format: String
        /// The output file, or nil for standard output.
        public var output: String?

        public init(format: String, output: String? = nil) {
            self.format = format
            self.output = output
        }

        /// Returns why the reports conflict, or nil if they do not.
        public static func mistake(in targets: [ReportTarget]) -> String? {
            var taken: Set<String?> = []
            guard let twice = targets.first(where: { !taken.insert($0.output).inserted }) else { return nil }
            return "only one report can go to \(twice.output.map { "the file '\($0)'" } ?? "standard output")"
        }
    }

    /// An assertion, with its line and column in the file, both from 1.
    public struct Assertion: Sendable, Hashable {
        public var text: String
        public var line: Int?
        public var column: Int?
    }

    /// A class of reusable views, and the xib with their content.
    public struct ComposedFile: Sendable, Hashable {
        public var className: String
        /// The path, relative to the configuration's folder.
        public var file: String
    }

    /// Severities of rules. A nil value switches the rule off. A rule without an entry has its default.
    public var severities: [Rule: Severity?] = [:]
    /// The rules in `severities` that are listed by their own names. These override groups, also those of a command line.
    public var namedRules: Set<Rule> = []
    /// The configuration's file, or empty if there is none. Configurations are equal only if its bytes are.
    public var file: String {
        get { exactFile.text }
        set { exactFile = ExactText(newValue) }
    }
    private var exactFile = ExactText("")
    /// The folder of the configuration's file, which patterns and file names are relative to.
    public var folder = ""
    /// Patterns of the files to check, or empty for all files.
    public var include: [String] {
        get { patterns.include }
        set { patterns = PathPatterns(include: newValue, exclude: exclude) }
    }
    public var exclude: [String] {
        get { patterns.exclude }
        set { patterns = PathPatterns(include: include, exclude: newValue) }
    }
    private(set) var patterns = PathPatterns()
    public var sizes: [LayoutSize] = []
    public var directions: [LayoutDirection] = []
    public var textScales: [Rational] = []
    public var languages: [LayoutVariation.IntrinsicSizes] = []
    /// Ranges of sizes over which layouts are analyzed, at most one per axis.
    public var ranges: [SizeRange] = []
    public var minimumSizes: [String: FrameLimits.MinimumSize]?
    public var tolerance: Rational?
    public var deadline: Double?
    public var mostViews: Int?
    public var mostConstraints: Int?
    public var conflicts: Int?
    public var policy: BreakingPolicy?
    public var interfaceBuilder: String?
    /// The files with the content of reusable views, in the order of the configuration.
    public var composed: [ComposedFile] = []
    public var allowsIncomplete: Bool?
    public var reporters: [ReportTarget] = []
    public var failOn: FindingKinds?
    public var baseline: String?
    public var strictBaseline: Bool?
    /// Equations that every layout must satisfy that has the views they name.
    public var assertions: [Assertion] = []

    /// A digest of the configuration's file, or empty if there is none.
    public var digest = ""
    /// The number of bytes of the configuration's file.
    public var byteCount = 0

    public init() {}

    /// Returns a path that the configuration names, relative to the working directory.
    public func path(_ name: String) -> String {
        name.hasPrefix("/") || folder.isEmpty ? name : "\(folder)/\(name)"
    }

    /// The maximum number of variants per layout.
    public static let mostVariations = 1000
    /// The maximum length of the file, and the maximum numbers of entries in its lists. A checkout of a stranger chooses them, and
    /// their cost is a product with that of its files.
    static let mostBytes = 1 << 20
    static let mostAssertions = 1000
    static let mostPatterns = 500
    static let mostReporters = 100
    static let mostKinds = 1000
    static let mostComposed = 1000
    /// The maximum length of the name of intrinsic sizes, which all findings at these sizes have.
    static let mostBytesOfName = 200

    /// The number of `variations`.
    public var variationCount: Int {
        let counts = [sizes.count, directions.count, textScales.count, languages.isEmpty ? 0 : languages.count + 1]
        return counts.reduce(1) { product, count in
            let (result, isOver) = product.multipliedReportingOverflow(by: max(1, count))
            return isOver ? Int.max : result
        }
    }

    /// All combinations of sizes, directions, text scales and languages, in this order. If none is set, it is the unchanged
    /// layout alone.
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
        // The document's own language is always checked too.
        let own: [LayoutVariation.IntrinsicSizes?] = languages.isEmpty ? [] : [nil]
        expand(own + languages.map(Optional.some)) { $0.language = $1 }
        return all
    }

    /// The settings of the lint rules.
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
