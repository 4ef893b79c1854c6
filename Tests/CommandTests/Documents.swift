import Foundation
import Testing

/// What README and manual tell their readers to use.
enum Documents {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// README, then the chapters of the manual.
    private static func texts() throws -> [String] {
        let manual = root.appendingPathComponent("Sources/Manual")
        let chapters = FileManager.default.enumerator(at: manual, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        let files = [root.appendingPathComponent("README.md")] + chapters.filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
        return try files.map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// Returns the first block of code that holds a text.
    static func block(holding text: String) throws -> String {
        for document in try texts() {
            let blocks = document.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            if let block = blocks.first(where: { $0.contains(text) }) {
                return String(block.drop { $0 != "\n" }.dropFirst())
            }
        }
        return try #require(nil as String?, "no block of code holds \(text)")
    }

    /// Returns the first line of a block of code that holds a text, without what a workflow writes before it.
    static func command(holding text: String) throws -> String {
        let line = try #require(try block(holding: text).split(separator: "\n").first { $0.contains(text) })
        return try String(line[#require(line.firstRange(of: "plumbline ")).lowerBound...])
    }
}
