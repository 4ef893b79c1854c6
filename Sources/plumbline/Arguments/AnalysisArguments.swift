internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting

extension ParsedArguments {
    /// Returns the analyzer configured by the options of `check` and `analyze`.
    func sourceAnalyzer() throws(CommandFailure) -> SourceAnalyzer {
        var options = AnalysisOptions()
        if let policy = try word("--policy", BreakingPolicy.self) { options.policy = policy }
        if let alternates = try integer("--alternates", in: 0...InputLimits.alternates) { options.alternates = alternates }
        if let seed = try integer("--seed", in: 0...Int.max) { options.seed = UInt64(seed) }
        if let conflicts = try integer("--conflicts", in: 1...InputLimits.conflicts) { options.conflictLimit = conflicts }
        if let deadline = try seconds("--deadline", upTo: 86400) { options.deadline = deadline }
        for dimension in SizeDimension.allCases {
            guard let text = text("--\(dimension.optionName)") else { continue }
            guard let range = SizeRange(dimension, text: text), !SizeRange.isDescending(text) else {
                throw usage("'--\(dimension.optionName)' takes \(SizeRange.words(dimension)), not '\(text.terminalSafe())'")
            }
            options.sizes.append(range)
        }
        return SourceAnalyzer(options: options, limits: try serviceLimits(), interfaceBuilder: try interfaceBuilderOptions())
    }

    /// Returns the options for reading Interface Builder files.
    private func interfaceBuilderOptions() throws(CommandFailure) -> InterfaceBuilderOptions {
        var options = InterfaceBuilderOptions()
        if let mode = try word("--interface-builder", InterfaceBuilderOptions.Mode.self) { options.mode = mode }
        if let text = text("--canvas") {
            guard let canvas = InterfaceBuilderOptions.Canvas(word: text) else {
                let hint = InterfaceBuilderOptions.Canvas.hint(text)
                throw usage("'--canvas' takes \(InterfaceBuilderOptions.Canvas.words), not '\(text.terminalSafe())'\(hint)")
            }
            options.canvas = canvas
        }
        options.composition = try ComposedFiles(self, files: try inputFiles()).composition()
        if let direction = try word("--direction", LayoutDirection.self) { options.direction = direction }
        return options
    }

    /// Returns the limits on documents that the options set.
    func serviceLimits() throws(CommandFailure) -> InputLimits {
        var limits = InputLimits()
        if let views = try integer("--max-views", in: 1...Int.max) { limits.views = views }
        if let constraints = try integer("--max-constraints", in: 1...Int.max) { limits.constraints = constraints }
        if let body = try integer("--max-body", in: 1...Int.max / 2) { limits.bodyBytes = body }
        if let deadline = try seconds("--deadline", upTo: 86400) { limits.deadline = deadline }
        return limits
    }

    func inputFiles() throws(CommandFailure) -> InputFiles {
        InputFiles(byteLimit: try integer("--max-bytes", in: 1...Int.max / 2) ?? InputLimits().bodyBytes)
    }
}
