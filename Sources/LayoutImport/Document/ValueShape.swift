/// Samples of the objects and arrays of a document, for messages about values of another type.
enum ValueShape {
    /// Returns ` such as {"width": 320, "height": 480}` for the value of a key, or an empty text.
    ///
    /// - Parameter pointer: the JSON Pointer of the value.
    static func hint(at pointer: String) -> String {
        let keys = pointer.split(separator: "/")
        guard let key = keys.last(where: { Int($0) == nil }) else { return "" }
        // An element of a list is named by the list's key.
        let isElement = keys.last.map { Int($0) != nil } ?? false
        guard let sample = isElement ? elements[String(key)] : samples[String(key)] else { return "" }
        return " such as \(sample)"
    }

    private static let samples: [String: String] = [
        "size": #"{"width": 320, "height": 480}"#, "intrinsicContentSize": #"{"width": 60, "height": 20}"#,
        "hugging": #"{"horizontal": 251, "vertical": 251}"#, "compressionResistance": #"{"horizontal": 750, "vertical": 750}"#,
        "baseline": #"{"firstFromTop": 16, "lastFromBottom": 4}"#, "layoutMargins": #"{"top": 8, "leading": 8, "bottom": 8, "trailing": 8}"#,
        "insets": #"{"top": 47, "bottom": 34}"#, "alignmentRectInsets": #"{"top": 1}"#, "metrics": #"{"pad": 8}"#,
        "spacing": #"{"sibling": 8, "superview": 20}"#, "first": #"{"item": "title", "attribute": "leading"}"#,
        "second": #"{"item": "root", "attribute": "leading"}"#, "source": #"{"file": "Cell.swift", "line": 12}"#,
        "views": #"[{"id": "root"}, {"id": "title", "parent": "root"}]"#, "constraints": #"["title.leading == root.leading + 8"]"#,
        "options": #"["alignAllTop"]"#, "mask": #"["flexibleWidth"]"#, "assert": #"["title.width >= 44"]"#,
        "textSizes": #"[{"scale": 1.5, "width": 90, "height": 40}]"#, "view": #"{"id": "badge", "parent": "root"}"#,
        "frame": #"{"x": 8, "y": 8, "width": 20, "height": 20}"#, "superview": #"{"width": 390, "height": 844}"#,
    ]

    private static let elements: [String: String] = [
        "views": #"{"id": "title", "parent": "root"}"#, "constraints": #""title.leading == root.leading + 8""#,
        "events": #"{"op": "setConstant", "id": "c1", "constant": 8}"#,
    ]
}
