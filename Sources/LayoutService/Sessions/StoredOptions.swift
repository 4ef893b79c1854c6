internal import JSON
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel

/// The options that are stored with a session as a JSON object: those of the analysis, those for reading an Interface Builder file,
/// and the name of the file.
struct StoredOptions {
    private let tree: JSONTree

    /// Reads stored options. Missing or invalid options have their defaults.
    init(_ json: [UInt8]) {
        tree = (try? JSONTree(parsing: json)) ?? .null
    }

    /// Returns the options of the analysis.
    func analysis(_ limits: InputLimits) -> AnalysisOptions {
        var options = AnalysisOptions(deadline: limits.deadline)
        if let policy = tree["policy"]?.string.flatMap(BreakingPolicy.init) { options.policy = policy }
        if let alternates = tree["alternates"]?.integer, (0...InputLimits.alternates).contains(alternates) { options.alternates = alternates }
        if let seed = tree["seed"]?.integer, seed >= 0 { options.seed = UInt64(seed) }
        options.sizes = SizeDimension.allCases.compactMap { dimension in
            tree[dimension.rawValue]?.string.flatMap { SizeRange(dimension, text: $0) }
        }
        return options
    }

    /// The options for reading an Interface Builder file.
    var interfaceBuilder: InterfaceBuilderOptions {
        var options = InterfaceBuilderOptions()
        if let mode = tree["ib"]?.string.flatMap(InterfaceBuilderOptions.Mode.init) { options.mode = mode }
        if let canvas = tree["canvas"]?.string.flatMap(InterfaceBuilderOptions.Canvas.init) { options.canvas = canvas }
        if let direction = tree["direction"]?.string.flatMap(LayoutDirection.init) { options.direction = direction }
        return options
    }

    /// The name of the file that the layout comes from.
    var file: String? { tree["file"]?.string }

    /// Returns options in the stored form.
    ///
    /// - Parameters:
    ///   - reading: the parameters for reading an Interface Builder file.
    ///   - file: the name of the file that the layout comes from.
    static func json(_ options: AnalysisOptions, reading: [String: String] = [:], file: String? = nil) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("policy", options.policy.rawValue)
            writer.member("alternates", options.alternates)
            writer.key("seed")
            writer.number(String(options.seed))
            for range in options.sizes {
                writer.key(text: range.dimension.rawValue)
                writer.string(range.text)
            }
            for (word, value) in reading.sorted(by: { $0.key < $1.key }) {
                writer.key(text: word)
                writer.string(value)
            }
            if let file { writer.member("file", file) }
        }
        return writer.bytes
    }
}
