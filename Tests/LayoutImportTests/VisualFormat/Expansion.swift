import LayoutImport
import LayoutModel
import Testing

/// Entries of a document with views `a` to `f` in `root`, `g` in `a`, and a guide `safe`; the metrics `pad` 12 and `share` 0.5.
struct Layout {
    static let views =
        #"[{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b", "parent": "root"}, {"id": "c", "parent": "root"}, "#
        + #"{"id": "d", "parent": "root"}, {"id": "e", "parent": "root", "baseline": {"firstFromTop": 16, "lastFromBottom": 4}}, "#
        + #"{"id": "f", "parent": "root", "baseline": {"firstFromTop": 10}}, {"id": "g", "parent": "a"}, {"id": "h h", "parent": "root"}, "#
        + #"{"id": "safe", "parent": "root", "kind": "guide"}]"#

    /// The document whose entries are these JSON values.
    static func json(_ entries: String, keys: String = "") -> String {
        #"{"views": \#(views), "metrics": {"pad": 12, "share": 0.5}, \#(keys) "constraints": [\#(entries)]}"#
    }

    static func constraints(_ entries: String, keys: String = "") throws -> [LayoutConstraint] {
        try document(json(entries, keys: keys)).constraints
    }

    /// The canonical document of these entries, with the constraints named by their order.
    static func canonical(_ entries: String, keys: String = "") throws -> String {
        var document = try document(json(entries, keys: keys))
        for index in document.constraints.indices { document.constraints[index].id = "k\(index)" }
        return String(decoding: CanonicalDocument.json(document), as: UTF8.self)
    }

    static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    /// The format means these equations.
    static func expect(
        _ format: String, options: [String] = [], extended: Bool = false, keys: String = "", means equations: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let options = options.map(quoted).joined(separator: ", ")
        let entry = #"{"id": "row", "visual": \#(quoted(format)), "options": [\#(options)], "extended": \#(extended)}"#
        let expanded = try canonical(entry, keys: keys)
        let written = try canonical(equations.map(quoted).joined(separator: ", "), keys: keys)
        #expect(expanded == written, sourceLocation: sourceLocation)
    }
}
