internal import LayoutCheck
internal import LayoutModel
internal import LayoutService
internal import Reporting

/// `plumbline examples [NAME]`: prints the list, or one example as its document, or as a session if it has steps.
struct ExamplesCommand {
    private let name: String?
    /// The step whose document is printed, or nil for the whole example.
    private let step: Int?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.operands.count <= 1 else { throw arguments.usage("'examples' takes the name of one example, or nothing") }
        name = arguments.operands.first
        step = try arguments.integer("--step", in: 0...1000)
        if name == nil, step != nil { throw arguments.usage("'--step' needs the name of an example") }
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
            let names = ExampleCatalog.names
            let hint = NearWord.hint(name, among: names, quote: "'")
            let known = hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : "\(hint); 'plumbline examples' lists them"
            throw CommandFailure.input("there is no example '\(name.terminalSafe())'\(known)")
        }
        if let step {
            let layouts = try example.layouts()
            guard layouts.indices.contains(step) else {
                throw CommandFailure.input("the example '\(example.name)' has no step \(step): its last step is \(layouts.count - 1)")
            }
            try Console.output(line: step == 0 ? example.document : layouts[step].canonical)
        } else {
            try Console.output(line: example.steps.isEmpty ? example.document : try example.session())
        }
        return .success
    }
}
