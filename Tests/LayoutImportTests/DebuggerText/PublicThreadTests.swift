import Foundation
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Texts as people paste them into public threads (`Tests/Fixtures/PublicThreads/texts.txt`).
@Suite struct PublicThreadTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        /// What is read, as in the fixture.
        var expected: String
        var text: String

        var testDescription: String { name }
    }

    static let samples: [Sample] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PublicThreads/texts.txt")
        guard let content = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return content.components(separatedBy: "\n#### ").dropFirst().map { section in
            let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            return Sample(
                name: String(lines[0].prefix { $0 != "|" }), expected: String(lines[1]), text: lines.dropFirst(2).joined(separator: "\n") + "\n")
        }
    }()

    @Test func `there are fifty`() {
        #expect(Self.samples.count >= 50)
    }

    /// What is read of a text: of each part the verdict, constraints, content sizes and lines that were skipped, and all notices.
    private func words(_ text: String) -> String {
        guard ConsoleLogImporter().looksLikeLog(text) else {
            do {
                let document = try DocumentImporter().read(equations: text)
                return "equations: \(document.constraints.count)"
            } catch {
                return "refused: \(error.message.prefix(60))"
            }
        }
        do {
            let log = try ConsoleLogImporter().read(text)
            let parts = log.messages.map { document in
                let verdict = Analyzer().analyze(document).verdict.rawValue
                let sizes = document.views.reduce(0) { count, view in
                    count + (view.intrinsicContentSize.width == nil ? 0 : 1) + (view.intrinsicContentSize.height == nil ? 0 : 1)
                }
                let kind = document.isList ? "list" : document.isWithoutConstraints ? "text" : "message"
                return "\(kind) \(verdict) \(document.constraints.count)+\(sizes)-\(document.unreadLines)"
                    + (document.recordedBroken.map { " broke \($0 + 1)" } ?? "")
            }
            let notices = log.messages.flatMap(\.notices).map { "\($0.name ?? "?")" }
            return (parts + (notices.isEmpty ? [] : ["notices \(notices.sorted().joined(separator: " "))"])).joined(separator: "; ")
        } catch {
            return "refused: \(error.message.prefix(60))"
        }
    }

    @Test(arguments: samples) func `a text is read`(sample: Sample) {
        #expect(words(sample.text) == sample.expected)
    }

    @Test func `a text in which something else stands before and behind is read the same`() {
        for sample in Self.samples where !sample.expected.hasPrefix("refused") && !sample.expected.hasPrefix("equations") {
            #expect(words("Build succeeded\n\n" + sample.text + "\nConnection 7 closed\n") == sample.expected, "\(sample.name)")
        }
    }
}
