import Foundation

/// A JSON schema of draft 4, with the words that the SARIF schema uses; others are mistakes, so that nothing of a schema goes unasked.
struct JSONSchema {
    private let root: [String: Any]

    init(_ data: Data) throws {
        guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any] else { throw Failure(description: "the schema is no object") }
        self.root = root
    }

    struct Failure: Error, CustomStringConvertible { var description: String }

    /// What is wrong with a text, each with its place; nothing where it is valid.
    func errors(of text: String) throws -> [String] {
        var errors: [String] = []
        try check(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, "", &errors)
        return errors
    }

    private static let silent: Set = [
        "$schema", "id", "title", "description", "default", "definitions", "properties", "format", "additionalProperties",
    ]

    private func check(_ value: Any, _ schema: [String: Any], _ place: String, _ errors: inout [String]) throws {
        func refuse(_ reason: String) { errors.append("\(place.isEmpty ? "/" : place): \(reason)") }
        for (word, rule) in schema where !JSONSchema.silent.contains(word) {
            switch (word, rule) {
            case ("$ref", let name as String): try check(value, try definition(name), place, &errors)
            case ("type", let type as String): if !JSONSchema.type(value).contains(type) { refuse("is no \(type)") }
            case ("type", let types as [String]): if JSONSchema.type(value).isDisjoint(with: types) { refuse("is none of \(types)") }
            case ("enum", let words as [Any]):
                if !words.contains(where: { ($0 as? NSObject)?.isEqual(value) == true }) { refuse("\(value) is none of \(words)") }
            case ("required", let keys as [String]):
                guard let object = value as? [String: Any] else { continue }
                for key in keys where object[key] == nil { refuse("has no \(key)") }
            case ("items", let items as [String: Any]):
                for (index, element) in (value as? [Any] ?? []).enumerated() { try check(element, items, "\(place)/\(index)", &errors) }
            case ("minItems", let least as Int): if let list = value as? [Any], list.count < least { refuse("has \(list.count) elements") }
            case ("uniqueItems", let isAsked as Bool):
                if isAsked, let list = value as? [NSObject], Set(list).count < list.count { refuse("has an element twice") }
            case ("minimum", let least as Double): if let number = value as? Double, number < least { refuse("\(number) is less than \(least)") }
            case ("maximum", let most as Double): if let number = value as? Double, number > most { refuse("\(number) is more than \(most)") }
            case ("pattern", let pattern as String):
                guard let text = value as? String else { continue }
                if text.range(of: pattern, options: .regularExpression) == nil { refuse("\(text) does not fit \(pattern)") }
            case ("anyOf", let schemas as [[String: Any]]):
                if try schemas.allSatisfy({ try !self.isValid(value, $0) }) { refuse("fits none of the forms") }
            case ("oneOf", let schemas as [[String: Any]]):
                if try schemas.count(where: { try self.isValid(value, $0) }) != 1 { refuse("does not fit one of the forms") }
            default: throw Failure(description: "the schema has \"\(word)\": \(rule)")
            }
        }
        if let text = value as? String, let format = schema["format"] as? String { try checkFormat(text, format, refuse) }
        guard let object = value as? [String: Any] else { return }
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        for (key, member) in object {
            let own = "\(place)/\(key)"
            if let property = properties[key] {
                try check(member, property, own, &errors)
            } else if let rest = schema["additionalProperties"] as? [String: Any] {
                try check(member, rest, own, &errors)
            } else if schema["additionalProperties"] as? Bool == false {
                errors.append("\(own): is not known")
            }
        }
    }

    private func isValid(_ value: Any, _ schema: [String: Any]) throws -> Bool {
        var errors: [String] = []
        try check(value, schema, "", &errors)
        return errors.isEmpty
    }

    private func definition(_ name: String) throws -> [String: Any] {
        let prefix = "#/definitions/"
        guard name.hasPrefix(prefix), let definitions = root["definitions"] as? [String: [String: Any]],
            let definition = definitions[String(name.dropFirst(prefix.count))]
        else { throw Failure(description: "the schema has no \(name)") }
        return definition
    }

    private func checkFormat(_ text: String, _ format: String, _ refuse: (String) -> Void) throws {
        // Letters, digits and signs of RFC 3986, others in percent.
        let reference = "^([A-Za-z0-9._~:/?#@!$&'()*+,;=\\[\\]-]|%[0-9A-Fa-f]{2})*$"
        switch format {
        case "uri": if text.range(of: "^[A-Za-z][A-Za-z0-9+.-]*:.", options: .regularExpression) == nil { refuse("\(text) is no URI") }
        case "uri-reference": if text.range(of: reference, options: .regularExpression) == nil { refuse("\(text) is no reference") }
        case "date-time": if ISO8601DateFormatter().date(from: text) == nil { refuse("\(text) is no time") }
        default: throw Failure(description: "the schema has the format \(format)")
        }
    }

    private static func type(_ value: Any) -> Set<String> {
        switch value {
        case is NSNull: return ["null"]
        case let number as NSNumber where isBoolean(number): return ["boolean"]
        case let number as NSNumber: return number.doubleValue.rounded() == number.doubleValue ? ["number", "integer"] : ["number"]
        case is String: return ["string"]
        case is [Any]: return ["array"]
        default: return ["object"]
        }
    }

    private static func isBoolean(_ number: NSNumber) -> Bool {
        String(cString: number.objCType) == "c" || number === NSNumber(value: true) || number === NSNumber(value: false)
    }
}
