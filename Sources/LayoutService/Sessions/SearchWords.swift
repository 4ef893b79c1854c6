internal import LayoutModel

extension LayoutDocument {
    /// What a session is found by beside its name, tags and the ids of its views, each once: what constraints are called, the classes of views, and
    /// their texts. Ids that constraints were given by their place tell nothing.
    var searchWords: [String] {
        var words: [String] = []
        var seen: Set<String> = []
        func add(_ word: String?) {
            if let word, !word.isEmpty, seen.insert(word).inserted { words.append(word) }
        }
        for constraint in constraints { add(constraint.identifier) }
        for view in views { add(view.className) }
        for view in views { add(view.text) }
        for constraint in constraints where !constraint.id.isPlaceName { add(constraint.id) }
        return words
    }
}

/// What a session has been found by so far: the ids of views, and words.
struct SearchNames: Sendable {
    private var views: Set<String>
    private var words: Set<String>

    init(_ document: LayoutDocument) {
        views = Set(document.views.lazy.map(\.id))
        words = Set(document.searchWords)
    }

    /// Takes in those of a later document; gives the new ones.
    mutating func take(_ document: LayoutDocument) -> (views: [String], words: [String]) {
        (document.views.map(\.id).filter { views.insert($0).inserted }, document.searchWords.filter { words.insert($0).inserted })
    }
}

extension String {
    /// Whether it is `c` and a number.
    fileprivate var isPlaceName: Bool {
        utf8.first == UInt8(ascii: "c") && utf8.count > 1 && utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }
}
