internal import Foundation
internal import Testing

/// The folder beside the project with suites that are not part of it.
enum Shared {
    static var folder: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("shared")
    }

    /// The files of a folder under `shared`; nil, with a message, where it is absent. On CI its absence is a failure.
    static func files(in path: String) -> [URL]? {
        let place = folder.appendingPathComponent(path)
        if let files = try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil) {
            return files.sorted { $0.path < $1.path }
        }
        print("skipped: ../shared/\(path) is not here")
        #expect(ProcessInfo.processInfo.environment["CI"] != "true", "../shared/\(path) must be present on CI")
        return nil
    }
}
