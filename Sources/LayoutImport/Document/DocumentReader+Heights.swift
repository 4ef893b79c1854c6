internal import ExactArithmetic
internal import JSON
internal import LayoutModel

// The heights of a text that wraps.

extension DocumentReader {
    /// Reads `"heightsByWidth": [{"width": 150, "height": 41}, {"width": 300, "height": 20.5}]` or `{"fontSize": 17, "lines": 0}`, after
    /// all other members of the view. The intrinsic height becomes that of the natural width.
    mutating func readHeights(_ value: JSONValue, into view: inout LayoutView, at owner: Place) throws(ImportError) {
        let place = owner.key("heightsByWidth")
        guard view.textSizes.isEmpty else {
            throw place.invalid(
                "out-of-range",
                "a view can have either \"heightsByWidth\" or \"textSizes\", because the heights by width already grow with the text scale; remove "
                    + "one of them")
        }
        if let entries = value.elements {
            view.heightsByWidth = try heights(entries, ofView: content.parents.count - 1, at: place)
        } else {
            try wrap(value, into: &view, at: place)
        }
        let natural = view.naturalHeight
        if let given = view.intrinsicContentSize.height, let natural, given != natural {
            throw owner.key("intrinsicContentSize").invalid(
                "out-of-range",
                "the height is \(given.decimalText()), but \"heightsByWidth\" says \(natural.decimalText()) at the natural width; remove the height"
            )
        }
        view.intrinsicContentSize.height = natural
    }

    private mutating func heights(
        _ elements: some Sequence<JSONValue>, ofView view: Int, at list: Place
    ) throws(ImportError) -> [HeightAtWidth] {
        var heights: [HeightAtWidth] = []
        for (index, element) in elements.enumerated() {
            try limits.checkInterest(index + 1)
            let place = Place.height(view: view, index)
            var (width, height): (Rational?, Rational?)
            for member in try members(element, at: place) {
                if member.isNamed("width") {
                    width = try length(member.value, at: place.key("width"))
                } else if member.isNamed("height") {
                    height = try length(member.value, at: place.key("height"))
                } else {
                    warnings.unknownKey(member.name, at: place)
                }
            }
            guard let width, let height else {
                throw place.invalid(
                    "out-of-range",
                    "the entry has no \(width == nil ? "\"width\"" : "\"height\""): write {\"width\": 150, \"height\": 41} for each "
                        + "width at which the text gets another line")
            }
            heights.append(HeightAtWidth(width: width, height: height))
        }
        guard !heights.isEmpty else {
            throw list.invalid("out-of-range", "expected at least one entry such as {\"width\": 150, \"height\": 41}")
        }
        do throws(HeightAtWidth.Mistake) { return try HeightAtWidth.sorted(heights) } catch {
            throw list.invalid("out-of-range", error.message)
        }
    }

    /// Computes the heights of the view's text.
    private mutating func wrap(_ value: JSONValue, into view: inout LayoutView, at place: Place) throws(ImportError) {
        guard value.members != nil else {
            throw place.invalid(
                "wrong-type", "expected an array such as [{\"width\": 150, \"height\": 41}], or an object such as {\"fontSize\": 17, \"lines\": 0}")
        }
        var (fontSize, lineHeight, lines): (Rational?, Rational?, Rational) = (nil, nil, .zero)
        for member in try members(value, at: place) {
            if member.isNamed("fontSize") {
                fontSize = try number(member.value, at: place.key("fontSize"))
            } else if member.isNamed("lineHeight") {
                lineHeight = try number(member.value, at: place)
            } else if member.isNamed("lines") {
                lines = try number(member.value, at: place)
            } else {
                warnings.unknownKey(member.name, at: place)
            }
        }
        guard let fontSize, fontSize.isPositive, fontSize <= 1000 else {
            throw place.invalid("out-of-range", "expected a \"fontSize\" above 0 and at most 1000, in points of the system font")
        }
        guard lineHeight?.isPositive ?? true, lineHeight ?? .one <= 10_000 else {
            throw place.invalid("out-of-range", "expected a \"lineHeight\" above 0 and at most 10000, or none to use the font's")
        }
        guard !lines.isNegative, lines <= 1000, lines == lines.rounded(toPlaces: 0) else {
            throw place.invalid("out-of-range", "expected \"lines\" as a whole number from 0 to 1000: the maximum number of lines, or 0 for no limit")
        }
        guard let text = view.text, text.contains(where: { !$0.isWhitespace }) else {
            throw place.invalid(
                "out-of-range", "a font size also needs the view's \"text\"; add it, or give heights: [{\"width\": 150, \"height\": 41}]")
        }
        measuredBytes += text.utf8.count
        guard measuredBytes <= WrappedText.mostBytes else {
            throw ImportError(
                .tooLarge, code: "text-too-long",
                "the texts whose heights follow from a \"fontSize\" have more than \(WrappedText.mostBytes) bytes together, which is the limit; "
                    + "shorten them, or give heights: [{\"width\": 150, \"height\": 41}]",
                pointer: place.pointer)
        }
        let wrapped = WrappedText(text, fontSize: fontSize.double, lineHeight: lineHeight?.double, limit: Int(lines.double))
        view.heightsByWidth = wrapped.heights
        if view.intrinsicContentSize.width == nil { view.intrinsicContentSize.width = wrapped.width }
    }
}
