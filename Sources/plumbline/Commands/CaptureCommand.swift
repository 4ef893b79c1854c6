internal import Capture
internal import LayoutModel
internal import Reporting

/// `plumbline capture KIND`: prints a file that captures layouts in a running app, or anonymizes a captured layout.
struct CaptureCommand {
    private enum Work {
        case print(CaptureFile)
        case anonymize(AnonymizeCommand)
    }

    private let work: Work

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let known = CaptureFile.allCases.map(\.rawValue) + ["anonymize"]
        if arguments.operands.first == "anonymize" {
            work = .anonymize(try AnonymizeCommand(arguments))
            return
        }
        if let word = arguments.operands.first, known.contains(word), arguments.operands.count > 1 {
            throw arguments.usage("'capture \(word)' takes no operands, but '\(arguments.operands[1].terminalSafe())' is given")
        }
        guard let word = arguments.operands.first else {
            throw arguments.usage("'capture' takes one of \(known.joined(separator: ", "))")
        }
        guard let file = CaptureFile(rawValue: word) else {
            let hint = NearWord.hint(word, among: known, quote: "'")
            throw arguments.usage("'capture' takes one of \(known.joined(separator: ", ")), not '\(word.terminalSafe())'\(hint)")
        }
        if let option = ["--output", "--max-bytes"].first(where: arguments.has) {
            throw arguments.usage("'\(option)' is for 'capture anonymize'; 'capture \(word)' prints a file: plumbline capture \(word) > FILE")
        }
        work = .print(file)
    }

    func run() throws -> ExitStatus {
        switch work {
        case .print(let file): try Console.output(own: String(decoding: file.bytes, as: UTF8.self))
        case .anonymize(let command): return try command.run()
        }
        return .success
    }
}
