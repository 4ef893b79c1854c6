internal import Glibc
internal import HTTP
internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore
internal import SocketServer
internal import Synchronization

/// `plumbline serve`: the HTTP service until SIGTERM or SIGINT.
struct ServeCommand {
    static let standardDatabase = "plumbline.db"

    private var configuration = ServerConfiguration()
    private let limits: ServiceLimits
    private let database: String
    private let retention: Retention

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        try arguments.expectNoOperands()
        limits = try arguments.serviceLimits()
        database = arguments.text("--database") ?? ServeCommand.standardDatabase
        retention = Retention(
            days: try arguments.integer("--keep-days", in: 1...36500), sessions: try arguments.integer("--keep-sessions", in: 0...Int.max))
        configuration.host = arguments.text("--host") ?? configuration.host
        configuration.port = try arguments.integer("--port", in: 0...65535) ?? configuration.port
        configuration.extraHosts = arguments.text("--allow-host")?.split(separator: ",").map(String.init) ?? []
        configuration.limits.bodyBytes = limits.bodyBytes
        if let bytes = try arguments.integer("--max-header", in: 1024...(1 << 24)) { configuration.limits.headerSectionBytes = bytes }
        configuration.requestDeadline = .seconds(limits.deadline)
        if let seconds = try arguments.seconds("--header-timeout", upTo: 3600) { configuration.headerTimeout = .seconds(seconds) }
        if let seconds = try arguments.seconds("--body-timeout", upTo: 3600) { configuration.bodyTimeout = .seconds(seconds) }
        if let seconds = try arguments.seconds("--idle-timeout", upTo: 3600) { configuration.idleTimeout = .seconds(seconds) }
        configuration.workerCount = try arguments.integer("--workers", in: 1...1024) ?? configuration.workerCount
        configuration.queueCapacity = try arguments.integer("--queue", in: 0...100_000) ?? configuration.queueCapacity
        configuration.maximumConnections = try arguments.integer("--max-connections", in: 1...100_000) ?? configuration.maximumConnections
        if arguments.has("--access-log") { configuration.accessLog = { Console.message($0.line) } }
    }

    func run() throws -> ExitStatus {
        let store: SessionStore
        do {
            store = try SessionStore(path: database)
        } catch {
            throw CommandFailure.input("\(error)".terminalSafe())
        }
        defer { store.close() }
        let application = try LayoutApplication(store: store, limits: limits) { Console.message("plumbline: \($0)".terminalSafe()) }
        let server = Server(configuration: configuration, responder: application)
        let signals = stopSignals(for: server)
        let port: Int
        do {
            port = try server.start()
        } catch {
            throw CommandFailure.input("\(error)".terminalSafe())
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        // A reader that takes only this line may go: the service goes on.
        try? Console.output("\(EngineVersion.text) listens on http://\(host):\(port), sessions in \(database.terminalSafe())\n")
        let keeper = retention.start(on: store)
        server.wait()
        keeper?.stop()
        withExtendedLifetime(signals) {}
        Console.message("stopped")
        return .success
    }

    /// The first signal stops gracefully, a second one at once.
    private func stopSignals(for server: Server) -> StopSignals {
        let count = Counter()
        return StopSignals { number in
            guard count.next() == 1 else { exit(128 + number) }
            Console.message("stopping; requests under way are answered first")
            server.requestStop()
        }
    }
}

/// Counts signals.
private final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int {
        value.wrappingAdd(1, ordering: .relaxed).newValue
    }
}

extension AccessRecord {
    /// The answer in one line: `GET /v1/sessions 200 1234 B 0.8 ms`.
    fileprivate var line: String {
        let parts = duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        let milliseconds = "\(microseconds / 1000).\(microseconds / 100 % 10)"
        return "\(method?.rawValue ?? "-") \(path.terminalSafe()) \(status.code) \(bodyBytes) B \(milliseconds) ms"
    }
}
