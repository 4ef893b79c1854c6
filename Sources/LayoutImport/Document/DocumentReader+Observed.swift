internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// Reads the parts of a document that was captured from a running app.

extension DocumentReader {
    mutating func capture(_ value: JSONValue?) throws(ImportError) -> Capture? {
        guard let value else { return nil }
        let place = Place.document.key("capture")
        var capture = Capture()
        for member in try members(value, at: place) {
            if member.isNamed("tool") {
                capture.tool = try string(member.value, at: place.key("tool"))
            } else if member.isNamed("os") {
                capture.os = try string(member.value, at: place.key("os"))
            } else if member.isNamed("device") {
                capture.device = try string(member.value, at: place.key("device"))
            } else if member.isNamed("date") {
                capture.date = try string(member.value, at: place.key("date"))
            } else if member.isNamed("scale") {
                let scale = try number(member.value, at: place.key("scale"))
                guard scale.isPositive else { throw place.key("scale").invalid("out-of-range", "a scale must be above 0, found \(scale)") }
                capture.scale = scale
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        return capture
    }

    /// Reads what the platform reported, by the ids of views.
    mutating func observations(_ value: JSONValue?, of views: [LayoutView]) throws(ImportError) -> [ViewObservation] {
        guard let value else { return [] }
        let place = Place.document.key("observed")
        let known = Dictionary(views.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var observations: [ViewObservation] = []
        for member in try members(value, at: place) {
            let pointer = place.pointer(toKey: member.name)
            guard let view = known[member.name] else {
                throw place.invalid("unknown-item", UnknownName.view(member.name, among: views)).at(pointer)
            }
            try limits.checkInterest(observations.count)
            do throws(ImportError) {
                observations.append(try observation(member.value, of: view))
            } catch {
                throw error.at(pointer + (error.pointer ?? ""))
            }
        }
        return observations.sorted { $0.view < $1.view }
    }

    /// Reads the entry of one view. Pointers are relative to the entry.
    private mutating func observation(_ value: JSONValue, of view: Int) throws(ImportError) -> ViewObservation {
        var observation = ViewObservation(view: view)
        for member in try members(value, at: .document) {
            if member.isNamed("frame") {
                observation.frame = try frame(member.value, at: .document.key("frame"))
            } else if member.isNamed("ambiguous") {
                observation.isAmbiguous = try bool(member.value, at: .document.key("ambiguous"))
            } else if member.isNamed("affecting") {
                let place = Place.document.key("affecting")
                for list in try members(member.value, at: place) {
                    guard let axis = Axis(word: list.name) else {
                        throw place.invalid("unknown-axis", "expected \"horizontal\" or \"vertical\", found \"\(list.name)\"")
                    }
                    let place = place.key(axis == .horizontal ? "horizontal" : "vertical")
                    guard let elements = list.value.elements else { throw place.expected("an array", found: list.value) }
                    var ids: [String] = []
                    for element in elements {
                        ids.append(try string(element, at: place))
                        try limits.checkInterest(ids.count)
                    }
                    observation.affecting[axis] = ids
                }
            } else {
                warnings.unknownKey(member.name, at: .document.key("observed"))
            }
        }
        return observation
    }

    private mutating func frame(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutFrame {
        var sides: [Rational?] = [nil, nil, nil, nil]
        for member in try members(value, at: place) {
            if member.isNamed("x") {
                sides[0] = try number(member.value, at: place.key("x"))
            } else if member.isNamed("y") {
                sides[1] = try number(member.value, at: place.key("y"))
            } else if member.isNamed("width") {
                sides[2] = try length(member.value, at: place.key("width"))
            } else if member.isNamed("height") {
                sides[3] = try length(member.value, at: place.key("height"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        guard let x = sides[0], let y = sides[1], let width = sides[2], let height = sides[3] else {
            throw place.invalid("missing-frame", "a frame must have the keys \"x\", \"y\", \"width\" and \"height\"")
        }
        return LayoutFrame(x: x, y: y, width: width, height: height)
    }
}
