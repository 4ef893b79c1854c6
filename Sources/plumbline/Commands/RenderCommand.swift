internal import Foundation
internal import Glibc
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline render FILE -o OUT.svg`: the layout drawn to scale, as SVG or PNG.
struct RenderCommand {
    private enum Format: String, CaseIterable {
        case svg, png
    }

    private let path: String
    private let output: String
    private let format: Format
    private let scale: Int
    private let reader: InputReader

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'render' takes one file ('-' is standard input)")
        }
        self.path = path
        output = arguments.text("--output") ?? "-"
        format = try arguments.word("--format", Format.self) ?? (output.lowercased().hasSuffix(".png") ? .png : .svg)
        scale = try arguments.integer("--scale", in: 1...16) ?? 2
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
    }

    func run() throws -> ExitStatus {
        let only = try reader.onlyLayout(path, purpose: "'render' draws one")
        if only.document.isFragment {
            throw CommandFailure.input("a console log shows only part of a layout, without frames: there is nothing to draw")
        }
        let drawing =
            switch format {
            case .svg: Data(only.diagram.utf8)
            case .png: try PNGConverter().png(of: only.diagram, scale: scale)
            }
        guard output != "-" else {
            try Console.write(Array(drawing), to: STDOUT_FILENO)
            return .success
        }
        do { try drawing.write(to: URL(fileURLWithPath: output)) } catch {
            throw CommandFailure.input("\(output.terminalSafe()) cannot be written")
        }
        return .success
    }
}
