internal import Foundation
internal import Glibc
internal import Synchronization

/// A run of git that ends after a while in any case: git can take hours for a pattern of a `.gitignore`, and a checkout may have such patterns
/// in any number of repositories.
struct GitProcess {
    let words: [String]
    let environment: [String: String]

    /// The time that git has taken since the last call of `renewBudget`.
    private static let spent = Mutex(Duration.zero)

    /// Gives git its whole time again, for another pass over the files.
    static func renewBudget() { spent.withLock { $0 = .zero } }

    /// Whether git has no time left, so that an answer may be missing.
    static var isSpent: Bool { spent.withLock { $0 >= .seconds(limit) } }

    /// The seconds that all calls of git may take together, which the environment can change.
    private static var limit: Int {
        guard let text = getenv("PLUMBLINE_GIT_SECONDS"), let seconds = Int(String(cString: text)), (1...86_400).contains(seconds) else { return 20 }
        return seconds
    }

    /// The error message if git took too long.
    static var isLate: String {
        "git did not answer within \(limit) s in all its calls and was stopped; set PLUMBLINE_GIT_SECONDS=\(limit * 10) to give it more time"
    }

    /// The number of bytes of error messages that are read. Git can write one for each file.
    private static let mostErrors = 1 << 20

    /// Returns what git prints if it reads this input.
    ///
    /// - Parameter take: takes the pieces of the output as they arrive, which are then not in the result.
    func output(_ input: [UInt8], _ take: (([UInt8]) -> Void)? = nil) -> Result<Git.Output, InputFailure> {
        if GitProcess.isSpent { return .failure(InputFailure(reason: GitProcess.isLate)) }
        let start = ContinuousClock.now
        defer { GitProcess.spent.withLock { $0 += start.duration(to: .now) } }
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
        var (bytes, messages): ([UInt8], [UInt8]) = ([], [])
        let isWhole = read([output, errors].map(\.fileHandleForReading.fileDescriptor)) { index, piece in
            if index > 0 {
                messages += piece.prefix(GitProcess.mostErrors - messages.count)
            } else if let take {
                take(piece)
            } else {
                bytes += piece
            }
        }
        if !isWhole { stop(process.processIdentifier) }
        process.waitUntilExit()
        guard isWhole else { return .failure(InputFailure(reason: GitProcess.isLate)) }
        if process.terminationStatus == 127 { return .failure(InputFailure(reason: Git.isMissing)) }
        let status = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return .success(Git.Output(status: status, bytes: bytes, errors: String(decoding: messages, as: UTF8.self)))
    }

    /// Reads all that comes from the descriptors. Returns false if they are not at their end in time.
    ///
    /// - Parameter take: takes the index of a descriptor, and the next bytes from it.
    private func read(_ descriptors: [Int32], _ take: (Int, [UInt8]) -> Void) -> Bool {
        let end = ContinuousClock.now + .seconds(GitProcess.limit) - GitProcess.spent.withLock(\.self)
        var waits = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while waits.contains(where: { $0.fd >= 0 }) {
            let rest = Int32((end - ContinuousClock.now) / .milliseconds(1))
            guard rest > 0 else { return false }
            if poll(&waits, nfds_t(waits.count), rest) <= 0 { continue }
            for index in waits.indices where waits[index].fd >= 0 && waits[index].revents != 0 {
                let count = Glibc.read(waits[index].fd, &buffer, buffer.count)
                if count > 0 { take(index, Array(buffer[..<count])) }
                if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { waits[index].fd = -1 }
            }
        }
        return true
    }

    /// Ends git and what it started.
    private func stop(_ process: pid_t) {
        if getpgid(process) == process { kill(-process, SIGKILL) }
        kill(process, SIGKILL)
    }
}
