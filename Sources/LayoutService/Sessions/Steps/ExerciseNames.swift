internal import JSON

/// What the exercises of a session and their alternates are called: `E2`, and `E2.A1` for the first alternate of the second. The alternates of
/// a step's report are `A1`, `A2` …, so that no two of a session have the same name.
///
/// They follow from the places. What is stored need not have them, and what it has does not count.
enum ExerciseNames {
    static func exercise(_ place: Int) -> String { "E\(place + 1)" }

    private static func alternate(_ place: Int, _ alternate: Int) -> String { "\(exercise(place)).A\(alternate + 1)" }

    /// The place of the exercise whose alternate has this name; nil where it is no name of one.
    static func place(ofAlternate name: String) -> Int? {
        guard name.first == "E", let dot = name.firstIndex(of: "."), let number = Int(name[..<dot].dropFirst()), number > 0 else { return nil }
        return number - 1
    }

    /// An exercise's answer with the names of its alternates.
    static func named(_ answer: [UInt8], place: Int) -> [UInt8] {
        guard let tree = try? JSONTree(parsing: answer) else { return answer }
        var writer = JSONWriter(capacity: answer.count + 64)
        writer.tree(named(tree, place: place))
        return writer.bytes
    }

    /// The same of one that is read already.
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
