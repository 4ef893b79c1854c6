internal import JSON
public import LayoutModel

// Reads the parts of a document for checks: assertions and suppressions.

extension DocumentReader {
    func assertions(_ value: JSONValue?) throws(ImportError) -> [LayoutAssertion] {
        guard let value else { return [] }
        let listPlace = Place.document.key("assert")
        guard let elements = value.elements else { throw listPlace.expected("an array", found: value) }
        let known = Set(views.map(\.id))
        var assertions: [LayoutAssertion] = []
        for (index, element) in elements.enumerated() {
            try limits.checkConstraints(index + 1, at: listPlace)
            let place = Place.assertion(index)
            let assertion = try AssertionReader.read(try utf8(element, at: place), metrics: metrics, at: place)
            if let unknown = assertion.items.first(where: { !known.contains($0) }) {
                throw place.invalid("unknown-item", UnknownName.view(unknown, among: views))
            }
            assertions.append(assertion)
        }
        return assertions
    }

    mutating func suppressions(_ value: JSONValue?) throws(ImportError) -> [LayoutSuppression] {
        guard let value else { return [] }
        let listPlace = Place.document.key("suppress")
        guard let elements = value.elements else { throw listPlace.expected("an array", found: value) }
        var suppressions: [LayoutSuppression] = []
        for (index, element) in elements.enumerated() {
            try limits.checkInterest(index)
            suppressions.append(try suppression(element, at: .suppression(index)))
        }
        return suppressions
    }

    private mutating func suppression(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutSuppression {
        var suppression = LayoutSuppression(rule: "", reason: "")
        for member in try members(value, at: place) {
            if member.isNamed("rule") {
                suppression.rule = try string(member.value, at: place.key("rule"))
            } else if member.isNamed("view") {
                suppression.view = try string(member.value, at: place.key("view"))
            } else if member.isNamed("constraint") {
                suppression.constraint = try string(member.value, at: place.key("constraint"))
            } else if member.isNamed("fingerprint") {
                suppression.fingerprint = try string(member.value, at: place.key("fingerprint"))
            } else if member.isNamed("reason") {
                suppression.reason = try string(member.value, at: place.key("reason"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        if suppression.rule.isEmpty { throw place.invalid("missing-rule", "a suppression must name its \"rule\"") }
        if suppression.reason.allSatisfy(\.isWhitespace) { throw place.invalid("missing-reason", "a suppression must have a \"reason\"") }
        return suppression
    }
}

/// Reads one assertion.
public enum AssertionReader {
    /// Reads a separate assertion, such as one of a configuration.
    public static func read(_ text: String) throws(ImportError) -> LayoutAssertion {
        do throws(ImportError) {
            return try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(ImportError) in try read(bytes, metrics: Metrics(), at: .document) }
        } catch {
            var error = error
            error.pointer = nil
            throw error
        }
    }

    static func read(_ text: UnsafeBufferPointer<UInt8>, metrics: Metrics, at place: Place) throws(ImportError) -> LayoutAssertion {
        let assertion: LayoutAssertion
        do throws(EquationError) {
            assertion = try AssertionParser.parse(text, metrics: metrics)
        } catch {
            throw FormatSource(text: text, location: .json(place)).syntaxError("bad-assertion", error.message, at: error.offset)
        }
        try ConstraintRules.check(assertion.first.attribute, assertion.second?.attribute, multiplier: assertion.multiplier, at: place)
        return assertion
    }
}
