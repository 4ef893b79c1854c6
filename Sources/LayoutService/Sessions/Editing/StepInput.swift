internal import JSON
internal import LayoutImport

/// The content of a request for a step.
struct StepInput {
    /// The array of events in compact JSON, as it is stored.
    let json: [UInt8]
    private let list: JSONTree
    let events: [LayoutEvent]

    init(_ body: [UInt8]) throws(ImportError) {
        let document = try JSONDocument.imported(body, valueLimit: ImportLimits.mostRequestValues)
        let read = try document.withRoot { (root) throws(ImportError) -> (JSONTree, [LayoutEvent]) in
            guard let members = root.members else {
                throw ImportError(.invalid, code: "wrong-type", "expected an object with the key \"events\", found \(root.kind.name)", pointer: "")
            }
            if let unknown = members.first(where: { !$0.isNamed("events") }) {
                throw ImportError(
                    .invalid, code: "unknown-key",
                    "unknown key \"\(unknown.name)\" in a list of events: send {\"events\": [{\"op\": \"setConstant\", \"id\": \"c1\", \"constant\": 8}]}",
                    pointer: "/\(JSONPointer.escaped(unknown.name))"
                )
            }
            guard let list = root["events"] else {
                throw ImportError(.invalid, code: "missing-key", "the body must have the key \"events\"", pointer: "")
            }
            return (JSONTree(list), try EventReader().read(list))
        }
        var writer = JSONWriter()
        writer.tree(read.0)
        json = writer.bytes
        list = read.0
        events = read.1
    }

    /// Returns whether stored events are nothing but an undo.
    static func isUndo(_ list: [UInt8]) -> Bool {
        // Stored JSON has no needless escapes, so most lists need not be parsed.
        var rest = list[...]
        while let place = rest.firstIndex(of: UInt8(ascii: "u")) {
            if rest[place...].starts(with: "undo\"".utf8) { return (try? events(list)) == [.undo] }
            rest = rest[(place + 1)...]
        }
        return false
    }

    /// Parses stored events.
    static func events(_ list: [UInt8]) throws(ImportError) -> [LayoutEvent] {
        try JSONDocument.imported(list).withRoot { (root) throws(ImportError) in try EventReader().read(root) }
    }

    /// The events in canonical JSON, independent of their original spelling.
    var canonical: [UInt8] {
        var writer = JSONWriter()
        writer.tree(list.canonical)
        return writer.bytes
    }

    /// Returns the error with its place in the request: a view may be given by `view` or `id`, which the parsed events do not
    /// distinguish.
    func placed(_ error: ImportError) -> ImportError {
        let parts = error.pointer?.split(separator: "/") ?? []
        guard parts.count == 3, parts[0] == "events", let index = Int(parts[1]), let event = list[index],
            let other = ["view": "id", "id": "view"][parts[2]], event[String(parts[2])] == nil, event[other] != nil
        else { return error }
        var error = error
        error.pointer = "/events/\(index)/\(other)"
        return error
    }

    /// Returns the events with the ids that their constraints got.
    func json(naming added: [Int: JSONTree]) -> [UInt8] {
        guard !added.isEmpty, let elements = list.elements else { return json }
        let named = elements.enumerated().map { index, event -> JSONTree in
            guard let constraint = added[index], let members = event.members else { return event }
            return .object(members.map { $0.key == "constraint" ? JSONTree.Member(key: $0.key, value: constraint) : $0 })
        }
        var writer = JSONWriter()
        writer.tree(.array(named))
        return writer.bytes
    }
}

extension JSONTree {
    /// The value with sorted keys, and whole numbers without a fraction.
    fileprivate var canonical: JSONTree {
        switch self {
        case .null, .bool, .string: self
        case .number(let number):
            if case .double(let value) = number.value, let whole = Int64(exactly: value) { .number(Number(.integer(whole))) } else { self }
        case .array(let elements): .array(elements.map(\.canonical))
        case .object(let members):
            .object(
                members.map { Member(key: $0.key, value: $0.value.canonical) }.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        }
    }
}
