import Foundation

/// Runs the built program.
enum Program {
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The binary lies beside the tests' own.
    static let url: URL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("plumbline")

    /// Whether another program can be run by its name.
    static func isInstalled(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// The beginning of a command of the shell that root runs as another user, whose id is 1234.
    static let asAnother = "setpriv --reuid=1234 --regid=1234 --clear-groups "

    /// Whether the program, and the folders of tests, are open to somebody else than root.
    static let runsAsOthers: Bool = {
        if geteuid() != 0 { return true }
        guard let folder = try? TemporaryFolder() else { return false }
        return (try? folder.shell("chown 1234:1234 . && \(asAnother)'\(url.path)' --version > version").status) == 0
    }()

    /// The tests' own environment less what would steer the program, with further variables.
    static func environment(adding further: [String: String]) -> [String: String] {
        let steering: Set = ["GITHUB_STEP_SUMMARY", "NOTIFY_SOCKET", "PLUMBLINE_TOKEN", "SUDO_UID"]
        return ProcessInfo.processInfo.environment.filter { !steering.contains($0.key) }.merging(further) { $1 }
    }

    static func run(_ arguments: String..., input: String = "", environment: [String: String] = [:]) throws -> Outcome {
        try run(arguments, input: Data(input.utf8), environment: environment)
    }

    /// - Parameter folder: the working directory; nil for that of the tests.
    static func run(_ arguments: [String], input: Data, environment: [String: String] = [:], folder: URL? = nil) throws -> Outcome {
        let own = try TemporaryFolder()
        let files = try ["input", "output", "errors"].map { name in
            try own.file(name, name == "input" ? input : Data())
        }
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = folder }
        process.environment = Program.environment(adding: environment)
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self))
    }
}

/// A folder of its own that goes with the value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    @discardableResult
    func file(_ name: String, _ content: Data) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try content.write(to: file)
        return file
    }

    @discardableResult
    func file(_ name: String, _ content: String) throws -> String {
        try file(name, Data(content.utf8)).path
    }

    var path: String { url.path }
}

/// Layouts for the tests.
enum Layouts {
    static let clean =
        #"{"name":"Clean","size":{"width":70,"height":44},"constraints":["title.leading == root.leading + 8", "#
        + #""title.trailing == root.trailing - 8","title.top == root.top","title.height == 20"]}"#
    static let conflicting =
        #"{"name":"ProfileCell","size":{"width":70,"height":44},"constraints":["title.leading == root.leading + 8", "#
        + #""title.trailing == root.trailing - 8","title.width == 60","title.top == root.top","title.height == 20"]}"#
    static let ambiguous =
        #"{"name":"Loose","size":{"width":70,"height":44},"constraints":["title.leading == root.leading + 8", "#
        + #""title.width == 20","title.top >= root.top","title.height == 20"]}"#
    static let log = """
        Unable to simultaneously satisfy constraints.
        \tProbably at least one of the constraints in the following list is one you don't want.
        (
            "<NSLayoutConstraint:0x600000 UILabel:0x7f8.width == 60   (active)>",
            "<NSLayoutConstraint:0x600001 UILabel:0x7f8.width == 50   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x600001 UILabel:0x7f8.width == 50   (active)>

        Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
        """
}

/// The bytes packed by the system's gzip.
/// What can be unpacked of gzip that has come as far as this, and whether it was all.
func gunzip(_ data: Data) throws -> (unpacked: Data, isWhole: Bool) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let script = "import sys, zlib\nd = zlib.decompressobj(31)\nb = d.decompress(sys.stdin.buffer.read())\nsys.stdout.buffer.write(b)\n"
    process.arguments = ["-c", script + "sys.exit(0 if d.eof and not d.unused_data else 3)"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // What is unpacked may be more than a pipe holds.
    let writing = Thread {
        try? input.fileHandleForWriting.write(contentsOf: data)
        try? input.fileHandleForWriting.close()
    }
    writing.start()
    let unpacked = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (unpacked, process.terminationStatus == 0)
}

func gzip(_ data: Data) throws -> Data {
    let folder = try TemporaryFolder()
    let file = try folder.file("body", data)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "--keep", file.path]
    try process.run()
    process.waitUntilExit()
    return try Data(contentsOf: file.appendingPathExtension("gz"))
}
