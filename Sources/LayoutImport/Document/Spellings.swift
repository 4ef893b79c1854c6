internal import JSON
internal import LayoutModel

/// Ids that differ in bytes and spell the same by Unicode's canonical equivalence (`é` as one character, or as `e` with an accent): nobody can
/// tell them apart, and neither could what goes by ids.
extension DocumentReader {
    /// - Parameter listsViews: the document has the key `views`.
    func checkSpellings(listsViews: Bool) throws(ImportError) {
        if let (index, other) = DocumentReader.sameSpelling(views.lazy.map(\.id)) {
            let place: Place = listsViews ? .view(index).key("id") : .document.key("constraints")
            throw place.invalid(
                "duplicate-id", "the id \"\(views[index].id)\" spells the same as that of the view \"\(views[other].id)\" in other characters")
        }
        if let (index, other) = DocumentReader.sameSpelling(constraints.lazy.map(\.id)) {
            throw place(ofConstraint: index).key("id").invalid(
                "duplicate-id",
                "the id \"\(constraints[index].id)\" spells the same as that of \(place(ofConstraint: other).pointer) in other characters")
        }
    }

    /// The first id that is equal to an earlier one as text, and the earlier one. Ids of ASCII alone are told apart by their bytes already.
    private static func sameSpelling(_ ids: some Collection<String>) -> (index: Int, other: Int)? {
        if ids.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return nil }
        var known: [String: Int] = [:]
        for (index, id) in ids.enumerated() {
            if let other = known.updateValue(index, forKey: id) { return (index, other) }
        }
        return nil
    }
}
