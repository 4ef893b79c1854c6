import Foundation
import Testing

/// What the README shows is what the program does.
@Suite struct ReadmeTests {
    private let text: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        text = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    @Test func `every command at a prompt prints what the README shows`() throws {
        let folder = try TemporaryFolder()
        let blocks = text.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        try folder.file("cell.json", #require(blocks.first { $0.hasPrefix("json\n{ \"name\"") }).dropFirst(4).description)
        try folder.file(
            "console.log", #require(blocks.first { $0.contains("[LayoutConstraints] Unable") && !$0.hasPrefix("\n$") }).dropFirst().description)
        let examples = blocks.filter { $0.hasPrefix("\n$ ") }
        #expect(examples.count == 8)
        for example in examples {
            let lines = example.dropFirst(3).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            #expect(try run(String(lines[0]), in: folder) == lines[1], "\(lines[0])")
        }
    }

    /// What the shell command prints, messages included.
    private func run(_ command: String, in folder: TemporaryFolder) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command.replacing(".build/release/plumbline", with: "'\(Program.url.path)'")]
        process.currentDirectoryURL = folder.url
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
