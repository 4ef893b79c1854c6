internal import Foundation
internal import Testing

/// The folder beside the project with suites that are not part of it.
enum Shared {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("shared")

    /// The files of a folder under `shared`.
    static func files(in path: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(at: folder.appendingPathComponent(path), includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test if a folder under `shared` is absent. On CI it runs nevertheless, and fails.
    static func needsShared(_ path: String) -> Self {
        .enabled("../shared/\(path) is absent") {
            FileManager.default.fileExists(atPath: Shared.folder.appendingPathComponent(path).path)
                || ProcessInfo.processInfo.environment["CI"] == "true"
        }
    }
}
