internal import LayoutCheck
internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline diff A B`: compares two layouts, each a file, an exported session or a stored session.
struct DiffCommand {
    private let a: String
    private let b: String
    private let database: StoreLocation
    private let sceneOfA: SceneChoice
    private let sceneOfB: SceneChoice
    private let reader: InputReader
    private let composed: ComposedFiles
    private let canvases: SceneCanvases

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count == 2 else {
            throw arguments.usage("'diff' takes two operands, each a layout file, an exported session or the id of a session")
        }
        a = arguments.operands[0]
        b = arguments.operands[1]
        if a == "-", b == "-" { throw arguments.usage("only one of the two layouts that 'diff' compares can be standard input ('-')") }
        database = DatabasePlace.find(arguments)
        let scenes = arguments.texts("--scene")
        guard scenes.count <= 2 else { throw arguments.usage("give '--scene' once for both files, or once for each") }
        sceneOfA = SceneChoice(scenes.first, isOfSeveral: scenes.count == 1)
        sceneOfB = SceneChoice(scenes.last, isOfSeveral: scenes.count == 1)
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
        composed = ComposedFiles(arguments, files: reader.files)
        canvases = SceneCanvases(arguments)
    }

    func run() throws -> ExitStatus {
        let (layoutsOfA, layoutsOfB) = (try layouts(a), try layouts(b))
        try composed.check((layoutsOfA ?? []) + (layoutsOfB ?? []), of: [a, b])
        try canvases.check((layoutsOfA ?? []) + (layoutsOfB ?? []), of: [a, b])
        let files = [layoutsOfA, layoutsOfB].compactMap(\.self)
        if let first = files.first, !files.contains(where: sceneOfA.isMet) {
            // A single `--scene` may name a layout of only one file, but not of neither.
            _ = try SceneChoice(sceneOfA).layouts(of: first, in: layoutsOfA == nil ? b : a)
        }
        let difference = LayoutDifference(try side(a, layoutsOfA, sceneOfA), try side(b, layoutsOfB, sceneOfB))
        try Console.output(line: difference.json)
        return difference.isSameOutcome ? .success : .findings
    }

    /// Returns the layouts of a file, or nil if the operand is not a file of layouts.
    private func layouts(_ operand: String) throws -> [AnalyzedLayout]? {
        guard operand == "-" || SessionFiles.exists(operand), !SessionFiles.isExported(operand) else { return nil }
        return try reader.layouts(operand)
    }

    private func side(_ operand: String, _ layouts: [AnalyzedLayout]?, _ scene: SceneChoice) throws -> LayoutDifference.Side {
        if let layouts {
            let layout = try scene.onlyLayout(of: layouts, in: operand, purpose: "'diff' compares one layout with another")
            return LayoutDifference.Side(layout, named: operand)
        }
        if SessionFiles.isExported(operand) {
            let exported = try SessionFiles.read(operand)
            do throws(SessionError) { return try SessionService.differenceSide(exported: exported, named: operand) } catch {
                throw SessionFiles.failure(error, of: operand, exported)
            }
        }
        return try SessionFiles.stored(operand, in: database) { sessions, id in try sessions.differenceSide(id) }
    }
}
