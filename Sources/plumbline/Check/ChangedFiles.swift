internal import Foundation
internal import LayoutCheck
internal import Reporting

/// The files that differ from a commit, by git: what was changed since the branch left it, and what is not yet committed or known.
struct ChangedFiles {
    private let paths: Set<String>
    /// A configuration changed, which may change what is found anywhere.
    private let isEverything: Bool

    init(since reference: String) throws(CommandFailure) {
        if reference.hasPrefix("-") { throw .usage("'--since' takes a commit, branch or tag, not '\(reference.terminalSafe())'", command: "check") }
        let base = (try? ChangedFiles.git(["merge-base", reference, "HEAD"]))?.trimmingCharacters(in: .whitespacesAndNewlines) ?? reference
        let changed = try ChangedFiles.git(["diff", "--name-only", "-z", "--relative", "--diff-filter=d", base, "--"])
        let unknown = try ChangedFiles.git(["ls-files", "-z", "--others", "--exclude-standard"])
        let names = (changed + "\0" + unknown).split(separator: "\0").map(String.init)
        isEverything = names.contains { $0 == Configuration.fileName || $0.hasSuffix("/" + Configuration.fileName) }
        paths = Set(names.compactMap(ChangedFiles.real))
    }

    func contains(_ path: String) -> Bool {
        isEverything || ChangedFiles.real(path).map(paths.contains) ?? false
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func git(_ words: [String]) throws(CommandFailure) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + words
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        do { try process.run() } catch { throw .input("'--since' needs git, which cannot be run") }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let reason = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let line = String(decoding: reason, as: UTF8.self).split(separator: "\n").first.map(String.init) ?? "git failed"
            throw .input("'--since': \(line)".terminalSafe())
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
