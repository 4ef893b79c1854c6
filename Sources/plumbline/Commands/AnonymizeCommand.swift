internal import Glibc
internal import LayoutCheck
internal import LayoutImport
internal import Reporting

/// `plumbline capture anonymize FILE`: writes a layout with other names and texts, for sending it to others.
struct AnonymizeCommand {
    private let path: String
    private let output: String?
    private let files: InputFiles
    private let analyzer: SourceAnalyzer

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count == 2 else { throw arguments.usage("'capture anonymize' takes one file ('-' is standard input)") }
        path = arguments.operands[1]
        output = arguments.text("--output")
        files = try arguments.inputFiles()
        analyzer = try arguments.sourceAnalyzer()
    }

    func run() throws -> ExitStatus {
        if let output, output != "-" { try OutputGuard(inputs: [path], files).expectReplaceable(output, isLayout: true) }
        try LinkReach.check(path)
        let name = InputReader.name(of: path).terminalSafe()
        let bytes: [UInt8]
        switch files.read(path) {
        case .failure(let failure): throw CommandFailure.input("\(name): \(failure.reason)")
        case .success(let read): bytes = read
        }
        let kind = SourceKind(fileExtension: path.fileExtension) ?? SourceKind(contentOf: bytes)
        let anonymized: SourceAnonymizer.Anonymized
        do throws(ImportError) {
            anonymized = try SourceAnonymizer(analyzer).anonymize(bytes, kind: kind)
        } catch {
            throw FileError(path, error, bytes, kind: kind).command
        }
        try write(anonymized)
        Console.message(AnonymizeCommand.summary(of: anonymized))
        return anonymized.difference == nil ? .success : .findings
    }

    private func write(_ anonymized: SourceAnonymizer.Anonymized) throws {
        if let output, output != "-" {
            return try OutputFile.write(OutputFile.mayBeShown(output) ? shown(anonymized) : anonymized.output.bytes, to: output)
        }
        if anonymized.kind == .viewHierarchy, Console.isTerminal(STDOUT_FILENO) {
            throw CommandFailure.input("the output is a zip archive, which a terminal cannot show: name a file with -o Layout.zip")
        }
        try Console.write(shown(anonymized), to: STDOUT_FILENO)
    }

    /// Returns the output without commands to a build's runner. It is read as before.
    private func shown(_ anonymized: SourceAnonymizer.Anonymized) -> [UInt8] {
        let commands: RunnerCommands
        switch anonymized.kind {
        case .viewHierarchy: return anonymized.output.bytes
        case .document: commands = .json
        case .interfaceBuilder: commands = .markup
        case .text, .consoleLog: commands = .text
        }
        return Array(commands.breaking(String(decoding: anonymized.output.bytes, as: UTF8.self)).utf8)
    }

    /// Returns what was replaced, in sentences.
    private static func summary(of anonymized: SourceAnonymizer.Anonymized) -> String {
        let output = anonymized.output
        func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String { "\(count) \(count == 1 ? noun : nouns ?? noun + "s")" }
        let last = anonymized.kind == .interfaceBuilder ? counted(output.ids, "id") : counted(output.addresses, "address", "addresses")
        var lines = [
            "plumbline: replaced \(counted(output.texts, "text")), \(counted(output.classes, "class name")), \(counted(output.names, "other name")) and "
                + last
        ]
        if output.leftOut > 0 {
            let (verb, noun, nouns) =
                switch anonymized.kind {
                case .viewHierarchy: ("left out", "property or member", "properties or members")
                case .interfaceBuilder: ("left out", "element or attribute", "elements or attributes")
                case .document, .text, .consoleLog: ("crossed out", "line", "lines")
                }
            lines.append(
                "plumbline: \(verb) \(counted(output.leftOut, noun, nouns)) that \(output.leftOut == 1 ? "has" : "have") no effect on layout")
        }
        if !output.retainedClasses.isEmpty {
            lines.append("plumbline: retained the class names of the system: \(output.retainedClasses.joined(separator: ", ").terminalSafe())")
        }
        let verdicts = anonymized.verdicts.joined(separator: ", ")
        if let difference = anonymized.difference {
            lines.append("plumbline: the anonymized layout is analyzed differently from the original: \(difference.terminalSafe())")
        } else if !verdicts.isEmpty {
            lines.append("plumbline: the anonymized layout has the same verdict as the original: \(verdicts)")
        }
        lines.append("plumbline: numbers are unchanged; look at the output before you send it")
        return lines.joined(separator: "\n") + "\n"
    }
}
