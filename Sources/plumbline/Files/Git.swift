internal import Foundation
internal import Glibc

/// Runs git. Programs that a repository's own settings would start, such as a file system monitor, are switched off, because a
/// checkout may be untrusted.
struct Git {
    struct Output {
        var status: Int32
        var text: String
        var errors: String

        /// The first line of the error messages.
        var reason: String {
            errors.split(separator: "\n").first.map(String.init) ?? "git failed"
        }
    }

    /// The error message if git is not installed.
    static let isMissing = "git is not installed"

    /// The folder in which git works, or nil for the working directory.
    var folder: String?

    /// - Parameter dropsEnvironment: whether git finds the repository only by the folder. The environment of a hook may name
    ///   another repository.
    func run(_ words: [String], input: Data? = nil, dropsEnvironment: Bool = false) -> Result<Output, InputFailure> {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + (folder.map { ["-C", $0] } ?? []) + ["-c", "core.fsmonitor=false"] + words
        if dropsEnvironment {
            let names = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY"]
            process.environment = ProcessInfo.processInfo.environment.filter { !names.contains($0.key) }
        }
        let (output, errors, source) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        if input != nil { process.standardInput = source } else { process.standardInput = FileHandle.nullDevice }
        do { try process.run() } catch { return .failure(InputFailure(reason: "git could not be started")) }
        if let input {
            // Git answers while it reads, and a pipe holds little.
            let writer = source.fileHandleForWriting
            Thread.detachNewThread {
                try? writer.write(contentsOf: input)
                try? writer.close()
            }
        }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        let reason = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        if process.terminationStatus == 127 { return .failure(InputFailure(reason: Git.isMissing)) }
        return .success(
            Output(
                status: process.terminationStatus, text: String(decoding: bytes, as: UTF8.self), errors: String(decoding: reason, as: UTF8.self)))
    }
}
