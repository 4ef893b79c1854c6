internal import JSON
internal import LayoutModel

// Visual formats as entries of a JSON document.

extension DocumentReader {
    /// What a visual format says itself has no place beside it.
    func checkVisual(_ given: ConstraintMembers, at place: Place) throws(ImportError) {
        let others: [(StaticString, JSONValue?)] = [
            ("equation", given.equation), ("first", given.first), ("relation", given.relation), ("second", given.second),
            ("multiplier", given.multiplier), ("constant", given.constant), ("priority", given.priority),
        ]
        for (key, value) in others where value != nil {
            throw place.key(key).invalid("beside-visual", "\"\(key)\" has no place beside \"visual\", which says it itself")
        }
    }

    mutating func addVisualFormat(
        _ given: ConstraintMembers, _ text: UnsafeBufferPointer<UInt8>, at place: Place, textPlace: Place
    ) throws(ImportError) {
        let id = try given.id.map { (value) throws(ImportError) in try string(value, at: place.key("id")) } ?? "c\(entryCount)"
        var entry = VisualFormatEntry(id: id, source: FormatSource(text: text, location: .json(textPlace)), place: place)
        entry.isActive = try isActive(given, at: place)
        if let value = given.options { entry.options = try options(value, at: place.key("options")) }
        if let value = given.identifier { entry.identifier = try string(value, at: place.key("identifier")) }
        if let value = given.source { entry.reference = try source(value, at: place.key("source")) }
        var grammar = VisualFormatGrammar(isExtended: isExtended)
        if let value = given.extended { grammar.isExtended = try bool(value, at: place.key("extended")) }
        let own = try given.metrics.map { (value) throws(ImportError) in try metrics(value, at: place.key("metrics")) }
        try add(visualFormat: text, entry, grammar: grammar, metrics: own)
    }

    private func options(_ value: JSONValue, at place: Place) throws(ImportError) -> VisualFormatOptions {
        guard let elements = value.elements else { throw place.expected("an array", found: value) }
        var options = VisualFormatOptions()
        for (index, element) in elements.enumerated() {
            let pointer = "\(place.pointer)/\(index)"
            guard let name = element.string else {
                throw ImportError(.invalid, code: "wrong-type", "expected a string, found \(element.kind.name)", pointer: pointer)
            }
            do throws(VisualFormatOptions.Failure) {
                try options.add(name, index: index)
            } catch {
                throw ImportError(.invalid, code: error.code, error.message, pointer: pointer)
            }
        }
        return options
    }
}
