internal import JSON

/// A document with views of every kind around one visual format.
enum VisualFormatDocument {
    private static let options: [[String]] = [
        [], ["alignAllTop"], ["alignAllLeading", "directionLeftToRight"], ["directionRightToLeft", "alignAllCenterY", "alignAllLastBaseline"],
        ["spacingBaselineToBaseline"], ["alignAllCenterX", "alignAllRight"], ["directionRightToLeft"], ["unknown"],
    ]

    static func json(_ format: String, flags: UInt8) -> [UInt8] {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.key("extended")
        writer.bool(flags & 2 != 0)
        writer.key("metrics")
        writer.object { $0.member("pad", "12") }
        writer.key("views")
        writer.beginArray()
        for (id, parent, kind) in views {
            writer.beginObject()
            writer.member("id", id)
            if let parent { writer.member("parent", parent) }
            writer.member("kind", kind)
            if id == "b" {
                writer.key("baseline")
                writer.object { $0.member("firstFromTop", "9") }
            }
            writer.endObject()
        }
        writer.endArray()
        writer.key("constraints")
        writer.beginArray()
        writer.beginObject()
        writer.member("id", "row")
        writer.member("visual", format)
        writer.key("active")
        writer.bool(flags & 4 == 0)
        writer.key("options")
        writer.array(options[Int(flags >> 5)]) { $0.string($1) }
        writer.endObject()
        writer.string("a.leading == b.trailing + pad")
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    private static let views: [(String, String?, String)] = [
        ("root", nil, "view"), ("a", "root", "view"), ("b", "root", "view"), ("a2", "root", "view"), ("c d", "a", "view"), ("g", "root", "guide"),
        ("list", "root", "scroll"), ("in", "list", "view"), ("deep", "list.content", "view"), ("row~2", "root", "view"),
    ]
}
