public import LayoutCheck
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Reporting

/// The difference of two layouts: in their constraints, their views, and their frames.
public struct LayoutDifference {
    /// One of the two layouts.
    public struct Side {
        /// The id of a session, or the name of a file.
        let id: String
        let document: LayoutDocument
        let report: ParsedReport

        init(_ id: String, _ document: LayoutDocument, report: ParsedReport) {
            self.id = id
            self.document = document
            self.report = report
        }

        /// Creates a side from a layout that is not a session, with the name of its file.
        public init(_ layout: AnalyzedLayout, named name: String) {
            self.init(name, layout.document, report: (try? ParsedReport(parsing: layout.report())) ?? ParsedReport(.null))
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

    /// Whether both documents have the same canonical form.
    private var isSameDocument: Bool { CanonicalDocument.json(a.document) == CanonicalDocument.json(b.document) }

    /// Whether both are the same layout at their sizes; nil if unknown: a console log has no frames.
    public var isSameLayout: Bool? {
        if isSameDocument { return true }
        guard [a, b].allSatisfy({ !$0.report.frames.isEmpty }) else { return nil }
        return change.moved.isEmpty && change.appeared.isEmpty && change.disappeared.isEmpty
    }

    /// Whether both are the same layout and the same is found in them.
    public var isSameOutcome: Bool {
        isSameLayout == true && change.verdict.before == change.verdict.now && change.came.isEmpty && change.went.isEmpty
    }

    public var json: [UInt8] {
        let constraints = ConstraintPairs(a.document, b.document)
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
                writer.array(constraints.onlyA) { $0.entry($1) }
                writer.key("onlyB")
                writer.array(constraints.onlyB) { $0.entry($1) }
                writer.key("changed")
                writer.array(constraints.changed) { writer, pair in
                    writer.object {
                        $0.member("id", pair.a.id)
                        $0.member("a", pair.a.text)
                        $0.member("b", pair.b.text)
                    }
                }
                writer.key("renamed")
                writer.array(constraints.renamed) { writer, pair in
                    writer.object {
                        $0.member("a", pair.a.id)
                        $0.member("b", pair.b.id)
                        $0.member("text", pair.a.text)
                    }
                }
            }
            writer.key("changes")
            writer.change(change)
        }
        return writer.bytes
    }
}

/// A matching of the constraints of two documents, and the differences of the others.
///
/// Constraints with the same content are the same, whatever their ids: generated ids shift with each constraint that is inserted
/// before.
struct ConstraintPairs {
    struct Entry: Hashable {
        var id: String
        /// The constraint in words.
        var text: String
    }

    private(set) var onlyA: [Entry] = []
    private(set) var onlyB: [Entry] = []
    /// Constraints with the same id and other content, in the order of the first document.
    private(set) var changed: [(a: Entry, b: Entry)] = []
    /// Constraints with the same content, one of which has an explicit id that the other does not have.
    private(set) var renamed: [(a: Entry, b: Entry)] = []

    init(_ a: LayoutDocument, _ b: LayoutDocument) {
        let (left, right) = (ConstraintPairs.entries(a), ConstraintPairs.entries(b))
        var partners = [Int?](repeating: nil, count: left.count)
        var isPaired = [Bool](repeating: false, count: right.count)
        // First those that are equal in everything, then in content, then in id.
        ConstraintPairs.pair(left, right, &partners, &isPaired)
        ConstraintPairs.pair(left.map(\.text), right.map(\.text), &partners, &isPaired)
        ConstraintPairs.pair(ConstraintPairs.names(a), ConstraintPairs.names(b), &partners, &isPaired)
        for (place, entry) in left.enumerated() {
            guard let partner = partners[place] else {
                onlyA.append(entry)
                continue
            }
            let other = right[partner]
            if entry.text != other.text {
                changed.append((entry, other))
            } else if entry.id != other.id, !(entry.id.isPlaceName && other.id.isPlaceName) {
                renamed.append((entry, other))
            }
        }
        onlyB = right.indices.filter { !isPaired[$0] }.map { right[$0] }
    }

    private static func entries(_ document: LayoutDocument) -> [Entry] {
        document.constraints.map { Entry(id: $0.id, text: ($0.isActive ? "" : "inactive: ") + document.phrase(of: $0)) }
    }

    /// Returns the ids. A generated id is combined with the constraint's subject, since another constraint may have the same
    /// generated id.
    private static func names(_ document: LayoutDocument) -> [[String]] {
        document.constraints.map { constraint in
            let first = constraint.first
            return constraint.id.isPlaceName ? [constraint.id, document.views[first.item].id, first.attribute.rawValue] : [constraint.id]
        }
    }

    /// Matches the remaining ones with equal keys, in order.
    private static func pair<Key: Hashable>(_ left: [Key], _ right: [Key], _ partners: inout [Int?], _ isPaired: inout [Bool]) {
        var places: [Key: [Int]] = [:]
        for place in right.indices.reversed() where !isPaired[place] { places[right[place], default: []].append(place) }
        for place in left.indices where partners[place] == nil {
            guard let partner = places[left[place]]?.popLast() else { continue }
            partners[place] = partner
            isPaired[partner] = true
        }
    }
}

extension JSONWriter {
    fileprivate mutating func entry(_ entry: ConstraintPairs.Entry) {
        object {
            $0.member("id", entry.id)
            $0.member("text", entry.text)
        }
    }
}
