internal import LayoutService
internal import Reporting

/// `plumbline diff A B`: how two layouts differ, files or sessions.
struct DiffCommand {
    private let a: String
    private let b: String
    private let database: String
    private let sceneOfA: SceneChoice
    private let sceneOfB: SceneChoice
    private let reader: InputReader

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count == 2 else { throw arguments.usage("'diff' takes two files, or the ids of two sessions") }
        a = arguments.operands[0]
        b = arguments.operands[1]
        database = arguments.text("--database") ?? ServeCommand.standardDatabase
        let scenes = arguments.texts("--scene")
        guard scenes.count <= 2 else { throw arguments.usage("'--scene' is given once for both files, or once for each") }
        sceneOfA = SceneChoice(scenes.first)
        sceneOfB = SceneChoice(scenes.last)
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
    }

    func run() throws -> ExitStatus {
        if [a, b].contains(where: { $0 == "-" || SessionFiles.exists($0) }) {
            let difference = LayoutDifference(try layout(a, sceneOfA), named: a, try layout(b, sceneOfB), named: b)
            try Console.output(line: difference.json)
            return difference.isSameLayout == true ? .success : .findings
        }
        let difference = try SessionFiles.withSessions(database) { sessions in
            guard let difference = try sessions.layoutDifference(a, b) else {
                throw CommandFailure.input("there are no such files, and not both sessions '\(a.terminalSafe())' and '\(b.terminalSafe())'")
            }
            return difference
        }
        try Console.output(line: difference.json)
        return difference.isSameLayout == true ? .success : .findings
    }

    private func layout(_ path: String, _ scene: SceneChoice) throws -> AnalyzedLayout {
        try scene.onlyLayout(of: try reader.layouts(path), in: path, purpose: "'diff' compares one with one")
    }
}
