/// The reader's warnings: the first hundred unknown keys, and the number of others.
struct ImportWarnings {
    private static let limit = 100
    private var shown: [String] = []
    private var more = 0

    mutating func unknownKey(_ name: String, at place: Place) {
        add("unknown key \"\(name)\" at \(place.pointer(toKey: name)) is ignored")
    }

    mutating func add(_ text: @autoclosure () -> String) {
        if shown.count < ImportWarnings.limit { shown.append(text().clipped) } else { more += 1 }
    }

    var list: [String] {
        more == 0 ? shown : shown + ["\(more) more warnings of this kind are not shown"]
    }
}
