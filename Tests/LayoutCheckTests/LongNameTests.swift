import JSON
import LayoutCheck
import LayoutImport
import LayoutModel
import Testing

/// Documents whose names are so long that a report, which repeats them, would take far more memory than they do.
@Suite struct LongNameTests {
    private let analyzer = SourceAnalyzer()

    private func name(_ count: Int, _ number: Int = 0) -> String { String(repeating: "n", count: count) + String(number) }

    private func refusal(_ equations: [String]) -> ImportError? {
        do throws(ImportError) { _ = try analyzer.read(Array(equations.joined(separator: "\n").utf8), kind: .text) } catch { return error }
        return nil
    }

    @Test func `names of four megabytes together are the most, each as often as it is said`() {
        let view = name(100_000)
        #expect(refusal((0..<40).map { "\(view).width == \($0)" }) == nil)
        let most = refusal((0..<41).map { "\(view).width == \($0)" })
        #expect(most?.kind == .tooLarge && most?.code == "names-too-long")
        #expect(most?.message.hasSuffix("the limit is 4194304: use shorter ids") == true)
        #expect(refusal((0..<17).map { "\(name(100_000, $0)).left == \(name(100_000, $0 + 1)).right" })?.code == "names-too-long")
        // Names of ordinary length do not count.
        let ordinary = name(190)
        #expect(refusal((0..<11_000).map { "\(ordinary).width >= \($0)" }) == nil)
    }

    @Test func `events cannot make them longer either`() throws {
        let view = name(100_000)
        let text = (0..<30).map { "\(view).width >= \($0)" }.joined(separator: "\n")
        let document = try #require(try analyzer.read(Array(text.utf8), kind: .text).first).document
        let row = #"{"op":"addConstraint","constraint":"\#(view).width <= 900"}"#
        func events(_ count: Int) throws -> [LayoutEvent] {
            let list = "[" + [String](repeating: row, count: count).joined(separator: ",") + "]"
            return try list.events()
        }
        #expect(try EventApplication().apply(try events(9), to: document).document.constraints.count == 39)
        let refusal = #expect(throws: ImportError.self) { try EventApplication().apply(try events(11), to: document) }
        #expect(refusal?.code == "names-too-long" && refusal?.pointer == "/events")
    }

    @Test func `a report lists fewer conflicts of rows with long names`() throws {
        func analyzed(_ name: String) throws -> Analysis {
            let rows = (0..<16).map { "\(name).width == \($0)" }
            let layouts = try analyzer.analyze(Array(rows.joined(separator: "\n").utf8), kind: .text)
            return try #require(layouts.first).analysis
        }
        let (short, long) = (try analyzed("n"), try analyzed(name(200_000)))
        #expect(short.conflicts.count == 64)
        // 20,000 rows of 400 bytes are 40 names, and each conflict has two.
        #expect((15...20).contains(long.conflicts.count) && !long.conflictsComplete, "\(long.conflicts.count)")
        #expect(long.inconclusive.contains { $0.subject == "conflicts" && $0.reason.contains("a report lists at most 20000 rows") })
        #expect(long.verdict == short.verdict && long.broken == short.broken)
    }
}

extension String {
    fileprivate func events() throws -> [LayoutEvent] {
        try JSONDocument(parsing: Array(utf8)).withRoot { root in try EventReader().read(root) }
    }
}
