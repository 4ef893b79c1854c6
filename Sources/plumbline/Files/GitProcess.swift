internal import Foundation
internal import Glibc

/// A run of git that ends after a while in any case: git can take hours for a pattern of a `.gitignore`.
struct GitProcess {
    let words: [String]
    let environment: [String: String]

    /// The seconds that git may take, which the environment can change.
    private static var limit: Int {
        guard let text = getenv("PLUMBLINE_GIT_SECONDS"), let seconds = Int(String(cString: text)), (1...86_400).contains(seconds) else { return 20 }
        return seconds
    }

    /// The error message if git took too long.
    static var isLate: String { "git did not answer within \(limit) s and was stopped; set PLUMBLINE_GIT_SECONDS=\(limit * 10) to give it more time" }

    /// Returns what git prints if it reads this input.
    func output(_ input: [UInt8]) -> Result<Git.Output, InputFailure> {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = environment
        let (output, errors, source) = (Pipe(), Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        if input.isEmpty { process.standardInput = FileHandle.nullDevice } else { process.standardInput = source }
        do { try process.run() } catch { return .failure(InputFailure(reason: "git could not be started")) }
        if !input.isEmpty {
            // Git answers while it reads, and a pipe holds little.
            let writer = source.fileHandleForWriting
            Thread.detachNewThread {
                try? writer.write(contentsOf: input)
                try? writer.close()
            }
        }
        let texts = read([output.fileHandleForReading.fileDescriptor, errors.fileHandleForReading.fileDescriptor])
        if texts == nil { stop(process.processIdentifier) }
        process.waitUntilExit()
        guard let texts else { return .failure(InputFailure(reason: GitProcess.isLate)) }
        if process.terminationStatus == 127 { return .failure(InputFailure(reason: Git.isMissing)) }
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return .success(Git.Output(status: status, bytes: texts[0], errors: String(decoding: texts[1], as: UTF8.self)))
    }

    /// Returns all that comes from the descriptors, or nil if they are not at their end in time.
    private func read(_ descriptors: [Int32]) -> [[UInt8]]? {
        let end = ContinuousClock.now + .seconds(GitProcess.limit)
        var texts = [[UInt8]](repeating: [], count: descriptors.count)
        var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while waits.contains(where: { $0.fd >= 0 }) {
            let rest = Int32((end - ContinuousClock.now) / .milliseconds(1))
            guard rest > 0 else { return nil }
            if poll(&waits, nfds_t(waits.count), rest) <= 0 { continue }
            for index in waits.indices where waits[index].fd >= 0 && waits[index].revents != 0 {
                let count = Glibc.read(waits[index].fd, &buffer, buffer.count)
                if count > 0 { texts[index] += buffer[..<count] }
                if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { waits[index].fd = -1 }
            }
        }
        return texts
    }

    /// Ends git and what it started.
    private func stop(_ process: pid_t) {
        if getpgid(process) == process { kill(-process, SIGKILL) }
        kill(process, SIGKILL)
    }
}
