internal import Glibc
internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline sessions copy --from A --to B`: copies all sessions of a database to another one.
struct SessionTransfer {
    private let source: StoreLocation
    private let target: StoreLocation
    private let allowsLoss: Bool

    /// The number of passes over a database that others keep changing.
    private static let mostPasses = 5
    /// The number of copied sessions whose steps are run again.
    private static let mostReplays = 20
    /// The seconds between messages about the progress.
    private static let interval = 5

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let from = arguments.text("--from"), let to = arguments.text("--to") else {
            throw arguments.usage("'sessions copy' needs --from DATABASE and --to DATABASE")
        }
        if arguments.text("--database") != nil {
            throw arguments.usage("'sessions copy' has two databases: name them with --from and --to instead of --database")
        }
        (source, target) = (StoreLocation(from), StoreLocation(to))
        allowsLoss = arguments.has("--allow-loss")
        if SessionTransfer.isSame(source, target) { throw arguments.usage("--from and --to name the same database") }
    }

    /// Returns whether two places are one file, or the same text for a server.
    private static func isSame(_ one: StoreLocation, _ other: StoreLocation) -> Bool {
        switch (one, other) {
        case (.file(let one), .file(let other)):
            var (first, second) = (stat(), stat())
            guard stat(one, &first) == 0, stat(other, &second) == 0 else { return one == other }
            return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)
        case (.server(let one), .server(let other)): return one == other
        default: return false
        }
    }

    func run() throws -> ExitStatus {
        if let path = target.path { try LinkReach.check(output: path) }
        let store = try SessionFiles.reporting(source) { try source.open(.readOnly, readers: 1, allowsLoss: allowsLoss) }
        defer { store.close() }
        // Opened last: a mistake in --from makes no file.
        let copies = try SessionFiles.reporting(target) { try target.open(.create, readers: 1, allowsLoss: allowsLoss) }
        defer { copies.close() }
        let copy = try passes(SessionCopy(from: store, to: copies))
        try summarize(copy, all: SessionFiles.reporting(target) { try copies.count() })
        let differing = try replay(copy.sample, copies)
        return copy.problems.isEmpty && differing == 0 ? .success : .findings
    }

    /// Copies until a pass changes nothing.
    private func passes(_ start: SessionCopy) throws -> SessionCopy {
        var copy = start
        var number = 0
        var last = time(nil)
        while true {
            number += 1
            do throws(SessionCopy.Failure) {
                let changed = try copy.pass(isComparing: number == 1) { copy in
                    guard time(nil) - last >= SessionTransfer.interval else { return }
                    last = time(nil)
                    Console.message("\(copy.created + copy.extended + copy.unchanged) sessions so far")
                }
                if changed == 0 { return copy }
            } catch {
                let database = error.side == .source ? source : target
                try SessionFiles.reporting(database) {
                    Console.message("copied \(copy.created) sessions; repeat the command to copy the rest")
                    throw error.error
                }
            }
            if number == SessionTransfer.mostPasses {
                Console.message("The source is still being changed: repeat the command when the services that write to it have stopped.")
                return copy
            }
        }
    }

    private func summarize(_ copy: SessionCopy, all: Int) throws {
        for problem in copy.problems {
            Console.message("not copied: session \(problem.id): \(problem.reason)".terminalSafe())
        }
        var parts = ["copied \(SessionTransfer.sessions(copy.created))"]
        if copy.extended > 0 { parts.append("updated \(copy.extended)") }
        if !copy.problems.isEmpty { parts.append("\(copy.problems.count) not copied") }
        try Console.output("\(parts.joined(separator: ", ")); \(target.text.terminalSafe()) has \(SessionTransfer.sessions(all))\n")
    }

    private static func sessions(_ count: Int) -> String { "\(count) session\(count == 1 ? "" : "s")" }

    /// Runs the steps of some copied sessions again. Returns the number of those whose results are not the stored ones though this engine
    /// has made them.
    private func replay(_ sample: [String], _ copies: any SessionStore) throws -> Int {
        let ids = sample.prefix(SessionTransfer.mostReplays)
        guard !ids.isEmpty else { return 0 }
        let sessions = SessionService(store: copies)
        var differing = 0
        for id in ids {
            let replay = try SessionFiles.reporting(target) { try sessions.replay(id) }
            guard let replay, !replay.isIdentical, replay.isOfThisEngine else { continue }
            differing += 1
            Console.message("session \(id): its results differ when its steps are run again; 'plumbline replay \(id)' shows how".terminalSafe())
        }
        try Console.output("ran the steps of \(SessionTransfer.sessions(ids.count)) again" + (differing == 0 ? ", with the same results\n" : "\n"))
        return differing
    }
}
