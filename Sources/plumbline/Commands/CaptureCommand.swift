internal import Capture
internal import LayoutModel
internal import Reporting

/// `plumbline capture KIND`: prints a file that captures layouts in a running app.
struct CaptureCommand {
    private let file: CaptureFile

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let known = CaptureFile.allCases.map(\.rawValue)
        guard let word = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'capture' takes one of \(known.joined(separator: ", "))")
        }
        guard let file = CaptureFile(rawValue: word) else {
            let hint = NearWord.hint(word, among: known, quote: "'")
            throw arguments.usage("'capture' takes one of \(known.joined(separator: ", ")), not '\(word.terminalSafe())'\(hint)")
        }
        self.file = file
    }

    func run() throws -> ExitStatus {
        try Console.output(String(decoding: file.bytes, as: UTF8.self))
        return .success
    }
}
