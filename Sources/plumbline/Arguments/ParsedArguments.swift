/// The arguments of a command line, sorted into options and operands by a command's table.
///
/// `--name value` and `--name=value` are equivalent, `--` ends the options, and `-` is an operand (standard input).
struct ParsedArguments {
    let command: String
    private(set) var operands: [String] = []
    private var values: [String: String] = [:]
    /// The values of each repeatable option, in order.
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
        // Two short options have the names that compilers use.
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

    /// Returns all values of a repeatable option, in order.
    func texts(_ name: String) -> [String] {
        lists[name] ?? []
    }

    /// Returns the options and values that affect the findings, without those in `names`, for a cache key.
    func signature(without names: Set<String>) -> [String] {
        values.filter { !names.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
    }

    /// Returns the option's value as an integer, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is no integer in `range`.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = values[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw usage("'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return value
    }

    /// Returns the option's value in seconds, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is not above 0 and at most `limit`.
    func seconds(_ name: String, upTo limit: Double) throws(CommandFailure) -> Double? {
        guard let text = values[name] else { return nil }
        guard let value = Double(text), value > 0, value <= limit else {
            throw usage("'\(name)' takes a number of seconds above 0 and at most \(Int(limit)), not '\(text)'")
        }
        return value
    }

    /// Returns the option's value as a case of an enumeration, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is no raw value of the enumeration.
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
