internal import Foundation
internal import HTTP
internal import SocketServer
internal import Testing

@Suite struct LifetimeTests {
    @Test func aStopLetsRequestsUnderWayFinish() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, server in
            let idle = try Client(port: port)
            idle.send(get("/healthz"))
            _ = try idle.answer()
            let busy = try Client(port: port)
            busy.send(get("/gate") + get("/healthz"))
            gate.awaitArrival()
            server.requestStop()
            #expect(idle.isClosed())
            #expect(throws: Client.Failure.self) { try Client(port: port) }
            gate.open()
            let answer = try busy.answer()
            #expect(answer.body == "passed")
            #expect(answer.fields["connection"] == "close")
            #expect(busy.isClosed())
            server.wait()
        }
    }

    @Test func aStopDoesNotWaitForEver() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.stopTimeout = .milliseconds(100) }) { port, server in
            let client = try Client(port: port)
            client.send(get("/gate"))
            gate.awaitArrival()
            server.stop()
            #expect(client.isClosed())
            gate.open()
        }
    }

    @Test func aServerStartsOnceAndStopsAnyNumberOfTimes() throws {
        try withServer { _, server in
            #expect(throws: ServerError.alreadyStarted) { try server.start() }
            server.stop()
            server.stop()
            server.wait()
        }
    }

    @Test func whatCannotBeListenedOnIsSaid() throws {
        struct Nothing: Responder {
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse { .text("") }
        }
        func start(_ change: (inout ServerConfiguration) -> Void) throws {
            var configuration = ServerConfiguration()
            change(&configuration)
            let server = Server(configuration: configuration, responder: Nothing())
            defer { server.stop() }
            _ = try server.start()
        }
        try withServer { port, _ in
            #expect(throws: ServerError.addressInUse(host: "127.0.0.1", port: port)) {
                try start { $0.port = port }
            }
            var configuration = ServerConfiguration()
            configuration.port = port
            #expect(throws: ServerError.addressInUse(host: "127.0.0.1", port: port)) { try Server.check(configuration) }
        }
        #expect(throws: ServerError.invalidPort(65536)) { try start { $0.port = 65536 } }
        #expect(throws: ServerError.invalidPort(-1)) { try start { $0.port = -1 } }
        // A name that is none, so that no server of names is asked.
        #expect(throws: ServerError.unknownHost("no..host")) { try start { $0.host = "no..host" } }
        #expect(throws: ServerError.invalidExtraHost("a b")) { try start { $0.extraHosts = ["a b"] } }
    }

    @Test func signalsCallTheActionInsteadOfEndingTheProcess() {
        let received = DispatchSemaphore(value: 0)
        let signals = StopSignals { number in
            if number == SIGTERM { received.signal() }
        }
        kill(getpid(), SIGTERM)
        #expect(received.wait(timeout: .now() + 120) == .success)
        withExtendedLifetime(signals) {}
    }

    @Test func everyAnswerIsLogged() throws {
        let records = Records()
        try withServer({ $0.accessLog = { record in records.add(record) } }) { port, _ in
            let client = try Client(port: port)
            client.send(get("/healthz?q=1") + get("/none") + "BAD\r\n\r\n")
            for _ in 0..<3 { _ = try client.answer() }
        }
        #expect(records.lines == ["GET /healthz 200", "GET /none 404", "-  400"])
    }
}

private final class Records: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [AccessRecord] = []

    func add(_ record: AccessRecord) {
        lock.withLock { all.append(record) }
    }

    var lines: [String] {
        lock.withLock { all.map { "\($0.method?.rawValue ?? "-") \($0.path) \($0.status.code)" } }
    }
}
