internal import ExactArithmetic
internal import JSON
internal import LayoutModel

/// A side, by the name of its item. If `attribute` is nil, there is no such side.
private struct NamedSide {
    var item: Int?
    var attribute: LayoutAttribute?
}

extension DocumentReader {
    mutating func readConstraints(_ list: JSONValue) throws(ImportError) {
        let listPlace = Place.document.key("constraints")
        guard let elements = list.elements else { throw listPlace.expected("an array", found: list) }
        let expected = min(list.count, max(limits.constraints, 0))
        constraints.reserveCapacity(expected)
        constraintNames = ConstraintNames(capacity: expected)
        for (index, element) in elements.enumerated() {
            try limits.checkConstraints(index + 1, at: listPlace)
            entryCount = index + 1
            let place = Place.constraint(index)
            if let text = element.utf8 {
                if VisualFormatText.isOne(text) {
                    try addVisualFormat(ConstraintMembers(), FormatMembers(), text, at: place, textPlace: place)
                } else {
                    try add(ConstraintMembers(), try equation(text, at: place), text, at: place)
                }
            } else {
                try readObject(element, at: place)
            }
        }
    }

    func equation(_ text: UnsafeBufferPointer<UInt8>, at place: Place) throws(ImportError) -> Equation {
        do throws(EquationError) {
            return try EquationParser.parse(text, metrics: metrics)
        } catch {
            throw FormatSource(text: text, location: .json(place)).syntaxError("bad-equation", error.message, at: error.offset)
        }
    }

    /// Adds a constraint from an equation, an object, or both. The object overrides the equation.
    mutating func add(
        _ given: ConstraintMembers, _ equation: Equation?, _ text: UnsafeBufferPointer<UInt8>?, at place: Place
    ) throws(ImportError) {
        let isActive = try isActive(given, at: place)
        let first = try side(given.first, equation?.first, text, isActive: isActive, at: place.key("first"))
        let second = try side(given.second, equation?.second, text, isActive: isActive, at: place.key("second"))
        guard let first, let item = first.item, let attribute = first.attribute else {
            let what =
                given.first == nil
                ? "a constraint must have the key \"first\",\(ValueShape.hint(at: "/first")), or be an equation: \"title.leading == root.leading + 8\""
                : "the first side must have an item and an attribute,\(ValueShape.hint(at: "/first"))"
            throw place.invalid("missing-first", what)
        }
        var secondAnchor: LayoutAnchor?
        if let second, let attribute = second.attribute {
            guard let item = second.item else { throw place.key("second").invalid("missing-item", "an attribute must have its item") }
            secondAnchor = LayoutAnchor(item, attribute)
        }
        let numbers = try numbers(given, equation, at: place)
        let relation =
            try given.relation.map { (value) throws(ImportError) in try self.relation(value, at: place.key("relation")) }
            ?? equation?.relation ?? .equal
        var identifier: String?
        if let value = given.identifier { identifier = try string(value, at: place.key("identifier")) }
        var source: SourceReference?
        if let value = given.source { source = try self.source(value, at: place.key("source")) }
        try ConstraintRules.check(attribute, secondAnchor?.attribute, multiplier: numbers.multiplier, at: place)
        if hasFormats { entries.append(entryCount - 1) }
        var constraint = LayoutConstraint(
            id: try newName(given.id, at: place), first: LayoutAnchor(item, attribute), relation: relation, second: secondAnchor,
            multiplier: secondAnchor == nil ? .one : numbers.multiplier, constant: numbers.constant, priority: numbers.priority,
            isActive: isActive, identifier: identifier, source: source, origin: LayoutConstraint.Origin(identifier: identifier))
        if let value = given.origin { constraint.origin = try origin(value, at: place.key("origin")) }
        if isFragment { try readFragmentParts(given, into: &constraint, at: place) }
        constraints.append(constraint)
    }

    func isActive(_ given: ConstraintMembers, at place: Place) throws(ImportError) -> Bool {
        try given.active.map { (value) throws(ImportError) in try bool(value, at: place.key("active")) } ?? true
    }

    private func numbers(
        _ given: ConstraintMembers, _ equation: Equation?, at place: Place
    ) throws(ImportError) -> (multiplier: Rational, constant: Rational, priority: Rational) {
        var multiplier = equation?.multiplier ?? .one
        if let value = given.multiplier { multiplier = try number(value, at: place.key("multiplier"), allowsMetrics: true) }
        if !NumberText.isWritable(multiplier) {
            throw place.invalid("not-a-number", "the multiplier has more than \(NumberText.digitLimit) digits")
        }
        var constant = equation?.constant ?? .zero
        if let value = given.constant { constant = try number(value, at: place.key("constant"), allowsMetrics: true) }
        var priority = equation?.priority ?? LayoutPriority.required
        if let value = given.priority { priority = try self.priority(value, at: place.key("priority")) }
        try checkPriority(priority, at: given.priority == nil ? place : place.key("priority"))
        // A fragment has the multipliers as its log printed them.
        return (isFragment ? multiplier : ConstraintRules.snapped(multiplier), constant, priority)
    }

    private func relation(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutRelation {
        let sign = try utf8(value, at: place)
        guard let relation = LayoutRelation(utf8: sign) else {
            throw place.invalid("unknown-relation", "expected \"==\", \"<=\" or \">=\", found \"\(String(decoding: sign, as: UTF8.self))\"")
        }
        return relation
    }

    mutating func source(_ value: JSONValue, at place: Place) throws(ImportError) -> SourceReference? {
        var file: String?
        var line: Int?
        var column: Int?
        for member in try members(value, at: place) {
            if member.isNamed("file") {
                file = try string(member.value, at: place.key("file"))
            } else if member.isNamed("line") {
                guard let number = member.value.number?.integer, number >= 0 else {
                    throw place.key("line").invalid("wrong-type", "expected a line number")
                }
                line = number
            } else if member.isNamed("column") {
                guard let number = member.value.number?.integer, number >= 0 else {
                    throw place.key("column").invalid("wrong-type", "expected a column number")
                }
                column = number
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        if file == nil { warnings.add("\(place.pointer) is ignored: it names no file") }
        return file.map { SourceReference(file: $0, line: line, column: column) }
    }

    // MARK: Sides

    private mutating func side(
        _ given: JSONValue?, _ equation: Equation.Side?, _ text: UnsafeBufferPointer<UInt8>?, isActive: Bool, at place: Place
    ) throws(ImportError) -> NamedSide? {
        if let given { return try side(given, isActive: isActive, at: place) }
        guard let equation, let text else { return nil }
        let name = equation.item.bytes(in: text)
        let item = try name.withUnsafeBufferPointer { (bytes) throws(ImportError) in
            try self.item(bytes, isActive: isActive, at: place, in: text, offset: equation.item.range.lowerBound)
        }
        return NamedSide(item: item, attribute: equation.attribute)
    }

    private mutating func side(_ value: JSONValue, isActive: Bool, at place: Place) throws(ImportError) -> NamedSide {
        var side = NamedSide()
        for member in try members(value, at: place) {
            if member.isNamed("item") {
                let name = try utf8(member.value, at: place.key("item"))
                side.item = try item(name, isActive: isActive, at: place.key("item"))
            } else if member.isNamed("attribute") {
                let name = try utf8(member.value, at: place.key("attribute"))
                side.attribute = LayoutAttribute(utf8: name)
                if side.attribute == nil, !name.isEqual(to: "notAnAttribute"), PlatformWord.plain(name, .attribute) != "notAnAttribute" {
                    let word = String(decoding: name, as: UTF8.self)
                    throw place.key("attribute").invalid("unknown-attribute", "unknown attribute \"\(word)\"\(LayoutAttribute.hint(word))")
                }
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        return side
    }

    /// Returns the item with this name. Without a list of views, a new name creates a view.
    mutating func item(
        _ name: UnsafeBufferPointer<UInt8>, isActive: Bool, at place: Place, in text: UnsafeBufferPointer<UInt8>? = nil, offset: Int = 0
    ) throws(ImportError) -> Int {
        if let item = item(named: name) {
            if isActive || isFragment { noteActiveName(item) }
            return item
        }
        if impliesViews {
            warnOfPlaceholder(name)
            let item = names.insert(name).index
            views.append(LayoutView(id: String(decoding: name, as: UTF8.self), parent: root))
            try limits.checkViews(views.count, at: place)
            return item
        }
        var error = place.invalid("unknown-item", UnknownName.view(String(decoding: name, as: UTF8.self), among: views))
        if let text {
            let excerpt = Excerpt(of: Array(text), at: offset)
            (error.column, error.excerpt) = (excerpt.column, excerpt.text)
        }
        throw error
    }

    /// Warns of a word that means the superview in code, and here names a view like any other.
    private mutating func warnOfPlaceholder(_ name: UnsafeBufferPointer<UInt8>) {
        let word = String(decoding: name.prefix(20), as: UTF8.self)
        guard ["superview", "super", "self"].contains(word), name.count == word.utf8.count else { return }
        warnings.add("\"\(word)\" is the name of a separate view here; the superview of all views is called \"\(views[root].id)\"")
    }

    // MARK: Ids

    /// Returns the id of the next constraint, either given or from its index.
    private mutating func newName(_ given: JSONValue?, at place: Place) throws(ImportError) -> String {
        let id: String
        let (index, isNew): (Int, Bool)
        if let given {
            let bytes = try utf8(given, at: place.key("id"))
            id = String(decoding: bytes, as: UTF8.self)
            (index, isNew) = constraintNames.insert(bytes, after: constraints)
            if bytes.contains(UInt8(ascii: ".")) { dottedConstraints.append(constraints.count) }
        } else {
            id = "c\(entryCount)"
            (index, isNew) = constraintNames.insert(Array(id.utf8), after: constraints)
        }
        if !isNew {
            let which = given == nil ? "generated from its index " : ""
            throw (given == nil ? place : place.key("id")).invalid(
                "duplicate-id", "the id \"\(id)\" \(which)is already used by \(self.place(ofConstraint: index).pointer)")
        }
        if hasFormats, formatNames.contains(id) {
            throw (given == nil ? place : place.key("id")).invalid("duplicate-id", "the id \"\(id)\" is already used by a visual format")
        }
        return id
    }

    /// Adds one line of a list of equations.
    mutating func add(_ equation: Equation, in text: UnsafeBufferPointer<UInt8>, at place: Place) throws(ImportError) {
        try add(ConstraintMembers(), equation, text, at: place)
    }
}
