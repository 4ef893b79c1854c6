internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SocketServer
internal import StandardAdditions

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
        var limits = try serviceLimits()
        let memory = try memoryLimit(least: 64)
        limits.memory = memory
        options.interest = AnalysisWatch(memory).interest
        return SourceAnalyzer(options: options, limits: limits, interfaceBuilder: try interfaceBuilderOptions())
    }

    /// Returns the limit of the program's memory.
    ///
    /// - Parameter least: the least that may be asked for, in MB.
    func memoryLimit(least: Int) throws(CommandFailure) -> MemoryLimit {
        let megabytes = try integer("--max-memory", in: least...(1 << 24))
        return MemoryLimit(bytes: megabytes.map { $0 << 20 } ?? max(256 << 20, ServerConfiguration.machineMemory / 4))
    }

    /// Returns the options for reading Interface Builder files.
    private func interfaceBuilderOptions() throws(CommandFailure) -> InterfaceBuilderOptions {
        var options = InterfaceBuilderOptions()
        if let mode = try word("--interface-builder", InterfaceBuilderOptions.Mode.self) { options.mode = mode }
        try setCanvases(of: &options)
        options.composition = try ComposedFiles(self, files: try inputFiles()).composition()
        if let direction = try word("--direction", LayoutDirection.self) { options.direction = direction }
        return options
    }

    /// Sets the canvas of all scenes (`390x844`), and those of single ones (`Login=320x568`).
    private func setCanvases(of options: inout InterfaceBuilderOptions) throws(CommandFailure) {
        for text in texts("--canvas") {
            if let canvas = InterfaceBuilderOptions.Canvas(word: text) {
                guard options.canvas == .stored else {
                    throw usage("'--canvas' is given twice for all scenes; for one scene, put its name before the size: --canvas Login=320x568")
                }
                options.canvas = canvas
                continue
            }
            let end = text.lastIndex(of: "=")
            let word = end.map { String(text[text.index(after: $0)...]) } ?? text
            guard let end, end > text.startIndex, let canvas = InterfaceBuilderOptions.Canvas(word: word) else {
                let hint = InterfaceBuilderOptions.Canvas.hint(word)
                throw usage("'--canvas' has no device or size '\(word.terminalSafe())'\(hint); it takes \(InterfaceBuilderOptions.Canvas.words)")
            }
            let scene = String(text[..<end])
            guard !options.sceneCanvases.contains(where: { $0.scene == scene }) else {
                throw usage("'--canvas' is given twice for the scene \(scene.terminalSafe())")
            }
            options.sceneCanvases.append(InterfaceBuilderOptions.SceneCanvas(scene: scene, canvas: canvas))
        }
    }

    /// The scenes to which `--canvas` gives a canvas of their own.
    var sceneNames: [String] {
        texts("--canvas").filter { InterfaceBuilderOptions.Canvas(word: $0) == nil }
            .compactMap { text in text.lastIndex(of: "=").map { String(text[..<$0]) } }
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
