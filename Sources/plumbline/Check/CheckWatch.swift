internal import Foundation
internal import Glibc
internal import LayoutCheck

/// `plumbline check --watch`: checks once, and then again each file that changes, until it is interrupted.
struct CheckWatch {
    private let arguments: ParsedArguments
    private let memory = CheckMemory()

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        self.arguments = arguments
        for option in ["--write-baseline", "--files-from", "--output"] where arguments.has(option) {
            // Standard output, in other words.
            if option == "--output", arguments.text(option) == "-" { continue }
            throw arguments.usage("'--watch' prints to the terminal after each change and cannot be combined with '\(option)'")
        }
        if arguments.operands.contains("-") { throw arguments.usage("'--watch' needs files or folders: standard input does not change") }
    }

    func run() throws -> ExitStatus {
        CheckWatch.takeSignals()
        var watcher = try FileWatcher()
        var isFirst = true
        while true {
            var hasNewFolders = false
            GitProcess.renewBudget()
            do {
                // A configuration may have changed as well.
                let plan = try CheckPlan(arguments)
                _ = try CheckCommand(plan: plan).pass(memory, isFirst: isFirst)
                hasNewFolders = watcher.watch(
                    memory.folders + (plan.operands.filter { !plan.files.isFolder($0) } + plan.composed.paths).map(ConfigurationFinder.folder))
            } catch let failure as CommandFailure {
                // A file that is half written now is complete the next time.
                Console.message("plumbline: \(failure.message)")
                if isFirst { return failure.status }
            }
            if isFirst { Console.message("plumbline: waiting for changes; press Ctrl-C to end") }
            isFirst = false
            // Files that came into a new folder before it was watched are found by another look.
            if !hasNewFolders { try watcher.wait() }
        }
    }

    /// Unblocks the signals that end a program. They may be blocked, since a process inherits blocked signals from its parent.
    private static func takeSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGHUP, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}

/// Waits for changes in folders.
struct FileWatcher {
    private let descriptor: Int32
    private var watched: Set<Int32> = []

    init() throws(CommandFailure) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { throw .input("the files cannot be watched for changes: \(InputFailure(errno).reason)") }
    }

    /// Watches folders. One that cannot be watched is left out.
    ///
    /// - Returns: true if one of them was not watched before.
    mutating func watch(_ folders: [String]) -> Bool {
        let before = watched
        watched = []
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
        for folder in folders {
            // A folder that is watched already gets the same number. One that was removed and made again gets another.
            let number = inotify_add_watch(descriptor, folder, events | UInt32(IN_ONLYDIR))
            if number >= 0 { watched.insert(number) }
        }
        return !watched.isSubset(of: before)
    }

    /// Returns a moment after a file changed, since an editor writes a file in several steps.
    mutating func wait() throws(CommandFailure) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&request, 1, -1) < 0 {
            guard errno == EINTR else { throw .input("the files cannot be watched for changes: \(InputFailure(errno).reason)") }
        }
        usleep(10_000)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }
}
