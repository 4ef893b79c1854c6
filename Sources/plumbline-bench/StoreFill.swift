internal import Digest
internal import Glibc
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

/// Fills a database with sessions as a service would store them: documents of 10 to 30 views, a fifth of them conflicting, a
/// fifth ambiguous, no two bodies and no two reports equal.
///
/// A few hundred layouts are analyzed. Each session is one of them with its own names in document and report.
struct StoreFill {
    /// The number of layouts that are analyzed.
    private static let templateCount = 400
    /// The number of sessions per transaction.
    private static let batch = 500
    /// The placeholder for the session's own part of a name. It occurs nowhere else.
    private static let mark = "QqZ"

    private struct Template {
        var body: String
        var canonical: String
        var report: String
        var verdict: String
        var views: [String]
        var identifiers: [String]
        var findings: [StoredFinding]
    }

    var path: String
    var count: Int

    func run() throws {
        let store = try StoreLocation(path).open(.create)
        defer { store.close() }
        let templates = try (0..<StoreFill.templateCount).map { try StoreFill.template($0) }
        var random = SplitMix(state: 1)
        var number = 0
        var raw = 0
        while number < count {
            var sessions: [NewSession] = []
            for _ in 0..<min(StoreFill.batch, count - number) {
                let session = StoreFill.session(number, templates[Int(random.next() % UInt64(templates.count))], &random)
                raw += session.body.count + session.report.count
                sessions.append(session)
                number += 1
            }
            _ = try store.createAll(sessions)
        }
        print("{\"sessions\":\(count),\"bytes\":\(raw)}")
    }

    private static func session(_ number: Int, _ template: Template, _ random: inout SplitMix) -> NewSession {
        let word = random.word(length: 3 + Int(random.next() % 5))
        func own(_ text: String) -> [UInt8] { Array(text.replacing(mark, with: word).utf8) }
        let name = "\(word.capitalizedFirst)\(["Cell", "Screen", "Panel", "Row"][number % 4]) \(number)"
        return NewSession(
            name: name, root: "root", tags: ["app-\(number % 7)"] + (number % 1000 == 0 ? ["rare-\(number / 100_000)"] : []),
            options: Array(#"{"policy":"uikit","alternates":2,"seed":1}"#.utf8), body: own(template.body), mediaType: "application/json",
            canonical: own(template.canonical), report: own(template.report), verdict: template.verdict, engine: EngineVersion.text,
            views: template.views.map { $0.replacing(mark, with: word) }, identifiers: template.identifiers.map { $0.replacing(mark, with: word) },
            findings: template.findings.map {
                StoredFinding(kind: $0.kind, fingerprint: $0.fingerprint, summary: $0.summary.replacing(mark, with: word), owner: $0.owner)
            },
            createdAt: 1_700_000_000_000_000 + Int64(number) * 1_000_000)
    }

    private static func template(_ number: Int) throws -> Template {
        var random = SplitMix(state: UInt64(number) &* 77 &+ 5)
        let body = StoreFill.document(views: 10 + Int(random.next() % 21), flaw: number % 5, &random)
        let document = try DocumentImporter().read(json: Array(body.utf8))
        let analysis = Analyzer(options: AnalysisOptions(deadline: 30)).analyze(document)
        let canonical = CanonicalDocument.json(document)
        let report = ReportWriter(document, digest: "sha256:" + SHA256.hex(of: canonical)).json(analysis)
        let conflicts = analysis.conflicts.map {
            StoredFinding(kind: .conflict, fingerprint: $0.fingerprint, summary: $0.explanation.text, owner: $0.owner.rawValue)
        }
        let ambiguities = analysis.ambiguities.map {
            StoredFinding(kind: .ambiguity, fingerprint: $0.fingerprint, summary: "\(document.views[$0.view].id): minX")
        }
        return Template(
            body: body, canonical: String(decoding: canonical, as: UTF8.self), report: String(decoding: report, as: UTF8.self),
            verdict: analysis.verdict.rawValue, views: document.views.map(\.id),
            identifiers: document.constraints.compactMap(\.identifier) + document.views.compactMap(\.className),
            findings: conflicts + ambiguities)
    }

    /// Returns a column of rows, each a leading view, with a second one beside it in some rows.
    ///
    /// - Parameter flaw: 1 for a conflict, 2 for an ambiguity, anything else for none.
    private static func document(views count: Int, flaw: Int, _ random: inout SplitMix) -> String {
        let kinds = [("title", "UILabel"), ("icon", "UIImageView"), ("button", "UIButton"), ("field", "UITextField"), ("line", "UIView")]
        var views = [#"{"id":"root"}"#]
        var rows: [String] = []
        var above = "root.top"
        var number = 0
        func constraint(_ text: String, _ priority: Int = 1000) {
            number += 1
            rows.append(
                number % 3 == 0 ? #"{"id":"\#(mark)-\#(number)","equation":"\#(text)","priority":\#(priority)}"# : "\"\(text) @ \(priority)\"")
        }
        for place in 0..<count {
            let (kind, name) = kinds[Int(random.next() % UInt64(kinds.count))]
            let id = "\(kind)\(mark)\(place)"
            let height = 16 + Int(random.next() % 40)
            views.append(
                #"{"id":"\#(id)","parent":"root","class":"\#(name)","intrinsicContentSize":{"width":\#(20 + Int(random.next() % 90)),"height":\#(height)}}"#
            )
            constraint("\(id).top == \(above) + \(4 + Int(random.next() % 12))")
            if !(flaw == 2 && place == count / 2) { constraint("\(id).leading == root.leading + \(8 + Int(random.next() % 24))") }
            constraint("\(id).trailing <= root.trailing - \(8 + Int(random.next() % 24))", 999)
            if random.next() % 2 == 0 { constraint("\(id).height == \(height)") }
            if flaw == 1, place == count / 2 { constraint("\(id).height >= \(height + 20)"); constraint("\(id).height == \(height)") }
            above = "\(id).bottom"
        }
        return #"{"name":"\#(mark)","root":"root","size":{"width":390,"height":844},"views":[\#(views.joined(separator: ","))],"#
            + #""constraints":[\#(rows.joined(separator: ","))]}"#
    }
}

/// A deterministic pseudorandom generator (SplitMix64).
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func word(length: Int) -> String {
        String((0..<length).map { _ in Character(UnicodeScalar(97 + UInt8(next() % 26))) })
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
