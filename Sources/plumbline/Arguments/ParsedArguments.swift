/// The words of a command line, sorted into options and operands by a command's table.
///
/// `--name value` and `--name=value` are the same, `--` ends the options, and `-` is an operand (standard input).
struct ParsedArguments {
    let command: String
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    /// Of options that may be given several times, all values in order.
    private var lists: [String: [String]] = [:]

    init(_ words: some Sequence<String>, for command: CommandSpecification) throws(CommandFailure) {
        self.command = command.name
        var words = Array(words)[...]
        while let word = words.popFirst() {
            if word == "--" {
                operands += words
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                operands.append(word)
                continue
            }
            try take(word, &words, command)
        }
    }

    private mutating func take(_ word: String, _ words: inout ArraySlice<String>, _ command: CommandSpecification) throws(CommandFailure) {
        var name = String(word.prefix { $0 != "=" })
        // The two short options, as compilers have them.
        if name == "-o" { name = "--output" }
        if word == "-v", command.options.contains(where: { $0.name == "--verbose" }) { return values["--verbose"] = "" }
        guard let option = command.options.first(where: { $0.name == name }) else {
            let near = command.options.map(\.name).first { $0.hasPrefix(name) && name.count > 3 }
            throw usage("unknown option '\(name)'" + (near.map { " (did you mean '\($0)'?)" } ?? ""))
        }
        guard values[name] == nil || option.isRepeatable else { throw usage("'\(name)' is given twice") }
        if option.value == nil {
            guard name == word else { throw usage("'\(name)' takes no value") }
            values[name] = ""
        } else if word.contains("=") {
            values[name] = String(word[word.index(after: word.firstIndex(of: "=") ?? word.startIndex)...])
        } else if let value = words.popFirst() {
            values[name] = value
        } else {
            throw usage("'\(name)' needs a value: \(name) \(option.value ?? "VALUE")")
        }
        if option.isRepeatable, let value = values[name] { lists[name, default: []].append(value) }
    }

    func usage(_ message: String) -> CommandFailure {
        .usage(message, command: command)
    }

    // MARK: Typed values

    func has(_ name: String) -> Bool {
        values[name] != nil
    }

    func text(_ name: String) -> String? {
        values[name]
    }

    /// All values of an option that may be given several times.
    func texts(_ name: String) -> [String] {
        lists[name] ?? []
    }

    /// What decides what is found: options with their values, those aside that say only where it goes.
    func signature(without names: Set<String>) -> [String] {
        values.filter { !names.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// A whole number within the range.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = values[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw usage("'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return value
    }

    /// A number of seconds above 0.
    func seconds(_ name: String, upTo limit: Double) throws(CommandFailure) -> Double? {
        guard let text = values[name] else { return nil }
        guard let value = Double(text), value > 0, value <= limit else {
            throw usage("'\(name)' takes a number of seconds above 0 and at most \(Int(limit)), not '\(text)'")
        }
        return value
    }

    /// One of the words of an enumeration.
    func word<Value: RawRepresentable & CaseIterable>(_ name: String, _: Value.Type) throws(CommandFailure) -> Value?
    where Value.RawValue == String {
        guard let text = values[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            throw usage("'\(name)' takes one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")), not '\(text)'")
        }
        return value
    }

    func expectNoOperands() throws(CommandFailure) {
        if let first = operands.first { throw usage("'\(command)' takes no operand, but there is '\(first)'") }
    }
}
