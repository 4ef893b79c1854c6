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

    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared/corpus/logs/logs.jsonl")

    /// Whether the folder is present. On CI tests run without it, and fail.
    static let areExpected = FileManager.default.fileExists(atPath: file.path) || ProcessInfo.processInfo.environment["CI"] == "true"

    /// All logs as they are read.
    static func all() throws -> [PublicLog] {
        let content = try Data(contentsOf: file)
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

extension Trait where Self == ConditionTrait {
    /// Skips a test if the public logs are absent.
    static var needsPublicLogs: Self {
        .enabled(if: PublicLog.areExpected, "../shared/corpus/logs is absent")
    }
}
