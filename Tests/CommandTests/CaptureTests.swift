import Foundation
import Testing

/// The files that capture layouts in running apps. Scripts/suites/capture.sh also compiles the Swift file and runs the expression of the other one.
@Suite struct CaptureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: [("swift", "PlumblineCapture.swift"), ("lldb", "plumbline_lldb.py")])
    func `each file is printed as it is`(word: String, name: String) throws {
        let outcome = try Program.run("capture", word)
        let file = CaptureTests.root.appendingPathComponent("Sources/Capture/Resources/\(name)")
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == (try String(contentsOf: file, encoding: .utf8)))
        #expect(outcome.output.contains("plumbline help manual capture"))
    }

    @Test func `other words are refused, with a hint`() throws {
        #expect(try Program.run("capture").errors.contains("'capture' takes one of lldb, swift"))
        let near = try Program.run("capture", "swfit")
        #expect(near.status == 2 && near.output.isEmpty && near.errors.contains("not 'swfit' (did you mean 'swift'?)"))
        #expect(try Program.run("capture", "lldb", "swift").status == 2)
        #expect(try Program.run("help", "capture").output.contains("'plumbline help manual capture' prints the chapter"))
        #expect(try Program.run("completion", "bash").output.contains("compgen -W 'lldb swift anonymize'"))
    }

    @Test func `the file for the debugger captures, watches and sends`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [CaptureTests.root.appendingPathComponent("Scripts/suites/capture.py").path, Program.url.path, "--only", "lldb"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text)")
    }
}
