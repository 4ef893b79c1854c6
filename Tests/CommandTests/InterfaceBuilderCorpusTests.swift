import Foundation
import Testing

/// Public storyboards against the frames that Interface Builder stored in them: a part of the corpus, with a floor.
/// `Scripts/suites/interface-builder.sh` runs all of it.
@Suite struct InterfaceBuilderCorpusTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/corpus/ib")

    private struct Entry: Decodable {
        struct View: Decodable {
            var id: String
            var frame: [Double]?
            var ambiguous: Bool
            var misplaced: Bool
        }

        var file: String
        var targetRuntime: String
        var features: [String]
        var views: [View]
    }

    private static let manifest = folder.appendingPathComponent("MANIFEST.jsonl")
    /// On CI the test runs without the corpus, and fails.
    private static let isExpected = FileManager.default.fileExists(atPath: manifest.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    /// Every fifth file for iOS without stack views and cells.
    private func entries() throws -> [Entry] {
        let text = try String(contentsOf: InterfaceBuilderCorpusTests.manifest, encoding: .utf8)
        let all = try text.split(separator: "\n").map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
        let plain = all.filter { entry in
            entry.targetRuntime.hasPrefix("iOS")
                && !entry.features.contains { ["nStackViews", "nTableCells", "nCollectionCells", "nMisplaced"].contains($0) }
        }
        return plain.enumerated().filter { $0.offset % 5 == 0 }.map(\.element)
    }

    @Test(.enabled(if: isExpected, "../shared/corpus/ib is absent")) func `frames and ambiguous views are those that were stored`() throws {
        let entries = try entries()
        var (scenes, right, same) = (0, 0, 0)
        for entry in entries {
            let outcome = try Program.run("analyze", InterfaceBuilderCorpusTests.folder.appendingPathComponent(entry.file).path)
            #expect(outcome.status == 0, "\(entry.file): \(outcome.errors)")
            guard let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any] else { continue }
            let views = Dictionary(entry.views.map { ($0.id, $0) }) { first, _ in first }
            for report in object["reports"] as? [[String: Any]] ?? [object] {
                guard let frames = report["frames"] as? [String: [String: Double]] else { continue }
                let ambiguities = report["ambiguities"] as? [[String: Any]] ?? []
                let found = Set(ambiguities.compactMap { ($0["view"] as? String)?.replacing(".content", with: "") })
                let known = frames.keys.compactMap { views[$0] }
                let isRight = known.allSatisfy { view in
                    guard let stored = view.frame, let frame = frames[view.id], !view.ambiguous else { return true }
                    return abs(stored[2] - (frame["width"] ?? 0)) <= 1.01 && abs(stored[3] - (frame["height"] ?? 0)) <= 1.01
                }
                scenes += 1
                if isRight { right += 1 }
                if Set(known.filter(\.ambiguous).map(\.id)) == found { same += 1 }
            }
        }
        #expect(scenes > 20)
        #expect(Double(right) >= 0.97 * Double(scenes), "\(right) of \(scenes)")
        #expect(Double(same) >= 0.97 * Double(scenes), "\(same) of \(scenes)")
    }
}
