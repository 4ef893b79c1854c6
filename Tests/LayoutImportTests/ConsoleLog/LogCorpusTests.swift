internal import Foundation
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Testing

/// The public logs of the folder beside the project, which is not part of it.
struct LogCorpusTests {
    private struct Entry: CustomStringConvertible {
        var description: String
        var printed: [String]
        var brokenIndex: Int?
        var texts: [String]
    }

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus/logs/logs.jsonl")
    /// On CI the test runs without the corpus, and fails.
    private static let isExpected = FileManager.default.fileExists(atPath: file.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    private static func entries() throws -> [Entry] {
        let content = try Data(contentsOf: file)
        return try content.split(separator: UInt8(ascii: "\n")).map { line in
            try JSONDocument(parsing: Array(line)).withRoot { root in
                // The same line twice in a list is one constraint.
                let printed = root["constraints"]?.elements.map { $0.compactMap(\.string) } ?? []
                let broken = root["broken_index"]?.number?.integer.map { printed[$0] }
                let distinct = printed.indices.filter { printed.firstIndex(of: printed[$0]) == $0 }.map { printed[$0] }
                return Entry(
                    description: root["id"]?.string ?? "?", printed: distinct, brokenIndex: broken.flatMap { distinct.firstIndex(of: $0) },
                    texts: ["text", "raw"].compactMap { root[$0]?.string })
            }
        }
    }

    @Test(
        "Every public log reads without a skipped line, constraint by constraint, with the broken one",
        .enabled(if: isExpected, "../shared/corpus/logs is absent"))
    func corpus() throws {
        let entries = try Self.entries()
        #expect(entries.count >= 114)
        for entry in entries {
            #expect(entry.texts.count == 2)
            for text in entry.texts {
                let log = try ConsoleLogImporter().read(text)
                #expect(ConsoleLogImporter().looksLikeLog(text), "\(entry)")
                #expect(log.skipped == [], "\(entry)")
                #expect(log.messages.map { $0.constraints.map(\.printed) } == [entry.printed], "\(entry)")
                #expect(log.messages.first?.recordedBroken == entry.brokenIndex, "\(entry)")
            }
        }
    }
}
