internal import JSON

/// The members of a constraint object, without those with null.
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
    /// Only in a fragment.
    var origin: JSONValue?
    var unknownConstant: JSONValue?
    var printed: JSONValue?
}

extension DocumentReader {
    mutating func readObject(_ value: JSONValue, at place: Place) throws(ImportError) {
        guard value.members != nil else { throw place.expected("an object, an equation or a visual format", found: value) }
        var given = ConstraintMembers()
        var format: FormatMembers?
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
            } else if isFragment || isCaptured, member.isNamed("origin") {
                given.origin = value
            } else if isFragment, member.isNamed("unknownConstant") {
                given.unknownConstant = value
            } else if isFragment, member.isNamed("printed") {
                given.printed = value
            } else if !FormatMembers.take(member, into: &format) {
                warnings.unknownKey(member.name, at: place)
            }
        }
        if let format, try readFormat(format, given, at: place) { return }
        if let equation = given.equation {
            let text = try utf8(equation, at: place.key("equation"))
            try add(given, try self.equation(text, at: place.key("equation")), text, at: place)
        } else {
            try add(given, nil, nil, at: place)
        }
    }
}
