internal import Foundation
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline render FILE -o OUT.svg`: the layout drawn to scale.
struct RenderCommand {
    private let path: String
    private let output: String
    private let reader: InputReader

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'render' takes one file ('-' is standard input)")
        }
        self.path = path
        output = arguments.text("--output") ?? "-"
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
    }

    func run() throws -> ExitStatus {
        let only = try reader.onlyLayout(path, purpose: "'render' draws one")
        if only.document.isFragment {
            throw CommandFailure.input("a console log shows only part of a layout, without frames: there is nothing to draw")
        }
        guard output != "-" else {
            try Console.output(only.diagram)
            return .success
        }
        do { try Data(only.diagram.utf8).write(to: URL(fileURLWithPath: output)) } catch {
            throw CommandFailure.input("\(output.terminalSafe()) cannot be written")
        }
        return .success
    }
}
