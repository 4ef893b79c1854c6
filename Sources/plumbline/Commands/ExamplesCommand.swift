internal import LayoutService
internal import Reporting

/// `plumbline examples [NAME]`: the list, or one example's document.
struct ExamplesCommand {
    private let name: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else { throw arguments.usage("'examples' takes the name of one example, or nothing") }
        name = arguments.operands.first
    }

    func run() throws -> ExitStatus {
        let catalog = ExampleCatalog()
        guard let name else {
            for example in catalog.examples {
                let steps = example.steps.isEmpty ? "" : ", then \(example.steps.map(\.verdict).joined(separator: ", "))"
                try Console.output("\(example.name)\n    \(example.title): \(example.verdict)\(steps).\n    \(example.teaches)\n")
            }
            return .success
        }
        guard let example = catalog.example(name) else {
            throw CommandFailure.input("there is no example '\(name.terminalSafe())'; 'plumbline examples' lists them")
        }
        try Console.output(line: example.document)
        return .success
    }
}
