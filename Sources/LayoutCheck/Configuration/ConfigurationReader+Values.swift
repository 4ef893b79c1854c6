internal import ExactArithmetic
internal import JSON
internal import LayoutModel
internal import Reporting

// Reads values of a configuration. Errors have the value's place.

extension ConfigurationReader {
    func invalid(_ pointer: String, _ message: String) -> ConfigurationError {
        let place = places[pointer]
        return ConfigurationError(file: file, line: place?.line, column: place?.column, message)
    }

    func unknown(_ key: String, _ pointer: String, known: [String]) -> ConfigurationError {
        let place = places[key: pointer]
        return ConfigurationError(
            file: file, line: place?.line, column: place?.column,
            "unknown key \"\(key)\"\(NearWord.hint(key, among: known)): expected \(known.count == 1 ? "" : "one of ")"
                + known.joined(separator: ", "))
    }

    typealias Entry = (key: String, value: JSONTree, place: String)

    func members(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [Entry] {
        guard let members = value.members else { throw invalid(place, "expected an object") }
        return members.map { ($0.key, $0.value, "\(place)/\(JSONPointer.escaped($0.key))") }
    }

    func elements(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [JSONTree] {
        guard let elements = value.elements else { throw invalid(place, "expected an array") }
        return elements
    }

    func list<Value>(
        _ value: JSONTree, _ place: String, _ read: (JSONTree, String) throws(ConfigurationError) -> Value
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        for (index, element) in try elements(value, place).enumerated() { values.append(try read(element, "\(place)/\(index)")) }
        return values
    }

    func strings(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [String] {
        try list(value, place) { (value, place) throws(ConfigurationError) in try string(value, place) }
    }

    func string(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> String {
        guard let text = value.string else { throw invalid(place, "expected a string") }
        return text
    }

    /// Reads a path below the configuration's own folder. `./a//b` becomes `a/b`.
    func ownPath(_ value: JSONTree, _ place: String, _ use: OwnFile.Use) throws(ConfigurationError) -> String {
        let path = try string(value, place)
        if let mistake = OwnPath.mistake(in: path) {
            throw invalid(
                place,
                "\"\(use.rawValue)\" is \"\(path.terminalSafe())\", \(mistake): a configuration may only name files below its own folder, except in .git; "
                    + "give other paths on the command line: \(use.option)")
        }
        return OwnPath.names(of: path).joined(separator: "/")
    }

    func bool(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Bool {
        guard let value = value.bool else { throw invalid(place, "expected true or false") }
        return value
    }

    func count(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Int {
        guard let count = value.integer, count > 0 else { throw invalid(place, "expected a whole number above 0") }
        return count
    }

    func number(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Rational {
        guard let double = value.double, double >= 0, let number = Rational(shortestDecimalOf: double) else {
            throw invalid(place, "expected a number, 0 or more")
        }
        return number
    }

    func positive(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Rational {
        let number = try number(value, place)
        guard number.isPositive else { throw invalid(place, "expected a number above 0") }
        return number
    }

    func word<Value: RawRepresentable & CaseIterable>(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Value
    where Value.RawValue == String {
        let text = try string(value, place)
        guard let word = Value(rawValue: text) else {
            throw invalid(place, "expected one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")), found \"\(text)\"")
        }
        return word
    }
}
