internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension DocumentReader {
    /// Reads `frame` with all four numbers, `superview` with both, and the flexible parts.
    mutating func autoresizing(_ value: JSONValue, at place: Place) throws(ImportError) -> Autoresizing {
        var frame: JSONValue?
        var superview: JSONValue?
        var mask: Set<Autoresizing.Flexible> = []
        for member in try members(value, at: place) {
            if member.isNamed("frame") {
                frame = member.value
            } else if member.isNamed("superview") {
                superview = member.value
            } else if member.isNamed("mask") {
                mask = try self.mask(member.value, at: place.key("mask"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        guard let frame else { throw place.invalid("missing-key", "autoresizing must have the key \"frame\"") }
        guard let superview else { throw place.invalid("missing-key", "autoresizing must have the key \"superview\"") }
        return Autoresizing(
            try self.frame(frame, at: place.key("frame")), in: try self.superview(superview, at: place.key("superview")), mask: mask)
    }

    mutating func frame(_ value: JSONValue, at place: Place) throws(ImportError) -> DesignFrame {
        let found = try values(value, ["x", "y", "width", "height"], isLength: [false, false, true, true], at: place)
        return DesignFrame(x: found[0], y: found[1], width: found[2], height: found[3])
    }

    mutating func superview(_ value: JSONValue, at place: Place) throws(ImportError) -> DesignSize {
        let found = try values(value, ["width", "height"], isLength: [true, true], at: place)
        return DesignSize(width: found[0], height: found[1])
    }

    /// Reads the numbers of these keys, all of which must be present.
    private mutating func values(
        _ value: JSONValue, _ keys: [StaticString], isLength: [Bool], at place: Place
    ) throws(ImportError) -> [Rational] {
        var found: [Rational?] = Array(repeating: nil, count: keys.count)
        for member in try members(value, at: place) {
            guard let index = keys.firstIndex(where: { member.isNamed($0) }) else {
                warnings.unknownKey(member.name, at: place)
                continue
            }
            do throws(ImportError) {
                found[index] = isLength[index] ? try length(member.value, at: place) : try number(member.value, at: place)
            } catch {
                var error = error
                error.pointer = place.pointer(toKey: member.name)
                throw error
            }
        }
        var values: [Rational] = []
        for (key, value) in zip(keys, found) {
            guard let value else { throw place.invalid("missing-key", "expected a number for the key \"\(key)\"") }
            values.append(value)
        }
        return values
    }

    func mask(_ value: JSONValue, at place: Place) throws(ImportError) -> Set<Autoresizing.Flexible> {
        guard let elements = value.elements else { throw place.expected("an array", found: value) }
        var mask: Set<Autoresizing.Flexible> = []
        for (index, element) in elements.enumerated() {
            var part: Autoresizing.Flexible?
            if let word = element.string { part = Autoresizing.Flexible(word: word) }
            guard let part else {
                let known = Autoresizing.Flexible.allCases.map(\.rawValue).joined(separator: ", ")
                let found = element.string.map { "\"\($0)\"" } ?? element.kind.name
                var error = place.invalid("unknown-mask", "expected one of \(known), found \(found)")
                error.pointer = place.pointer(toKey: String(index))
                throw error
            }
            mask.insert(part)
        }
        return mask
    }
}

extension Autoresizing {
    init(_ frame: DesignFrame, in superview: DesignSize, mask: Set<Flexible>) {
        self.init(
            x: frame.x, y: frame.y, width: frame.width, height: frame.height, superviewWidth: superview.width, superviewHeight: superview.height,
            mask: mask)
    }
}
