internal import LayoutModel
internal import Reporting
internal import StandardAdditions

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
                if words.contains("") { try expectOperand("", command) }
                operands += words
                return
            }
            guard word.hasPrefix("-"), word != "-" else {
                try expectOperand(word, command)
                operands.append(word)
                continue
            }
            try take(word, &words, command)
        }
    }

    /// Throws if an operand is empty, or is an option with other dashes or without dashes.
    private func expectOperand(_ word: String, _ command: CommandSpecification) throws(CommandFailure) {
        if word.isEmpty { throw usage("an operand of '\(command.name)' is empty: is a shell variable not set?") }
        if let mistake = ForeignWords.mistakenOption(word, command) { throw usage(mistake) }
    }

    private mutating func take(_ word: String, _ words: inout ArraySlice<String>, _ command: CommandSpecification) throws(CommandFailure) {
        var name = String(word.prefix { $0 != "=" })
        // Some options have short names that other programs use, too.
        let long = ["-o": "--output", "-v": "--verbose", "-q": "--quiet", "-f": "--format", "-j": "--jobs"][name]
        if let long, command.options.contains(where: { $0.name == long }) { name = long }
        guard let option = command.options.first(where: { $0.name == name }) else {
            throw usage("unknown option '\(name.terminalSafe())'" + ParsedArguments.hint(name, command))
        }
        guard values[name] == nil || option.isRepeatable else { throw usage("'\(name)' is given twice") }
        if option.value == nil {
            guard !word.contains("=") else { throw usage("'\(name)' takes no value") }
            values[name] = ""
        } else if word.contains("=") {
            values[name] = String(word[word.index(after: word.firstIndex(of: "=") ?? word.startIndex)...])
        } else if let value = words.popFirst() {
            values[name] = value
        } else {
            throw usage("'\(name)' needs a value: \(name) \(option.value ?? "VALUE")")
        }
        if values[name] == "", let kind = ["FILE": "file", "FOLDER": "folder", "COMMIT": "commit"][option.value ?? ""] {
            throw usage("'\(name)' needs the name of a \(kind), but the name is empty: is a shell variable not set?")
        }
        if option.isRepeatable, let value = values[name] { lists[name, default: []].append(value) }
    }

    /// Returns a hint: the option that was probably meant, or the commands that have the given one.
    private static func hint(_ name: String, _ command: CommandSpecification) -> String {
        if let hint = ForeignWords.hint(name, command) { return hint }
        let dashes = name.prefix { $0 == "-" }.count
        let word = String(name.dropFirst(dashes))
        let known = command.options.map { String($0.name.dropFirst(2)) }
        if let near = NearWord.to(word, among: known) { return " (did you mean '--\(near)'?)" }
        let others = CommandTable.all.filter { other in other.options.contains { $0.name == name } }.map { "'\($0.name)'" }
        if others.isEmpty { return "" }
        if name == "--format", command.name == "analyze" { return ": it always prints JSON; for other formats use 'plumbline check --format NAME'" }
        return "; \(others.listed()) \(others.count == 1 ? "has" : "have") it"
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
        values.filter { !names.contains($0.key) }.map { "\($0.key)=\((lists[$0.key] ?? [$0.value]).joined(separator: "\n"))" }.sorted()
    }

    /// Returns the option's value as an integer, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is not an integer in `range`.
    func integer(_ name: String, in range: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = values[name] else { return nil }
        guard let value = Int(text), range.contains(value) else {
            throw usage("'\(name)' takes \(ParsedArguments.words(range, name)), not '\(text.terminalSafe())'\(ParsedArguments.bytes(text, name))")
        }
        return value
    }

    /// Returns the numbers of a range in words. A limit that no one reaches is left out.
    private static func words(_ range: ClosedRange<Int>, _ name: String) -> String {
        if byteOptions.contains(name), range.upperBound >= Int.max / 2 { return "a number of bytes without a unit, such as 16777216" }
        return range.upperBound >= Int.max / 2
            ? "a whole number of at least \(range.lowerBound)" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    private static let byteOptions: Set = ["--max-bytes", "--max-body"]

    /// Returns what a size with a unit is in bytes, such as `16MB`, or an empty text.
    private static func bytes(_ text: String, _ name: String) -> String {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).trimmingPrefix(" ").uppercased()
        let shifts = ["K": 10, "KB": 10, "KIB": 10, "M": 20, "MB": 20, "MIB": 20, "G": 30, "GB": 30, "GIB": 30]
        guard byteOptions.contains(name), let shift = shifts[unit], let count = Int(digits), count > 0, count < 1 << 20 else { return "" }
        return "; that is \(count << shift)"
    }

    /// Returns the option's value in seconds, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is not above 0 and at most `limit`.
    func seconds(_ name: String, upTo limit: Double) throws(CommandFailure) -> Double? {
        guard let text = values[name] else { return nil }
        guard let value = Double(text), value > 0, value <= limit else {
            throw usage("'\(name)' takes a number of seconds above 0 and at most \(Int(limit)), not '\(text.terminalSafe())'")
        }
        return value
    }

    /// Returns the option's value as a case of an enumeration, or nil if the option is absent.
    ///
    /// - Throws: `CommandFailure` if the value is not a raw value of the enumeration.
    func word<Value: RawRepresentable & CaseIterable>(_ name: String, _: Value.Type) throws(CommandFailure) -> Value?
    where Value.RawValue == String {
        guard let text = values[name] else { return nil }
        guard let value = Value(rawValue: text) else {
            let known = Value.allCases.map(\.rawValue)
            let hint = NearWord.hint(text, among: known, quote: "'")
            throw usage("'\(name)' takes one of \(known.joined(separator: ", ")), not '\(text.terminalSafe())'\(hint)")
        }
        return value
    }

    func expectNoOperands() throws(CommandFailure) {
        if let first = operands.first { throw usage("'\(command)' takes no operands, but '\(first.terminalSafe())' is given") }
    }
}
