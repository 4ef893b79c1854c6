internal import LayoutCheck
internal import Glibc
internal import HTTP
internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore
internal import SocketServer
internal import StandardAdditions
internal import Synchronization

/// `plumbline serve`: runs the HTTP service until SIGTERM or SIGINT.
struct ServeCommand {
    static let standardDatabase = "plumbline.db"

    private var configuration = ServerConfiguration()
    private let limits: InputLimits
    private let database: StoreLocation
    private let allowsLoss: Bool
    private let retention: Retention
    private let log: ServiceLog
    private let isCheckOnly: Bool
    private let tokenWarning: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        if let word = arguments.operands.first, let port = UInt16(word.hasPrefix(":") ? word.dropFirst() : word[...]) {
            throw arguments.usage("'serve' takes no operands, but '\(word)' is given; did you mean '--port \(port)'?")
        }
        try arguments.expectNoOperands()
        limits = try arguments.serviceLimits()
        database = StoreLocation(arguments.text("--database") ?? ServeCommand.standardDatabase)
        allowsLoss = arguments.has("--allow-loss")
        retention = Retention(
            days: try arguments.integer("--keep-days", in: 1...36500), isUnlimited: arguments.has("--delete-many"),
            sessions: try arguments.integer("--keep-sessions", in: 1...Int.max))
        configuration.host = arguments.text("--host").map(ServeCommand.withoutBrackets) ?? configuration.host
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
        let memory = try arguments.memoryLimit(least: 256).bytes
        configuration.maximumMemory = memory
        configuration.maximumHeldBytes = min(configuration.maximumHeldBytes, memory / 4)
        configuration.maximumWorkBytes = min(configuration.maximumWorkBytes, memory / 4)
        if let seconds = try arguments.seconds("--stop-timeout", upTo: 3600) { configuration.stopTimeout = .seconds(seconds) }
        let source = try TokenSource(file: arguments.text("--token-file"))
        configuration.token = source.token
        tokenWarning = source.warning
        log = ServiceLog(
            level: try arguments.word("--log-level", ServiceLog.Level.self) ?? (arguments.has("--access-log") ? .debug : .info))
        isCheckOnly = arguments.has("--check-config")
        try HostName.check(configuration.host)
        guard configuration.token != nil || LocalPolicy.isLoopback(configuration.host) else {
            throw CommandFailure.usage(
                "\(configuration.host.terminalSafe()) is reachable from other machines: set a token with --token-file or \(TokenSource.variable), "
                    + "or listen on 127.0.0.1 behind a proxy", command: "serve")
        }
    }

    /// Returns the host without the brackets around an IPv6 address, which are as in a URL.
    private static func withoutBrackets(_ host: String) -> String {
        host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2 ? String(host.dropFirst().dropLast()) : host
    }

    func run() throws -> ExitStatus {
        if let tokenWarning { log.note(.warning, "token", tokenWarning) }
        if isCheckOnly { return try checkConfiguration() }
        if let path = database.path, let folder = MissingFile.folder(of: path) {
            throw CommandFailure.input("\(path) cannot be opened: there is no folder \(folder); create it first".terminalSafe())
        }
        // Before the database is created: a service that cannot listen leaves no file.
        do { try Server.check(configuration) } catch { throw CommandFailure.input("\(error)".terminalSafe()) }
        let store: any SessionStore
        do {
            // Each worker needs at most one at a time; retention and the verification of imports have threads of their own.
            if let bytes = configuration.maximumMemory {
                ServerConfiguration.returnLongBlocks()
                StoreLocation.limitMemory(ofProcess: bytes)
            }
            store = try database.open(
                .create, connections: configuration.workerCount + 2, longestValue: longestValue, memory: configuration.maximumMemory,
                allowsLoss: allowsLoss
            ) { [log] in log.note(.error, "store", "damaged indexes could not be made again: \($0)") }
        } catch {
            throw CommandFailure.input("\(error)".terminalSafe())
        }
        defer { store.close() }
        let log = log
        if let note = store.engine.note { log.note(.warning, "store", note) }
        var limits = limits
        limits.memory = configuration.maximumMemory.map { MemoryLimit(bytes: $0) }
        let application = try LayoutApplication(store: store, limits: limits) { log.note(.error, "store", "\($0)") }
        let figures = ProcessFigures(configuration.figures)
        application.observe { figures.gauges }
        var configuration = configuration
        if configuration.fitConnections() {
            log.note(
                .warning, "connections",
                "the system's limit of open files allows only \(configuration.maximumConnections) connections, fewer than --max-connections"
            )
        }
        if let bytes = configuration.maximumMemory { log.note(.info, "memory", "requests may take up to \(bytes >> 20) MB (--max-memory)") }
        configuration.accessLog = { record in
            application.noteAnswer(record.status)
            log.note(record)
        }
        let server = Server(configuration: configuration, responder: application)
        let signals = stopSignals(for: server)
        let port: Int
        do {
            port = try server.start()
        } catch {
            throw CommandFailure.input("\(error)".terminalSafe())
        }
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        // A failed write is ignored: the reader may close the pipe after this line.
        try? Console.output("\(EngineVersion.text) listens on http://\(host):\(port), sessions in \(database.text.terminalSafe())\n")
        ServiceManager.notify("READY=1\nSTATUS=listens on \(host):\(port)")
        let keeper = retention.start(on: store, log)
        let verification = ImportVerification(store, limits: limits)
        server.wait()
        keeper.stop()
        verification.stop()
        withExtendedLifetime(signals) {}
        store.close()
        if let note = (store as? SQLiteSessionStore)?.logAside { log.note(.error, "store", "\(note)") }
        log.note(.info, "stop", "stopped")
        return .success
    }

    /// The greatest length of one value of the database in bytes. The longest body fits into a row.
    private var longestValue: Int {
        let bytes = max(20 << 20, limits.bodyBytes + 1 << 20)
        return configuration.maximumMemory.map { max(bytes, $0 / 16) } ?? max(bytes, StoreLocation.longestValue)
    }

    /// Checks whether the service could start with these options, and changes nothing. Another service may be running at its
    /// address.
    private func checkConfiguration() throws -> ExitStatus {
        do throws(LocalPolicy.InvalidHost) { _ = try LocalPolicy(boundTo: configuration.host, extraHosts: configuration.extraHosts) } catch {
            throw CommandFailure.usage(
                "'--allow-host': \"\(error.text.terminalSafe())\" is not a host with an optional port, such as example.org:8080", command: "serve")
        }
        try checkDatabase()
        var note = ""
        do throws(ServerError) { try Server.check(configuration) } catch {
            guard case .addressInUse(let host, let port) = error else { throw CommandFailure.input("\(error)".terminalSafe()) }
            note = ", but another program already listens on \(host.terminalSafe()) port \(port)"
        }
        try Console.output("the configuration is valid\(note)\n")
        return .success
    }

    private func checkDatabase() throws {
        do {
            guard let path = database.path else {
                try database.open(.readOnly).close()
                return
            }
            if path.isEmpty || access(path, F_OK) == 0 {
                try database.open(.readOnly, readers: 1).close()
            } else {
                try SQLiteSessionStore.checkFiles(of: path)
            }
        } catch StoreError.olderSchema {
            // The service makes the tables, and migrates an older schema, when it starts.
        } catch {
            throw CommandFailure.input("\(error)".terminalSafe())
        }
        guard let path = database.path else { return }
        if access(path, F_OK) == 0, access(path, W_OK) != 0 {
            throw CommandFailure.input("\(path.terminalSafe()): \(String(cString: strerror(errno)))")
        }
        let folder = path.contains("/") ? String(path.reversed().drop { $0 != "/" }.reversed()) : "."
        guard access(folder, W_OK) == 0 else {
            throw CommandFailure.input("\(folder.terminalSafe()): \(String(cString: strerror(errno)))")
        }
    }

    /// Stops the server gracefully at the first signal, and exits at once at the second.
    private func stopSignals(for server: Server) -> StopSignals {
        let count = Counter()
        let log = log
        return StopSignals { number in
            guard count.next() == 1 else { exit(128 + number) }
            ServiceManager.notify("STOPPING=1")
            log.note(.info, "stop", "stopping after the requests in progress")
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
