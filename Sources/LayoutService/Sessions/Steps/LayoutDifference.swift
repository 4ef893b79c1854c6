internal import JSON
internal import LayoutImport
internal import LayoutModel

/// How two layouts differ: in their constraints, their views, and their frames.
public struct LayoutDifference {
    /// One of the two.
    public struct Side {
        /// The id of a session, or the name of a file.
        let id: String
        let document: LayoutDocument
        let report: JSONTree

        init(_ id: String, _ document: LayoutDocument, report: JSONTree) {
            self.id = id
            self.document = document
            self.report = report
        }

        /// A layout that is no session, under the name of its file.
        public init(_ layout: AnalyzedLayout, named name: String) {
            self.init(name, layout.document, report: (try? JSONTree(parsing: layout.report())) ?? .null)
        }
    }

    private let a: Side
    private let b: Side
    private let change: ReportChange

    public init(_ a: Side, _ b: Side) {
        self.a = a
        self.b = b
        change = ReportChange(from: ReportSummary(a.report, verdict: ""), to: ReportSummary(b.report, verdict: ""))
    }

    /// The two say the same.
    private var isSameDocument: Bool { CanonicalDocument.json(a.document) == CanonicalDocument.json(b.document) }

    /// The two are the same layout at their sizes; nil where that is not known: of a console log there are no frames.
    public var isSameLayout: Bool? {
        if isSameDocument { return true }
        guard [a, b].allSatisfy({ $0.report["frames"]?.members?.isEmpty == false }) else { return nil }
        return change.moved.isEmpty && change.appeared.isEmpty && change.disappeared.isEmpty
    }

    public var json: [UInt8] {
        let left = texts(a.document)
        let right = texts(b.document)
        let onlyA = left.order.filter { right.text[$0] == nil }
        let onlyB = right.order.filter { left.text[$0] == nil }
        let changed = left.order.filter { right.text[$0] != nil && right.text[$0] != left.text[$0] }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("a", a.id)
            writer.member("b", b.id)
            writer.member("sameDocument", isSameDocument)
            writer.key("sameLayout")
            if let isSameLayout { writer.bool(isSameLayout) } else { writer.null() }
            writer.key("constraints")
            writer.object { writer in
                writer.key("onlyA")
                writer.array(onlyA) { $0.entry($1, left.text[$1]) }
                writer.key("onlyB")
                writer.array(onlyB) { $0.entry($1, right.text[$1]) }
                writer.key("changed")
                writer.array(changed) { writer, id in
                    writer.object {
                        $0.member("id", id)
                        $0.member("a", left.text[id] ?? "")
                        $0.member("b", right.text[id] ?? "")
                    }
                }
            }
            writer.key("changes")
            writer.change(change)
        }
        return writer.bytes
    }

    /// Each constraint in words, by its id.
    private func texts(_ document: LayoutDocument) -> (order: [String], text: [String: String]) {
        var text: [String: String] = [:]
        for constraint in document.constraints {
            text[constraint.id] = (constraint.isActive ? "" : "inactive: ") + document.phrase(of: constraint)
        }
        return (document.constraints.map(\.id), text)
    }
}

extension JSONWriter {
    fileprivate mutating func entry(_ id: String, _ text: String?) {
        object {
            $0.member("id", id)
            $0.member("text", text ?? "")
        }
    }
}
