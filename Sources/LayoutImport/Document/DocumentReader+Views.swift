internal import ExactArithmetic
internal import JSON
internal import LayoutModel

extension DocumentReader {
    mutating func readViews(_ list: JSONValue) throws(ImportError) {
        let listPlace = Place.document.key("views")
        guard let elements = list.elements else { throw listPlace.expected("an array", found: list) }
        let expected = min(list.count, max(limits.views, 0))
        views.reserveCapacity(expected)
        names = NameTable(capacity: expected)
        for (index, element) in elements.enumerated() {
            try limits.checkViews(index + 1, at: listPlace)
            try readView(element, at: .view(index))
        }
    }

    /// Adds a root that the document only names or implies. Further views come from the constraints.
    mutating func implyRoot(_ id: UnsafeBufferPointer<UInt8>) {
        impliesViews = true
        root = names.insert(id).index
        views.append(LayoutView(id: String(decoding: id, as: UTF8.self)))
    }

    private mutating func readView(_ value: JSONValue, at place: Place) throws(ImportError) {
        var view = LayoutView(id: "")
        var id: JSONValue?
        var insets: LayoutInsets?
        var heights: JSONValue?
        content.parents.append(nil)
        for member in try members(value, at: place) {
            let value = member.value
            if member.isNamed("id") {
                id = value
            } else if member.isNamed("parent") {
                content.parents[content.parents.count - 1] = ScrollContent.ParentName(try utf8(value, at: place.key("parent")))
            } else if member.isNamed("kind") {
                view.kind = try kind(value, at: place.key("kind"))
            } else if member.isNamed("class") {
                view.className = try string(value, at: place.key("class"))
            } else if member.isNamed("text") {
                view.text = try string(value, at: place.key("text"))
            } else if member.isNamed("intrinsicContentSize") {
                view.intrinsicContentSize = try intrinsicSize(value, at: place.key("intrinsicContentSize"))
            } else if member.isNamed("textSizes") {
                view.textSizes = try textSizes(value, ofView: content.parents.count - 1, at: place.key("textSizes"))
            } else if member.isNamed("heightsByWidth") {
                heights = value
            } else if member.isNamed("hugging") {
                view.hugging = try priorities(value, view.hugging, at: place.key("hugging"))
            } else if member.isNamed("compressionResistance") {
                view.compressionResistance = try priorities(value, view.compressionResistance, at: place.key("compressionResistance"))
            } else if member.isNamed("baseline") {
                try readBaseline(value, into: &view, at: place.key("baseline"))
            } else if member.isNamed("alignmentRectInsets") {
                view.alignmentRectInsets = try self.insets(value, at: place.key("alignmentRectInsets"))
            } else if member.isNamed("layoutMargins") {
                view.layoutMargins = try self.insets(value, at: place.key("layoutMargins"))
            } else if member.isNamed("insets") {
                insets = try self.insets(value, at: place.key("insets"))
            } else if member.isNamed("autoresizing") {
                view.autoresizing = try autoresizing(value, at: place.key("autoresizing"))
            } else if member.isNamed("label") {
                view.label = try string(value, at: place.key("label"))
            } else if member.isNamed("outlet") {
                view.outlet = try string(value, at: place.key("outlet"))
            } else if member.isNamed("source") {
                view.source = try source(value, at: place.key("source"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        guard let id else { throw place.invalid("missing-id", "a view must have the key \"id\"") }
        let bytes = try utf8(id, at: place.key("id"))
        view.id = String(decoding: bytes, as: UTF8.self)
        if let heights { try readHeights(heights, into: &view, at: place) }
        if view.kind == .guide {
            view.insets = insets
        } else if insets != nil {
            warnings.add("\(place.pointer)/insets is ignored: only guides have insets")
        }
        let (number, isNew) = names.insert(bytes)
        if !isNew { throw place.key("id").invalid("duplicate-id", "the id \"\(view.id)\" is already used by /views/\(number)") }
        views.append(view)
    }

    private func kind(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutView.Kind {
        let word = try utf8(value, at: place)
        if let kind = LayoutView.Kind(word: word) { return kind }
        throw place.invalid("unknown-kind", "expected \"view\", \"guide\" or \"scroll\", found \"\(String(decoding: word, as: UTF8.self))\"")
    }

    private mutating func intrinsicSize(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutSize {
        var size = LayoutSize()
        for member in try members(value, at: place) {
            if member.isNamed("width") {
                size.width = try intrinsicLength(member.value, at: place.key("width"))
            } else if member.isNamed("height") {
                size.height = try intrinsicLength(member.value, at: place.key("height"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        return size
    }

    /// Reads `[{"scale": 1.5, "width": 90, "height": 40}]`, with unique scales.
    private mutating func textSizes(_ value: JSONValue, ofView view: Int, at place: Place) throws(ImportError) -> [TextSize] {
        guard let list = value.elements else { throw place.expected("an array", found: value) }
        var sizes = TextSizeList()
        for (index, element) in list.enumerated() {
            try limits.checkInterest(index + 1)
            let place = Place.textSize(view: view, index)
            var entry = TextSize(scale: .zero, size: LayoutSize())
            for member in try members(element, at: place) {
                if member.isNamed("scale") {
                    entry.scale = try number(member.value, at: place.key("scale"))
                } else if member.isNamed("width") {
                    entry.size.width = try length(member.value, at: place.key("width"))
                } else if member.isNamed("height") {
                    entry.size.height = try length(member.value, at: place.key("height"))
                } else {
                    warnings.unknownKey(member.name, at: place)
                }
            }
            do throws(TextSize.Mistake) {
                try sizes.add(entry)
            } catch {
                throw place.invalid(error == .scale ? "out-of-range" : "duplicate-scale", error.message)
            }
        }
        return sizes.sizes
    }

    private func priorities(_ value: JSONValue, _ standard: AxisPair, at place: Place) throws(ImportError) -> AxisPair {
        var pair = standard
        for member in try members(value, at: place) {
            guard let axis = Axis(word: member.name) else {
                throw place.invalid("unknown-axis", "expected \"horizontal\" or \"vertical\", found \"\(member.name)\"")
            }
            do throws(ImportError) {
                pair[axis] = try priority(member.value, at: place, allowsMetrics: false)
            } catch {
                throw error.at(place.pointer(toKey: member.name))
            }
        }
        return pair
    }

    private mutating func readBaseline(_ value: JSONValue, into view: inout LayoutView, at place: Place) throws(ImportError) {
        for member in try members(value, at: place) {
            if member.isNamed("firstFromTop") {
                view.firstBaselineFromTop = try number(member.value, at: place.key("firstFromTop"))
            } else if member.isNamed("lastFromBottom") {
                view.lastBaselineFromBottom = try number(member.value, at: place.key("lastFromBottom"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
    }

    mutating func insets(_ value: JSONValue, at place: Place) throws(ImportError) -> LayoutInsets {
        var insets = LayoutInsets()
        for member in try members(value, at: place) {
            if member.isNamed("top") {
                insets.top = try number(member.value, at: place.key("top"))
            } else if member.isNamed("left") {
                insets.left = try number(member.value, at: place.key("left"))
            } else if member.isNamed("bottom") {
                insets.bottom = try number(member.value, at: place.key("bottom"))
            } else if member.isNamed("right") {
                insets.right = try number(member.value, at: place.key("right"))
            } else if member.isNamed("leading") {
                insets.leading = try number(member.value, at: place.key("leading"))
            } else if member.isNamed("trailing") {
                insets.trailing = try number(member.value, at: place.key("trailing"))
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        return insets
    }
}
