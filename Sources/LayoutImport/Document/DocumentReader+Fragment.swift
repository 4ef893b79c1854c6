internal import JSON
internal import LayoutModel

// Reads the additional members of a console log's canonical form (`CanonicalDocument`).

extension DocumentReader {
    func origin(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutConstraint.Origin {
        let word = try string(value, at: place)
        guard let origin = LayoutConstraint.Origin(rawValue: word) else {
            throw place.invalid("unknown-origin", "there is no origin \"\(word)\"")
        }
        return origin
    }

    /// Reads the constraint as printed, and the symbol of an unknown constant.
    func readFragmentParts(_ given: ConstraintMembers, into constraint: inout LayoutConstraint, at place: Place) throws(ImportError) {
        if let value = given.unknownConstant { constraint.unknownConstant = try string(value, at: place.key("unknownConstant")) }
        if let value = given.printed { constraint.printed = try string(value, at: place.key("printed")) }
    }

    /// Reads the constraint that the log reports as broken, the number of lines that were not understood, and the views that
    /// represent unprinted superviews.
    func completeFragment(_ document: inout LayoutDocument, recordedBroken: JSONValue?, unreadLines: JSONValue?) throws(ImportError) {
        if let unreadLines {
            guard let count = unreadLines.integer.flatMap({ Int(exactly: $0) }), count >= 0 else {
                throw Place.document.key("unreadLines").invalid("wrong-type", "unreadLines must be a whole number of at least 0")
            }
            document.unreadLines = count
        }
        if let recordedBroken {
            let place = Place.document.key("recordedBroken")
            let id = try string(recordedBroken, at: place)
            guard let index = document.constraints.firstIndex(where: { $0.id == id }) else {
                throw place.invalid("unknown-constraint", UnknownName.constraint(id, among: document.constraints))
            }
            document.recordedBroken = index
        }
        for view in document.views {
            guard let parent = view.parent, document.views[parent].id.hasPrefix(FragmentViews.assumedID(of: view.id)) else { continue }
            document.views[parent].isAssumed = true
        }
    }
}
