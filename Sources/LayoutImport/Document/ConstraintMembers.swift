internal import JSON

/// The members of a constraint object, those with null left out.
struct ConstraintMembers {
    var id: JSONValue?
    var equation: JSONValue?
    var first: JSONValue?
    var relation: JSONValue?
    var second: JSONValue?
    var multiplier: JSONValue?
    var constant: JSONValue?
    var priority: JSONValue?
    var identifier: JSONValue?
    var active: JSONValue?
    var source: JSONValue?
    var visual: JSONValue?
    var options: JSONValue?
    var metrics: JSONValue?
    var extended: JSONValue?
}

extension DocumentReader {
    mutating func readObject(_ value: JSONValue, at place: Place) throws(ImportError) {
        guard value.members != nil else { throw place.expected("an object, an equation or a visual format", found: value) }
        var given = ConstraintMembers()
        for member in try members(value, at: place) {
            let value = member.value
            if member.isNamed("id") {
                given.id = value
            } else if member.isNamed("first") {
                given.first = value
            } else if member.isNamed("relation") {
                given.relation = value
            } else if member.isNamed("second") {
                given.second = value
            } else if member.isNamed("multiplier") {
                given.multiplier = value
            } else if member.isNamed("constant") {
                given.constant = value
            } else if member.isNamed("priority") {
                given.priority = value
            } else if member.isNamed("identifier") {
                given.identifier = value
            } else if member.isNamed("active") {
                given.active = value
            } else if member.isNamed("source") {
                given.source = value
            } else if member.isNamed("equation") {
                given.equation = value
            } else if member.isNamed("visual") {
                given.visual = value
            } else if member.isNamed("options") {
                given.options = value
            } else if member.isNamed("metrics") {
                given.metrics = value
            } else if member.isNamed("extended") {
                given.extended = value
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        if let visual = given.visual {
            try checkVisual(given, at: place)
            try addVisualFormat(given, try utf8(visual, at: place.key("visual")), at: place, textPlace: place.key("visual"))
            return
        }
        for (key, value) in [("options", given.options), ("metrics", given.metrics), ("extended", given.extended)] where value != nil {
            warnings.add("\(place.pointer)/\(key) is ignored: only a visual format has it")
        }
        if let equation = given.equation {
            let text = try utf8(equation, at: place.key("equation"))
            try add(given, try self.equation(text, at: place.key("equation")), text, at: place)
        } else {
            try add(given, nil, nil, at: place)
        }
    }
}
