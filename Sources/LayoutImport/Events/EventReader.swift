internal import ExactArithmetic
public import JSON
internal import LayoutModel

/// Reads lists of events. Errors have the event's index and the field.
public struct EventReader: Sendable {
    /// The maximum number of events in a list.
    public static let mostEvents = 1000

    public init() {}

    /// - Parameter list: the array of events.
    /// - Throws: `ImportError` with a pointer such as `/events/2/priority`.
    public func read(_ list: JSONValue) throws(ImportError) -> [LayoutEvent] {
        guard let elements = list.elements else {
            throw ImportError(.invalid, code: "wrong-type", "expected an array of events, found \(list.kind.name)", pointer: "/events")
        }
        var events: [LayoutEvent] = []
        for (index, element) in elements.enumerated() {
            if index == EventReader.mostEvents {
                throw ImportError(
                    .tooLarge, code: "too-many-events",
                    "the list has more than \(EventReader.mostEvents) events, which is the limit; send it in parts", pointer: "/events")
            }
            do throws(ImportError) { events.append(try event(element)) } catch { throw error.within(event: index) }
        }
        if events.isEmpty { throw ImportError(.invalid, code: "no-events", "a list of events must not be empty", pointer: "/events") }
        return events
    }

    private func event(_ value: JSONValue) throws(ImportError) -> LayoutEvent {
        var fields = try EventFields(value)
        let word = try fields.text("op")
        guard let name = LayoutEvent.Name(rawValue: word) else {
            let known = LayoutEvent.Name.allCases.map(\.rawValue)
            let hint = NearWord.hint(word, among: known)
            throw fields.invalid("op", "unknown-event", "unknown event \"\(word)\"\(hint); known are \(known.joined(separator: ", "))")
        }
        let event: LayoutEvent
        switch name {
        case .addConstraint: event = .addConstraint(JSONTree(try fields.value("constraint")))
        case .removeConstraint: event = .removeConstraint(try fields.constraintName())
        case .setConstant: event = .setConstant(try fields.constraintName(), try fields.number("constant"))
        case .setPriority: event = .setPriority(try fields.constraintName(), try fields.priority("priority"))
        case .activate: event = .activate(try fields.constraintName())
        case .deactivate: event = .deactivate(try fields.constraintName())
        case .addView: event = .addView(JSONTree(try fields.value("view")))
        case .removeView: event = .removeView(id: try fields.id("id", or: "view"))
        case .setIntrinsicContentSize:
            event = .setIntrinsicContentSize(
                view: try fields.id("view", or: "id"), LayoutSize(width: try fields.intrinsic("width"), height: try fields.intrinsic("height")))
        case .setHugging: event = .setHugging(view: try fields.id("view", or: "id"), try fields.axis(), try fields.priority("priority"))
        case .setCompressionResistance:
            event = .setCompressionResistance(view: try fields.id("view", or: "id"), try fields.axis(), try fields.priority("priority"))
        case .setFrame:
            let view = try fields.id("view", or: "id")
            let frame = try fields.frame()
            event = .setFrame(view: view, frame, superview: fields.has("superview") ? try fields.superview() : nil)
        case .setMask: event = .setMask(view: try fields.id("view", or: "id"), try fields.mask())
        case .setTranslatesMask:
            let view = try fields.id("view", or: "id")
            event = .setTranslatesMask(view: view, try fields.bool("translates") ? try fields.autoresizing() : nil)
        case .setInsets: event = .setInsets(view: try fields.id("view", or: "id"), try fields.insets())
        case .resize: event = .resize(try fields.lengths())
        case .setDirection:
            let word = try fields.text("direction")
            guard let direction = LayoutDirection(word: word) else {
                throw fields.invalid("direction", "unknown-direction", "expected \"ltr\" or \"rtl\", found \"\(word)\"")
            }
            event = .setDirection(direction)
        case .undo: event = .undo
        }
        try fields.finish(name)
        return event
    }
}

/// The members of one event, with those that were read.
private struct EventFields {
    private var members: [String: JSONValue] = [:]
    private var known: Set<String> = []
    /// The key that names the view or constraint, and its synonym.
    private var synonyms: (used: String, other: String, item: String)?
    private var reader = DocumentReader(limits: ImportLimits())

    init(_ value: JSONValue) throws(ImportError) {
        guard let list = value.members else { throw Place.document.expected("an event, an object with the key \"op\"", found: value) }
        for member in list { members[member.name] = member.value }
    }

    func invalid(_ key: String, _ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: "/" + JSONPointer.escaped(key))
    }

    mutating func value(_ key: String) throws(ImportError) -> JSONValue {
        known.insert(key)
        guard let value = members[key], !value.isNull else {
            throw invalid(key, "missing-key", "the event must have the key \"\(key)\"\(unreadKeys)")
        }
        return value
    }

    /// The keys that no event with this name has, for the message about one that is missing: `, and has "value"`.
    private var unreadKeys: String {
        let others = members.keys.filter { !known.contains($0) && $0 != "op" }.sorted()
        return others.isEmpty || others.count > 3 ? "" : ", but has " + others.map { "\"\($0.shortened())\"" }.joined(separator: ", ")
    }

    mutating func text(_ key: String) throws(ImportError) -> String {
        let value = try value(key)
        guard let text = value.string else { throw invalid(key, "wrong-type", "expected text, found \(value.kind.name)") }
        return text
    }

    /// Reads the name of a view, which has two keys.
    mutating func id(_ key: String, or other: String) throws(ImportError) -> String {
        try text(used(key, or: other, item: "view"))
    }

    mutating func constraintName() throws(ImportError) -> ConstraintName {
        let key = used("id", or: "identifier", item: "constraint")
        return key == "id" ? .id(try text(key)) : .identifier(try text(key))
    }

    /// Returns the second key if only that is present, else the first.
    private mutating func used(_ key: String, or other: String, item: String) -> String {
        let isOther = members[key] == nil && members[other] != nil
        synonyms = isOther ? (other, key, item) : (key, other, item)
        return isOther ? other : key
    }

    /// Whether the key is present and not null.
    func has(_ key: String) -> Bool { members[key].map { !$0.isNull } ?? false }

    mutating func bool(_ key: String) throws(ImportError) -> Bool {
        let value = try value(key)
        do throws(ImportError) { return try reader.bool(value, at: .document) } catch { throw error.at("/" + key) }
    }

    mutating func frame() throws(ImportError) -> DesignFrame {
        let value = try value("frame")
        let frame = try reader.frame(value, at: Place.document.key("frame"))
        try checkKeys()
        return frame
    }

    mutating func superview() throws(ImportError) -> DesignSize {
        let value = try value("superview")
        let size = try reader.superview(value, at: Place.document.key("superview"))
        try checkKeys()
        return size
    }

    mutating func mask() throws(ImportError) -> Set<Autoresizing.Flexible> {
        let value = try value("mask")
        return try reader.mask(value, at: Place.document.key("mask"))
    }

    /// Reads `frame`, `superview` and, if it is present, `mask`.
    mutating func autoresizing() throws(ImportError) -> Autoresizing {
        Autoresizing(try frame(), in: try superview(), mask: has("mask") ? try mask() : [])
    }

    /// Reads insets, or null for none.
    mutating func insets() throws(ImportError) -> LayoutInsets? {
        known.insert("insets")
        if let value = members["insets"], value.isNull { return nil }
        let value = try value("insets")
        let insets = try reader.insets(value, at: Place.document.key("insets"))
        try checkKeys()
        return insets
    }

    /// Checks that no value had unknown keys.
    private func checkKeys() throws(ImportError) {
        guard let unknown = reader.warnings.firstUnknownKey else { return }
        throw ImportError(.invalid, code: "unknown-key", "the event has no key at \(unknown)", pointer: unknown)
    }

    mutating func number(_ key: String) throws(ImportError) -> Rational {
        let value = try value(key)
        do throws(ImportError) { return try reader.number(value, at: .document) } catch { throw error.at("/" + key) }
    }

    mutating func priority(_ key: String) throws(ImportError) -> Rational {
        let value = try value(key)
        do throws(ImportError) { return try reader.priority(value, at: .document) } catch { throw error.at("/" + key) }
    }

    mutating func axis() throws(ImportError) -> Axis {
        let word = try text("axis")
        guard let axis = Axis(word: word) else {
            throw invalid("axis", "unknown-axis", "expected \"horizontal\" or \"vertical\", found \"\(word)\"")
        }
        return axis
    }

    /// Reads a length. It is nil if absent, null or -1.
    mutating func intrinsic(_ key: String) throws(ImportError) -> Rational? {
        known.insert(key)
        guard let value = members[key], !value.isNull else { return nil }
        do throws(ImportError) { return try reader.intrinsicLength(value, at: .document) } catch { throw error.at("/" + key) }
    }

    mutating func lengths() throws(ImportError) -> [FrameDimension: Rational?] {
        var lengths: [FrameDimension: Rational?] = [:]
        for dimension in [FrameDimension.width, .height] {
            known.insert(dimension.name)
            guard let value = members[dimension.name] else { continue }
            lengths[dimension] = .some(value.isNull ? nil : try length(dimension.name, value))
        }
        if lengths.isEmpty { throw invalid("width", "missing-key", "the event must have the key \"width\" or \"height\"") }
        return lengths
    }

    private func length(_ key: String, _ value: JSONValue) throws(ImportError) -> Rational {
        do throws(ImportError) { return try reader.length(value, at: .document) } catch { throw error.at("/" + key) }
    }

    func finish(_ name: LayoutEvent.Name) throws(ImportError) {
        guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
        if let synonyms, synonyms.other == unknown {
            throw invalid(
                unknown, "named-twice",
                "\"\(name.rawValue)\" must name its \(synonyms.item) with either \"\(synonyms.used)\" or \"\(unknown)\", not with both")
        }
        throw invalid(unknown, "unknown-key", "unknown key \"\(unknown)\" in the event \"\(name.rawValue)\"")
    }
}

extension ImportError {
    func at(_ pointer: String) -> ImportError {
        var error = self
        error.pointer = pointer
        return error
    }

    /// Returns the error with the index of an event in a list.
    func within(event index: Int) -> ImportError {
        at("/events/\(index)" + (pointer ?? ""))
    }
}
