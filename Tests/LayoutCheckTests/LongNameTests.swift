import JSON
import LayoutCheck
import LayoutImport
import LayoutModel
import Testing

/// Documents whose names are so long that a report, which repeats them, would take far more memory than they do.
@Suite struct LongNameTests {
    private let analyzer = SourceAnalyzer()

    private func name(_ count: Int, _ number: Int = 0) -> String { String(repeating: "n", count: count) + String(number) }

    /// A document that says a name once for each constraint.
    private func document(_ name: String, _ relation: String, _ count: Int) -> [UInt8] {
        let rows = (0..<count).map {
            #"{"first":{"item":"\#(name)","attribute":"width"},"relation":"\#(relation)","constant":\#($0)}"#
        }
        return Array(#"{"constraints":[\#(rows.joined(separator: ","))]}"#.utf8)
    }

    private func refusal(_ document: [UInt8]) -> ImportError? {
        do throws(ImportError) { _ = try analyzer.read(document, kind: .document) } catch { return error }
        return nil
    }

    @Test func `names of four megabytes together are the most, each as often as it is said`() {
        #expect(refusal(document(name(1_000_000), ">=", 3)) == nil)
        let most = refusal(document(name(1_000_000), ">=", 4))
        #expect(most?.kind == .tooLarge && most?.code == "names-too-long")
        #expect(most?.message.hasSuffix("the limit is 4194304: use shorter ids") == true)
        // Names of ordinary length do not count.
        #expect(refusal(document(name(190), ">=", 23_000)) == nil)
    }

    @Test func `events cannot make them longer either`() throws {
        let view = name(1_000_000)
        let first = try #require(try analyzer.read(document(view, ">=", 2), kind: .document).first).document
        let row = #"{"op":"addConstraint","constraint":{"first":{"item":"\#(view)","attribute":"width"},"relation":"<=","constant":9}}"#
        func events(_ count: Int) throws -> [LayoutEvent] {
            try ("[" + [String](repeating: row, count: count).joined(separator: ",") + "]").events()
        }
        #expect(try EventApplication().apply(try events(1), to: first).document.constraints.count == 3)
        let refusal = #expect(throws: ImportError.self) { try EventApplication().apply(try events(2), to: first) }
        #expect(refusal?.code == "names-too-long" && refusal?.pointer == "/events")
    }

    @Test func `a report lists fewer conflicts of rows with long names`() throws {
        func analyzed(_ name: String) throws -> Analysis {
            try #require(try analyzer.analyze(document(name, "==", 12), kind: .document).first).analysis
        }
        let (short, long) = (try analyzed("n"), try analyzed(name(100_000)))
        #expect(short.conflicts.count == 64)
        // A row has as many bytes of names as 250 count as, and each conflict has two.
        #expect((30...40).contains(long.conflicts.count) && !long.conflictsComplete, "\(long.conflicts.count)")
        #expect(long.inconclusive.contains { $0.subject == "conflicts" && $0.reason.contains("a report lists at most 20000 rows") })
        #expect(long.verdict == short.verdict)
    }
}

extension String {
    fileprivate func events() throws -> [LayoutEvent] {
        try JSONDocument(parsing: Array(utf8)).withRoot { root in try EventReader().read(root) }
    }
}
