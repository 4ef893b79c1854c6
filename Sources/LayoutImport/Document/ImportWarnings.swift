internal import LayoutModel

/// The reader's warnings: the first hundred unknown keys, and the number of others.
struct ImportWarnings {
    private static let limit = 100
    private var shown: [String] = []
    private var more = 0

    /// The names of unknown keys of the document itself.
    private(set) var unknownSections: [String] = []

    /// A hint about the first unknown key that was meant to name the superview of a view; begins with a semicolon.
    private(set) var parentHint = ""

    /// The pointer to the first unknown key.
    private(set) var firstUnknownKey: String?

    mutating func unknownKey(_ name: String, at place: Place) {
        if firstUnknownKey == nil { firstUnknownKey = place.pointer(toKey: name) }
        if parentHint.isEmpty { parentHint = ImportWarnings.parentHint(name) ?? "" }
        if place.pointer.isEmpty, unknownSections.count < ImportWarnings.limit { unknownSections.append(name) }
        add("unknown key \"\(name)\" at \(place.pointer(toKey: name)) is ignored\(ImportWarnings.hint(name, at: place.pointer))")
    }

    /// Returns how to write the size of a view, for the words that it is looked for under; nil for other keys.
    private static func sizeHint(_ name: String, at pointer: String) -> String? {
        guard pointer.hasPrefix("/views/"), pointer.split(separator: "/").count == 2, ["size", "width", "height", "bounds"].contains(name)
        else { return nil }
        return "; only the root has a size, in the document's own \"size\": a view's is a constraint such as \"title.width == 60\", "
            + "or its content's, \"intrinsicContentSize\": {\"width\": 60, \"height\": 20}"
    }

    /// Returns what was probably meant by an unknown key. It takes a while, so it is asked only for warnings that are shown.
    private static func hint(_ name: String, at pointer: String) -> String {
        if let hint = parentHint(name) ?? sizeHint(name, at: pointer) { return hint }
        if ["intrinsicSize", "contentSize", "intrinsic"].contains(name) { return " (did you mean \"intrinsicContentSize\"?)" }
        // A key that is known elsewhere may be a misspelled one here.
        let own = pointer.isEmpty ? NearWord.hint(name, among: sections) : ""
        return !own.isEmpty ? own : keys.contains(name) ? "" : NearWord.hint(name, among: keys)
    }

    /// The keys of the document itself that people write.
    private static let sections = [
        "assert", "constraints", "direction", "extended", "format", "metrics", "name", "root", "size", "spacing", "suppress", "views",
    ]

    /// Returns what to write in place of a key that was probably meant to say which superview a view has; nil for other keys.
    private static func parentHint(_ name: String) -> String? {
        switch name {
        case "superview", "superView", "container": "; a view names its superview by the key \"parent\", not \"\(name)\""
        case "children", "subviews", "subViews", "arrangedSubviews":
            "; views are not nested: list all of them under \"views\", each with the id of its superview as \"parent\""
        default: nil
        }
    }

    /// All keys of documents, at any place.
    private static let keys = [
        "active", "alignmentRectInsets", "assert", "attribute", "autoresizing", "baseline", "bottom", "class", "column", "compressionResistance",
        "constant", "constraints", "direction", "equation", "extended", "file", "first", "firstFromTop", "format", "fragment", "frame", "height",
        "heightsByWidth", "hugging", "id", "identifier", "insets", "intrinsicContentSize", "item", "kind", "lastFromBottom", "layoutMargins",
        "leading", "left", "line",
        "mask", "metrics", "multiplier", "name", "options", "parent", "priority", "reason", "relation", "right", "root", "rule", "scale", "second",
        "sibling", "size", "source", "spacing", "superview", "suppress", "text", "textSizes", "top", "trailing", "view", "views", "visual", "width",
    ]

    mutating func add(_ text: @autoclosure () -> String) {
        if shown.count < ImportWarnings.limit { shown.append(text().shortenedMessage) } else { more += 1 }
    }

    var list: [String] {
        more == 0 ? shown : shown + ["\(more) more warnings of this kind are not shown"]
    }
}
