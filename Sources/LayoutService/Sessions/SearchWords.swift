internal import LayoutModel

extension LayoutDocument {
    /// The words by which a session is found besides its name, tags and the ids of its views, without duplicates: the identifiers
    /// of constraints, and the classes and texts of views. Generated constraint ids are excluded.
    var searchWords: [String] { searchWords(constraints[...], views[...]) }

    /// Returns only the words of some constraints and views.
    fileprivate func searchWords(_ constraints: ArraySlice<LayoutConstraint>, _ views: ArraySlice<LayoutView>) -> [String] {
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

/// The names by which a session has been found so far: the ids of views, and words.
struct SearchNames: Sendable {
    private var views: Set<String>
    private var words: Set<String>

    init(_ document: LayoutDocument) {
        views = Set(document.views.lazy.map(\.id))
        words = Set(document.searchWords)
    }

    /// Adds the names of a document that follows one whose names are all known, and returns the new ones.
    ///
    /// - Parameters:
    ///   - change: the change from one to the other, if known: the names of unchanged parts remain.
    ///   - known: nil if it is to be computed on demand.
    static func take(
        _ document: LayoutDocument, after before: LayoutDocument, _ change: DocumentChange?, _ known: inout SearchNames?
    ) -> (views: [String], words: [String]) {
        if let change {
            if change.came == 0, change.gone.isEmpty { return ([], []) }
            var names = known ?? SearchNames(before)
            defer { known = names }
            return ([], document.searchWords(document.constraints.suffix(change.came), []).filter { names.words.insert($0).inserted })
        }
        let constraints = document.constraints.middle(after: before.constraints) { $0.id == $1.id && $0.identifier == $1.identifier }
        let views = document.views.middle(after: before.views) { $0.id == $1.id && $0.className == $1.className && $0.text == $1.text }
        if constraints.isEmpty, views.isEmpty, document.constraints.count == before.constraints.count, document.views.count == before.views.count {
            return ([], [])
        }
        var names = known ?? SearchNames(before)
        defer { known = names }
        return (
            views.map(\.id).filter { names.views.insert($0).inserted },
            document.searchWords(constraints, views).filter { names.words.insert($0).inserted }
        )
    }
}

extension Array {
    /// Returns the elements between the common prefix and the common suffix of both lists.
    fileprivate func middle(after other: [Element], isSame: (Element, Element) -> Bool) -> ArraySlice<Element> {
        let shared = Swift.min(count, other.count)
        let first = (0..<shared).first { !isSame(self[$0], other[$0]) } ?? shared
        let last = (0..<shared - first).first { !isSame(self[count - 1 - $0], other[other.count - 1 - $0]) } ?? shared - first
        return self[first..<count - last]
    }
}

extension String {
    /// Whether it is `c` and a number, a generated id.
    var isPlaceName: Bool {
        utf8.first == UInt8(ascii: "c") && utf8.count > 1 && utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }
}
