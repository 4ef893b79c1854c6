import Foundation
import Testing

/// Which program `Scripts/serve.sh` starts: the one that is installed, or a build.
@Suite struct ServeScriptTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A checkout with the scripts and the engine's version, in which a build prints what it was asked for and fails.
    private func checkout(isRepository: Bool) throws {
        let files = FileManager.default
        for name in ["Scripts/serve.sh", "Scripts/lib.sh", "Sources/LayoutModel/EngineVersion.swift", "Package.swift"] {
            try folder.file("checkout/\(name)", try Data(contentsOf: ServeScriptTests.root.appendingPathComponent(name)))
        }
        try folder.file("builders/swift", Data("#!/bin/sh\necho \"asked for: swift $*\"\nexit 9\n".utf8))
        for name in ["checkout/Scripts/serve.sh", "builders/swift"] {
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/" + name)
        }
        if isRepository {
            let made = try shell(
                "cd checkout && git init -q && git add -A && git -c user.name=A -c user.email=a@example.com commit -q -m Begin")
            #expect(made.status == 0, "\(made.errors)")
        }
    }

    /// Installs a script as `plumbline`.
    ///
    /// - Parameter sources: the record of its sources, as a package has it.
    private func install(_ script: String = "exec '\(Program.url.path)' \"$@\"", sources: String?) throws {
        let file = try folder.file("local/bin/plumbline", Data("#!/bin/sh\n\(script)\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        if let sources { try folder.file("local/share/plumbline/sources", Data(sources.utf8)) }
    }

    private func shell(_ script: String, withSwift: Bool = true) throws -> Program.Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script]
        process.currentDirectoryURL = folder.url
        let builders = withSwift ? folder.path + "/builders:" : ""
        // Without the Swift of this machine.
        process.environment = Program.environment(adding: ["PATH": builders + folder.path + "/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"])
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let messages = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Program.Outcome(
            status: process.terminationStatus, output: String(decoding: text, as: UTF8.self), errors: String(decoding: messages, as: UTF8.self))
    }

    private func serve(withSwift: Bool = true) throws -> Program.Outcome {
        try shell("exec checkout/Scripts/serve.sh --port 0 --database store.db --check-config", withSwift: withSwift)
    }

    private func sources() throws -> String {
        try shell("cd checkout && git rev-parse HEAD:Sources HEAD:Package.swift | xargs").output
    }

    @Test func `an installed program of the same sources is used, and nothing is built`() throws {
        try checkout(isRepository: true)
        try install(sources: try sources())
        for withSwift in [true, false] {
            let outcome = try serve(withSwift: withSwift)
            #expect(outcome.status == 0 && outcome.output == "the configuration is valid\n", "\(outcome)")
            #expect(outcome.errors.hasPrefix("uses \(folder.path)/local/bin/plumbline (plumbline "), "\(outcome)")
        }
    }

    @Test func `without git the version decides`() throws {
        try checkout(isRepository: false)
        try install(sources: nil)
        let outcome = try serve()
        #expect(outcome.status == 0 && outcome.errors.hasPrefix("uses "), "\(outcome)")
    }

    @Test(arguments: [false, true])
    func `other sources are built if there is a Swift to build them`(isChanged: Bool) throws {
        try checkout(isRepository: true)
        try install(sources: isChanged ? try sources() : nil)
        if isChanged { try folder.file("checkout/Sources/New.swift", Data("// New\n".utf8)) }
        let built = try serve()
        #expect(built.status == 9 && built.output.contains("asked for: swift build -c release --product plumbline"), "\(built)")
        #expect(built.errors.hasPrefix("builds the program: ") && built.errors.contains("other sources"), "\(built)")
        let used = try serve(withSwift: false)
        #expect(used.status == 0 && used.errors.contains("there is no Swift to build with"), "\(used)")
    }

    @Test func `another version is never used`() throws {
        try checkout(isRepository: true)
        try install("echo plumbline 0.1.0", sources: try sources())
        let built = try serve()
        #expect(built.status == 9 && built.errors.contains("is plumbline 0.1.0, and this is plumbline "), "\(built)")
        let refused = try serve(withSwift: false)
        #expect(refused.status == 1 && refused.errors.contains("Swift 6.2 or later is needed"), "\(refused)")
    }

    @Test(.enabled(if: !FileManager.default.fileExists(atPath: "/usr/bin/plumbline"), "the package is installed here"))
    func `without an installed program the checkout is built`() throws {
        try checkout(isRepository: true)
        let outcome = try serve()
        #expect(outcome.status == 9 && outcome.output.contains("asked for: swift build") && outcome.errors.isEmpty, "\(outcome)")
    }
}
