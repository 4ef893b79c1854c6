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
        guard let members = value.members else {
            throw invalid(place, "expected an object\(ConfigurationReader.example(of: place)), found \(value.kindInWords)")
        }
        return members.map { ($0.key, $0.value, "\(place)/\(JSONPointer.escaped($0.key))") }
    }

    func elements(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [JSONTree] {
        guard let elements = value.elements else {
            let own =
                switch value {
                case .string(let text): ", such as [\"\(text.terminalSafe())\"]"
                case .number: ", such as [\(value.kindInWords)]"
                default: ""
                }
            throw invalid(place, "expected an array\(own), found \(value.kindInWords)")
        }
        return elements
    }

    /// Returns an example of the object at a place, as an addition to a message, or an empty text.
    private static func example(of place: String) -> String {
        let parts = place.split(separator: "/")
        let example: String? =
            switch (parts.first, parts.count) {
            case (nil, _): #"{"rules": {"recommended": "on"}}"#
            case ("rules", 1): #"{"recommended": "on"}"#
            case ("budget", 1): #"{"seconds": 30}"#
            case ("minimumSizes", 1): #"{"UIButton": {"width": 44, "height": 44}}"#
            case ("minimumSizes", 2), ("sizes", 2): #"{"width": 44, "height": 44}"#
            case ("reporters", 2): #"{"format": "sarif", "output": "plumbline.sarif"}"#
            case ("intrinsicSizes", 2): #"{"name": "german", "views": {"title": {"width": 180, "height": 20}}}"#
            default: nil
            }
        return example.map { " such as \($0)" } ?? ""
    }

    /// - Parameter most: the largest number of elements that the list may have.
    func list<Value>(
        _ value: JSONTree, _ place: String, most: Int = .max, _ read: (JSONTree, String) throws(ConfigurationError) -> Value
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        let elements = try elements(value, place)
        guard elements.count <= most else { throw invalid(place, "the list has \(elements.count) entries; at most \(most) are allowed") }
        for (index, element) in elements.enumerated() { values.append(try read(element, "\(place)/\(index)")) }
        return values
    }

    func strings(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> [String] {
        try list(value, place) { (value, place) throws(ConfigurationError) in try string(value, place) }
    }

    func string(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> String {
        guard let text = value.string else { throw invalid(place, "expected a string, found \(value.kindInWords)") }
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

    /// - Parameter option: the option of the command line that takes larger numbers.
    func count(_ value: JSONTree, _ place: String, most: Int, _ option: String? = nil) throws(ConfigurationError) -> Int {
        guard let count = value.integer, count > 0 else { throw invalid(place, "expected a whole number above 0") }
        guard count <= most else {
            let hint = option.map { "; '\($0)' on the command line takes more" } ?? ""
            throw invalid(place, "expected at most \(most), found \(count)\(hint)")
        }
        return count
    }

    func number(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Rational {
        guard let double = value.double, double >= 0, let number = Rational(shortestDecimalOf: double) else {
            throw invalid(place, "expected a number, 0 or more")
        }
        return number
    }

    func positive(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Rational {
        guard value.double != nil else { throw invalid(place, "expected a number above 0, such as 1.5, found \(value.kindInWords)") }
        let number = try number(value, place)
        guard number.isPositive else { throw invalid(place, "expected a number above 0, such as 1.5") }
        return number
    }

    func word<Value: RawRepresentable & CaseIterable>(_ value: JSONTree, _ place: String) throws(ConfigurationError) -> Value
    where Value.RawValue == String {
        let text = try string(value, place)
        guard let word = Value(rawValue: text) else {
            throw invalid(
                place,
                "expected one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")), found \"\(text)\"\(NearWord.hint(text, among: Value.allCases.map(\.rawValue)))"
            )
        }
        return word
    }
}

extension JSONTree {
    /// The kind of value in words, with the text of a short one.
    var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .number: integer.map { "\($0)" } ?? double.map { "\($0)" } ?? "a number"
        case .string(let text): text.count <= 40 ? "\"\(text.terminalSafe())\"" : "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
