internal import JSON

/// The names of a session's exercises and their alternates: `E2`, and `E2.A1` for the first alternate of the second. The
/// alternates of a step's report are `A1`, `A2` …, so that names are unique in a session.
///
/// Names are derived from indices. Stored answers need not have them, and any stored names are ignored.
enum ExerciseNames {
    static func exercise(_ place: Int) -> String { "E\(place + 1)" }

    private static func alternate(_ place: Int, _ alternate: Int) -> String { "\(exercise(place)).A\(alternate + 1)" }

    /// Returns the index of the exercise whose alternate has this name, or nil if it is not such a name.
    static func place(ofAlternate name: String) -> Int? {
        guard name.first == "E", let dot = name.firstIndex(of: "."), let number = Int(digits: name[..<dot].dropFirst()), number > 0 else {
            return nil
        }
        return number - 1
    }

    /// Returns an exercise's answer with the names of its alternates.
    static func named(_ answer: [UInt8], place: Int) -> [UInt8] {
        guard let tree = try? JSONTree(parsing: answer) else { return answer }
        var writer = JSONWriter(capacity: answer.count + 64)
        writer.tree(named(tree, place: place))
        return writer.bytes
    }

    /// Returns an exercise's answer with the id of its session.
    static func answer(_ answer: [UInt8], of session: String) -> [UInt8] {
        guard let members = (try? JSONTree(parsing: answer))?.members else { return answer }
        var writer = JSONWriter(capacity: answer.count + 64)
        writer.tree(.object([JSONTree.Member(key: "id", value: .string(session))] + members.filter { $0.key != "id" }))
        return writer.bytes
    }

    /// Returns a parsed answer with the names of its alternates.
    static func named(_ answer: JSONTree, place: Int) -> JSONTree {
        guard let members = answer.members else { return answer }
        return .object(
            members.map { member in
                guard member.key == "alternates", let list = member.value.elements else { return member }
                let named = list.enumerated().map { number, entry -> JSONTree in
                    guard let parts = entry.members else { return entry }
                    return .object([JSONTree.Member(key: "id", value: .string(alternate(place, number)))] + parts.filter { $0.key != "id" })
                }
                return JSONTree.Member(key: member.key, value: .array(named))
            })
    }
}
