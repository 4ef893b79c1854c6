internal import JSON
internal import LayoutModel

/// Checks ids that differ in bytes but are equal by Unicode's canonical equivalence (`é` as one scalar, or as `e` with an
/// accent), which neither people nor dictionaries distinguish.
extension DocumentReader {
    /// - Parameter listsViews: whether the document has the key `views`.
    func checkSpellings(listsViews: Bool) throws(ImportError) {
        if let (index, other) = DocumentReader.sameSpelling(views.lazy.map(\.id)) {
            let place: Place = listsViews ? .view(index).key("id") : .document.key("constraints")
            throw place.invalid(
                "duplicate-id",
                "the id \"\(views[index].id)\" is equivalent to that of the view \"\(views[other].id)\" in Unicode, but is written with other "
                    + "characters; write both in the same way")
        }
        if let (index, other) = DocumentReader.sameSpelling(constraints.lazy.map(\.id)) {
            throw place(ofConstraint: index).key("id").invalid(
                "duplicate-id",
                "the id \"\(constraints[index].id)\" is equivalent to that of \(place(ofConstraint: other).pointer) in Unicode, but is written "
                    + "with other characters; write both in the same way"
            )
        }
    }

    /// Returns the first id that is equal to an earlier one as text, and the earlier one. ASCII ids are already distinct by their
    /// bytes.
    private static func sameSpelling(_ ids: some Collection<String>) -> (index: Int, other: Int)? {
        if ids.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) { return nil }
        var known: [String: Int] = [:]
        for (index, id) in ids.enumerated() {
            if let other = known.updateValue(index, forKey: id) { return (index, other) }
        }
        return nil
    }
}
