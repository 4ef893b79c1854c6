internal import JSON
internal import LayoutModel

// Visual formats as entries of a JSON document.

/// The members of an entry that only visual formats have.
struct FormatMembers {
    var visual: JSONValue?
    var options: JSONValue?
    var metrics: JSONValue?
    var extended: JSONValue?

    /// Stores the member if it is one of these. Returns whether it is.
    static func take(_ member: JSONMember, into format: inout FormatMembers?) -> Bool {
        guard let place = place(of: member) else { return false }
        if format == nil { format = FormatMembers() }
        format?[keyPath: place] = member.value
        return true
    }

    private static func place(of member: JSONMember) -> WritableKeyPath<FormatMembers, JSONValue?>? {
        if member.isNamed("visual") { return \.visual }
        if member.isNamed("options") { return \.options }
        if member.isNamed("metrics") { return \.metrics }
        return member.isNamed("extended") ? \.extended : nil
    }
}

extension DocumentReader {
    /// Reads an entry that has members of visual formats. Returns whether it is a visual format.
    mutating func readFormat(_ format: FormatMembers, _ given: ConstraintMembers, at place: Place) throws(ImportError) -> Bool {
        if let visual = format.visual {
            try checkVisual(given, at: place)
            let text = try utf8(visual, at: place.key("visual"))
            try addVisualFormat(given, format, text, at: place, textPlace: place.key("visual"))
            return true
        }
        for (key, value) in [("options", format.options), ("metrics", format.metrics), ("extended", format.extended)] where value != nil {
            warnings.add("\(place.pointer)/\(key) is ignored: only visual formats have this key")
        }
        return false
    }

    /// Rejects members beside a visual format that the format itself determines.
    private func checkVisual(_ given: ConstraintMembers, at place: Place) throws(ImportError) {
        let others: [(StaticString, JSONValue?)] = [
            ("equation", given.equation), ("first", given.first), ("relation", given.relation), ("second", given.second),
            ("multiplier", given.multiplier), ("constant", given.constant),
        ]
        for (key, value) in others where value != nil {
            throw place.key(key).invalid("beside-visual", "\"\(key)\" cannot be combined with \"visual\": write it in the visual format itself")
        }
    }

    mutating func addVisualFormat(
        _ given: ConstraintMembers, _ format: FormatMembers, _ text: UnsafeBufferPointer<UInt8>, at place: Place, textPlace: Place
    ) throws(ImportError) {
        let id = try given.id.map { (value) throws(ImportError) in try string(value, at: place.key("id")) } ?? "c\(entryCount)"
        var entry = VisualFormatEntry(id: id, source: FormatSource(text: text, location: .json(textPlace)), place: place)
        entry.isActive = try isActive(given, at: place)
        if let value = given.priority { entry.priority = try priority(value, at: place.key("priority")) }
        if let value = format.options { entry.options = try options(value, at: place.key("options")) }
        if let value = given.identifier { entry.identifier = try string(value, at: place.key("identifier")) }
        if let value = given.source { entry.reference = try source(value, at: place.key("source")) }
        var grammar = VisualFormatGrammar(isExtended: isExtended)
        if let value = format.extended { grammar.isExtended = try bool(value, at: place.key("extended")) }
        let own = try format.metrics.map { (value) throws(ImportError) in try metrics(value, at: place.key("metrics")) }
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
