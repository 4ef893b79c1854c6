internal import Foundation
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Testing

/// The public console logs of the folder beside the project, which is not part of it.
struct PublicLog: CustomStringConvertible {
    var description: String
    var document: LayoutDocument
    /// How many constraints the log prints.
    var count: Int
    /// The id of the constraint that the log says was broken.
    var recorded: String?

    /// All logs as they are read; nil, with a message, where the folder is absent. On CI its absence is a failure.
    static func all() throws -> [PublicLog]? {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("shared/corpus/logs/logs.jsonl")
        guard let content = try? Data(contentsOf: file) else {
            print("skipped: ../shared/corpus/logs is not here")
            #expect(ProcessInfo.processInfo.environment["CI"] != "true", "../shared/corpus/logs must be present on CI")
            return nil
        }
        return try content.split(separator: UInt8(ascii: "\n")).map { line in
            try JSONDocument(parsing: Array(line)).withRoot { root in
                let id = root["id"]?.string ?? "?"
                let log = try ConsoleLogImporter().read(root["text"]?.string ?? "")
                let document = try #require(log.messages.first, "\(id) holds no message")
                return PublicLog(
                    description: id, document: document, count: document.constraints.count,
                    recorded: document.recordedBroken.map { document.constraints[$0].id })
            }
        }
    }
}
