internal import Glibc
internal import LayoutCheck
internal import Reporting

/// `plumbline calibrate FOLDER`: compares captured layouts with their analyses.
struct CalibrateCommand {
    private enum Format: String, CaseIterable {
        case text, json
    }

    private let operands: [String]
    private let format: Format
    private let reader: InputReader

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        operands = arguments.operands.isEmpty ? ["."] : arguments.operands
        format = try arguments.word("--format", Format.self) ?? .text
        reader = InputReader(files: try arguments.inputFiles(), analyzer: try arguments.sourceAnalyzer())
    }

    /// The extensions of files that may hold observations.
    private static let extensions: Set<String> = ["json", "viewhierarchy", "zip"]

    func run() throws -> ExitStatus {
        let plan = try CheckPlan(ParsedArguments(["--no-config", "--"] + operands, for: CommandTable.check))
        for operand in operands where operand != "-" && !SessionFiles.exists(operand) {
            throw CommandFailure.input("\(operand.terminalSafe()): \(InputFailure(ENOENT, opening: operand).reason)")
        }
        var passedOver = PassedOver()
        var calibration = Calibration()
        var files = 0
        var hasFailed = false
        for input in try plan.inputs(changed: nil, passedOver: &passedOver) {
            let isUnknown = input.found.failure != nil && !InputFiles.extensions.contains(input.found.path.fileExtension)
            guard input.found.path == "-" || isUnknown || CalibrateCommand.extensions.contains(input.found.path.fileExtension) else { continue }
            switch reader.analyze(input.found) {
            case .failure(let failure):
                hasFailed = true
                Console.message(failure.command.text)
            case .success(let read):
                files += 1
                for layout in read.layouts { calibration.add(layout.analysis, of: layout.document) }
            }
        }
        guard calibration.layouts > 0 else {
            throw CommandFailure.input(
                "no captured layout in \(operands.joined(separator: ", ").terminalSafe()): 'plumbline help manual capture' says how to make one")
        }
        switch format {
        case .json: try Console.output(line: calibration.json)
        case .text:
            func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
            let rest = calibration.others > 0 ? "; \(counted(calibration.others, "other layout")) without observations" : ""
            try Console.output(calibration.text + "\(counted(calibration.layouts, "captured layout")) in \(counted(files, "file"))\(rest)\n")
        }
        return hasFailed ? .usage : .success
    }
}
