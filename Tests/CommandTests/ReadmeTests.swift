import Foundation
import Testing

/// What README and the manual show is what the program does.
@Suite struct ReadmeTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func `every command at a prompt prints what README and the manual show`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [ReadmeTests.root.appendingPathComponent("Scripts/suites/manual.py").path, Program.url.path, "--check"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
        let count = text.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) } ?? 0
        #expect(count >= 29, "\(text)")
    }

    @Test func `the manual has every command with every option`() throws {
        let manual = try Program.run("help", "manual", "commands").output
        let commands = try Program.run("help").output.components(separatedBy: "Commands:\n").last?.components(separatedBy: "\n\n").first ?? ""
        // A summary may have further lines, which are indented more.
        let lines = commands.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        let names = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(names.count >= 11)
        for name in names {
            let rest = try #require(manual.components(separatedBy: "\n## \(name)\n").dropFirst().first, "\(name)")
            let section = rest.components(separatedBy: "\n## ")[0]
            for option in try Program.run("help", name).output.matches(of: /\n  (--[a-z-]+)/) {
                #expect(section.contains("  \(option.1)"), "\(name) \(option.1)")
            }
        }
    }

    @Test func `the manual has every metric of a running service`() throws {
        let service = try RunningService()
        let metrics = try HTTPClient.send("GET", "/metrics", port: service.port).text
        let manual = try Program.run("help", "operation").output
        let names = metrics.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { $0.split(separator: " ")[2] }
        #expect(names.count >= 14)
        for name in names { #expect(manual.contains("`\(name)`"), "\(name)") }
    }

    @Test func `chapters are found by name, and other names are not`() throws {
        let list = try Program.run("help", "manual").output
        for name in ["documents", "rules", "limits"] {
            #expect(list.contains("\n  \(name) "))
            #expect(try Program.run("help", "manual", name).output.hasPrefix("# "))
        }
        #expect(try Program.run("help", "limits").output == Program.run("help", "manual", "limits").output)
        #expect(try Program.run("help", "rules").output.hasSuffix("'plumbline help manual rules' prints the chapter of the manual.\n"))
        // One is a rule and a cause.
        let both = try Program.run("help", "content-priority-tie").output
        #expect(both.contains("compete for room") && both.contains("\ncontent-priority-tie: ") && both.contains("Severity: note"))
        let unknown = try Program.run("help", "manual", "frob")
        #expect(unknown.status == 2 && unknown.errors.contains("the manual has no chapter 'frob'"))
    }
}
