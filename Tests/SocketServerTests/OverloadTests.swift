internal import Foundation
internal import HTTP
internal import SocketServer
internal import Testing

@Suite struct OverloadTests {
    @Test func busyWorkersDelayNoCheapRequest() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            let heavy = try Client(port: port)
            heavy.send(get("/gate") + get("/healthz"))
            gate.awaitArrival()
            let light = try Client(port: port)
            light.send(get("/healthz"))
            #expect(try light.answer().body == "ok")
            gate.open()
            #expect(try heavy.answer().body == "passed")
            #expect(try heavy.answer().body == "ok")
        }
    }

    @Test func aFullQueueIsAnsweredAtOnce() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.queueCapacity = 1 }) { port, _ in
            let running = try Client(port: port)
            running.send(get("/gate"))
            gate.awaitArrival()
            let waiting = try Client(port: port)
            waiting.send(get("/echo/waited"))
            // Its place in the queue is taken once a later connection was answered.
            let refused = try Client(port: port)
            refused.send(get("/healthz"))
            _ = try refused.answer()
            refused.send(get("/echo/x"))
            let answer = try refused.answer()
            #expect(answer.status == 503)
            #expect(answer.fields["retry-after"] == "1")
            #expect(answer.body.contains("\"code\":\"overloaded\""))
            gate.open()
            #expect(try running.answer().body == "passed")
            #expect(try waiting.answer().body == "waited")
        }
    }

    /// A server that sets workers aside at once, and so many clients whose requests stand at the gate.
    private func withHeavyClients(_ count: Int, workers: Int, gate: Gate, body: (_ port: Int, _ heavy: [Client]) throws -> Void) throws {
        try withServer(
            gate: gate,
            {
                $0.workerCount = workers
                $0.longRequest = .zero
                $0.workersAside = 4
            }
        ) { port, _ in
            let heavy = try (0..<count).map { _ in try Client(port: port) }
            for client in heavy {
                client.send(get("/gate"))
                gate.awaitArrival()
            }
            try body(port, heavy)
        }
    }

    @Test func `long requests on every worker keep nobody from short ones`() throws {
        let gate = Gate()
        try withHeavyClients(5, workers: 2, gate: gate) { port, heavy in
            let light = try Client(port: port)
            light.send(get("/echo/light"))
            #expect(try light.answer().body == "light")
            // Those set aside end with their jobs, and as many as there were to begin with go on.
            gate.open(for: 5)
            for client in heavy { #expect(try client.answer().body == "passed") }
            for number in 0..<20 {
                light.send(get("/echo/\(number)"))
                #expect(try light.answer().body == "\(number)")
            }
        }
    }

    @Test func `a short request has its turn though long ones take all places`() throws {
        let gate = Gate()
        try withServer(
            gate: gate,
            {
                $0.longRequest = .zero
                $0.workersAside = 2
            }
        ) { port, _ in
            gate.open(for: 10)
            let long = try (0..<3).map { _ in try Client(port: port) }
            for client in long {
                client.send(get("/gate-until-cancelled"))
                gate.awaitArrival()
            }
            let short = try Client(port: port)
            short.send(get("/echo/short"))
            #expect(try short.answer().body == "short")
            // The one that ran for longest made room, and only that one.
            let ended = try long[0].answer()
            #expect(ended.status == 503 && ended.body.contains("overloaded"), "\(ended)")
            let another = try Client(port: port)
            another.send(get("/echo/another"))
            #expect(try another.answer().body == "another")
        }
    }

    @Test func `a long request whose result is being stored is not ended for others, but another one is`() throws {
        let gate = Gate()
        let router = try Router { routes in
            try routes.add(.get, "/claimed") { _, context in
                let isClaimed = context.claim()
                gate.pass()
                return .text(isClaimed ? "stored" : "late")
            }
            try routes.add(.get, "/long") { _, context in
                while !context.isCancelled { usleep(1000) }
                return .text("late")
            }
            try routes.add(.get, "/short") { _, _ in .text("short") }
        }
        func change(_ configuration: inout ServerConfiguration) {
            configuration.longRequest = .zero
            configuration.workersAside = 2
        }
        try serving(router, change) { port in
            let storing = try Client(port: port)
            storing.send(get("/claimed"))
            gate.awaitArrival()
            let long = try (0..<2).map { _ in try Client(port: port) }
            for client in long { client.send(get("/long")) }
            let short = try Client(port: port)
            short.send(get("/short"))
            #expect(try short.answer().body == "short")
            gate.open()
            #expect(try storing.answer().body == "stored")
        }
    }

    @Test func `large requests wait where many long ones run`() throws {
        let gate = Gate()
        try withHeavyClients(2, workers: 1, gate: gate) { port, heavy in
            // One is set aside, as many as there are workers; what is small still finds one.
            let large = try Client(port: port)
            let body = String(repeating: "x", count: 300_000)
            large.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 300000\r\n\r\n" + body)
            let light = try Client(port: port)
            light.send(get("/echo/light"))
            #expect(try light.answer().body == "light")
            gate.open(for: 2)
            #expect(try large.answer().body == body)
            for client in heavy { #expect(try client.answer().body == "passed") }
        }
    }

    @Test func `requests that are known to read much leave the thread of reads to others`() throws {
        struct Reading: Responder {
            let gate: Gate
            func match(_ head: RequestHead) -> RouteMatch {
                RouteMatch(route: Route(method: .get, pattern: "/", cost: .read) { _, _ in .text("") })
            }
            func readsMuch(_ request: HTTPRequest) -> Bool { request.target.segments == ["much"] }
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
                if readsMuch(request) { gate.pass() }
                return .text("read")
            }
        }
        let gate = Gate()
        try serving(Reading(gate: gate)) { port in
            let much = try (0..<3).map { _ in try Client(port: port) }
            for client in much { client.send(get("/much")) }
            gate.awaitArrival()
            let little = try Client(port: port)
            little.send(get("/little"))
            #expect(try little.answer().body == "read")
            gate.open(for: 3)
            for client in much { #expect(try client.answer().body == "read") }
        }
    }

    /// Runs a server with one worker and a responder of its own.
    private func serving(
        _ responder: some Responder, _ change: (inout ServerConfiguration) -> Void = { _ in }, body: (_ port: Int) throws -> Void
    ) throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.workerCount = 1
        configuration.workersAside = 0
        change(&configuration)
        let server = Server(configuration: configuration, responder: responder)
        let port = try server.start()
        defer { server.stop() }
        try body(port)
    }

    @Test func `batches that wait for a worker leave room for others`() throws {
        final class Gated: BodyStream {
            let gate: Gate
            init(_ gate: Gate) { self.gate = gate }
            func next(_ input: BodyInput) -> BodyPiece {
                gate.pass()
                return BodyPiece(Array("done".utf8), .end)
            }
        }
        let gate = Gate()
        let router = try Router { routes in
            try routes.add(.get, "/gated", cost: .cheap) { _, _ in HTTPResponse(contentType: "text/plain", stream: Gated(gate)) }
            try routes.add(.get, "/healthz") { _, _ in .text("ok") }
        }
        func change(_ configuration: inout ServerConfiguration) {
            configuration.maximumConnections = 6
            configuration.queueCapacity = 4
            configuration.workerCount = 2
        }
        try serving(router, change) { port in
            let batches = try (0..<6).map { _ in try Client(port: port) }
            for client in batches { client.send(get("/gated")) }
            for _ in 0..<2 { gate.awaitArrival() }
            // All have begun their answers, the first of which runs.
            for client in batches { #expect(try client.head().status == 200) }
            let other = try Client(port: port)
            other.send(get("/echo"))
            #expect(try other.answer().status == 404)
            // The newest made room.
            #expect(batches[5].isClosed())
            gate.open(for: 5)
            for client in batches.dropLast() { #expect(try client.rest().contains("done")) }
        }
    }

    @Test func `requests that need much memory together wait for each other`() throws {
        struct Hungry: Responder {
            let gate: Gate
            func memory(for request: HTTPRequest) -> Int { request.target.segments == ["hungry"] ? 8 << 20 : 0 }
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
                if request.target.segments == ["hungry"] { gate.pass() }
                return .text("done")
            }
        }
        let gate = Gate()
        func change(_ configuration: inout ServerConfiguration) {
            configuration.workerCount = 4
            configuration.maximumWorkBytes = 24 << 20
        }
        try serving(Hungry(gate: gate), change) { port in
            let hungry = try (0..<6).map { _ in try Client(port: port) }
            for client in hungry { client.send(get("/hungry")) }
            for _ in 0..<2 { gate.awaitArrival() }
            // The third finds no memory, and others find a worker all the same.
            #expect(!gate.arrives())
            let light = try Client(port: port)
            light.send(get("/light"))
            #expect(try light.answer().body == "done")
            gate.open(for: 6)
            for client in hungry { #expect(try client.answer().body == "done") }
        }
    }

    @Test func aRequestBeyondItsDeadlineIsAnsweredAndItsLateResultDropped() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.requestDeadline = .milliseconds(100) }) { port, _ in
            let client = try Client(port: port)
            client.send(get("/gate"))
            let answer = try client.answer()
            #expect(answer.status == 503)
            #expect(answer.body.contains("\"code\":\"deadline\"") && answer.fields["retry-after"] == "10")
            gate.open()
            client.send(get("/healthz"))
            #expect(try client.answer().body == "ok")
        }
    }

    @Test func `a handler is asked to end before its deadline`() throws {
        try withServer({ $0.requestDeadline = .seconds(1000) }) { port, _ in
            let client = try Client(port: port)
            client.send(get("/seconds-left"))
            let seconds = try #require(Double(try client.answer().body))
            #expect(seconds <= 998)
            #expect(seconds > 0)
        }
    }

    @Test func aHandlerLearnsThatNobodyWaitsForIt() throws {
        let isTold = try patiently { limit in
            let gate = Gate()
            var isTold = false
            try withServer(gate: gate, { $0.requestDeadline = limit }) { port, _ in
                let client = try Client(port: port)
                client.send(get("/until-cancelled"))
                defer { gate.open() }
                let answer = try client.answer()
                // Where its time was over before a worker came to it, the handler was not called at all.
                isTold = answer.status == 503 && gate.arrives()
            }
            return isTold
        }
        #expect(isTold)
    }

    @Test func whatIsBeingStoredIsWaitedForBeyondTheDeadline() throws {
        let isAnswered = try patiently { limit in
            let gate = Gate()
            var answer: Client.Answer?
            try withServer(
                gate: gate,
                {
                    $0.requestDeadline = limit
                    $0.handlerMargin = limit / 4
                }
            ) { port, _ in
                let client = try Client(port: port)
                client.send(get("/stored"))
                // Where its time was over before a worker came to it, the handler was not called at all.
                guard gate.arrives() else { return }
                Thread.sleep(forTimeInterval: 2 * Double(limit / .milliseconds(1)) / 1000)
                gate.open()
                answer = try client.answer()
            }
            return answer?.status == 200 && answer?.body == "stored"
        }
        #expect(isAnswered)
    }

    @Test func aSlowHeadTimesOut() throws {
        let timesOut = try patiently { limit in
            var timesOut = false
            try withServer({ $0.headerTimeout = limit }) { port, _ in
                let client = try Client(port: port)
                client.send("GET / HTTP/1.1\r\nHost: loc")
                timesOut = try client.answer().status == 408 && client.isClosed()
            }
            return timesOut
        }
        #expect(timesOut)
    }

    @Test func aSlowBodyTimesOut() throws {
        try withServer({ $0.bodyTimeout = .milliseconds(100) }) { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
            #expect(try client.answer().status == 408)
            #expect(client.isClosed())
        }
    }

    @Test func silentConnectionsAreClosed() throws {
        try withServer({ $0.headerTimeout = .milliseconds(100) }) { port, _ in
            let client = try Client(port: port)
            #expect(client.isClosed())
        }
    }

    @Test func idleConnectionsAreClosed() throws {
        try withServer({ $0.idleTimeout = .milliseconds(100) }) { port, _ in
            let client = try Client(port: port)
            client.send(get("/healthz"))
            #expect(try client.answer().body == "ok")
            #expect(client.isClosed())
        }
    }

    @Test func aReaderThatTakesNothingIsDropped() throws {
        try withServer({ $0.writeTimeout = .milliseconds(100) }) { port, server in
            let client = try Client(port: port, receiveBuffer: 4096)
            client.send(get("/large"))
            // Only a dropped connection lets the server stop before its stop timeout.
            let other = try Client(port: port)
            other.send(get("/healthz"))
            #expect(try other.answer().body == "ok")
            server.stop()
            #expect(throws: Client.Failure.self) { try client.answer() }
        }
    }

    @Test func theLongestIdleConnectionMakesRoom() throws {
        try withServer({ $0.maximumConnections = 2 }) { port, _ in
            let first = try Client(port: port)
            first.send(get("/healthz"))
            _ = try first.answer()
            let second = try Client(port: port)
            second.send(get("/healthz", "X: "))
            let third = try Client(port: port)
            third.send(get("/healthz"))
            #expect(try third.answer().body == "ok")
            #expect(first.isClosed())
        }
    }

    @Test func `slow heads leave room for others`() throws {
        try withServer({ $0.maximumConnections = 3 }) { port, _ in
            let slow = try (0..<3).map { _ in try Client(port: port) }
            for client in slow { client.send("GET / HTTP/1.1\r\nHost: loc") }
            for _ in 0..<5 {
                let client = try Client(port: port)
                client.send(get("/healthz", "Connection: close\r\n"))
                #expect(try client.answer().body == "ok")
            }
        }
    }

    @Test(arguments: [0, 0.4])
    func `slow bodies leave room for others at once`(after seconds: Double) throws {
        try withServer({ $0.maximumConnections = 3 }) { port, _ in
            let slow = try (0..<3).map { _ in try Client(port: port) }
            for client in slow { client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\nabc") }
            Thread.sleep(forTimeInterval: seconds)
            for target in ["/echo/x", "/healthz", "/echo/y"] {
                let client = try Client(port: port)
                client.send(get(target, "Connection: close\r\n"))
                #expect(try client.answer().status == 200)
            }
        }
    }

    @Test func `a body that arrives quickly keeps its place`() throws {
        try withServer({ $0.maximumConnections = 3 }) { port, _ in
            let quick = try Client(port: port)
            quick.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n")
            let slow = try (0..<2).map { _ in try Client(port: port) }
            for client in slow {
                client.send(
                    "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\nExpect: 100-continue\r\n\r\n")
                // So that their bodies begin before the first part of the quick one, however busy the machine is.
                #expect(try client.answer().status == 100)
                client.send("abc")
            }
            for part in 0..<10 {
                quick.send(String(repeating: "x", count: 100_000))
                Thread.sleep(forTimeInterval: 0.05)
                // Those that come are answered, and each takes the place of a slow one or of one before it.
                let next = try Client(port: port)
                next.send(get("/echo/\(part)"))
                #expect(try next.answer().body == "\(part)")
            }
            #expect(try quick.answer().body.utf8.count == 1_000_000)
        }
    }

    @Test func `what has arrived from a connection counts before a newcomer takes its place`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.maximumConnections = 2 }) { port, _ in
            let quick = try Client(port: port)
            quick.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 130000\r\n\r\n")
            quick.send(String(repeating: "x", count: 100_000))
            let busy = try Client(port: port)
            busy.send(get("/loop-gate"))
            gate.awaitArrival()
            // What happens now waits for the loop, the newcomer first.
            let newcomer = try Client(port: port)
            newcomer.send(get("/echo/new"))
            // So little that the system takes all of it while the loop reads nothing.
            quick.send(String(repeating: "x", count: 30_000))
            // Longer than a connection has its place whatever it does.
            Thread.sleep(forTimeInterval: 0.4)
            gate.open()
            #expect(try newcomer.answer().body == "new")
            #expect(try quick.answer().body.utf8.count == 130_000)
        }
    }

    @Test func `a newcomer keeps its place until its request is read`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.maximumConnections = 2 }) { port, _ in
            let slow = try Client(port: port)
            // After this the loop reads only some kilobytes of the connection at a time.
            slow.send(get("/loop-gate"))
            gate.awaitArrival()
            Thread.sleep(forTimeInterval: 0.05)
            gate.open()
            #expect(try slow.answer().body == "passed")
            slow.send(
                "POST /loop-gate HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 12000\r\nExpect: 100-continue\r\n\r\n")
            #expect(try slow.answer().status == 100)
            let busy = try Client(port: port)
            busy.send(get("/loop-gate"))
            gate.awaitArrival()
            let newcomers = try (0..<2).map { _ in try Client(port: port) }
            for (number, newcomer) in newcomers.enumerated() { newcomer.send(get("/echo/\(number)")) }
            slow.send(String(repeating: "x", count: 12_000))
            // Longer than a connection has its place whatever it does.
            Thread.sleep(forTimeInterval: 0.4)
            gate.open()
            // The second newcomer's place is sought, so the slow body is read, and its request takes long.
            gate.awaitArrival()
            Thread.sleep(forTimeInterval: 0.4)
            gate.open()
            for (number, newcomer) in newcomers.enumerated() { #expect(try newcomer.answer().body == "\(number)") }
            #expect(try slow.answer().body == "passed")
        }
    }

    @Test func `who asks for health is not driven out by those who say nothing`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.maximumConnections = 1 }) { port, _ in
            let busy = try Client(port: port)
            busy.send(get("/gate"))
            gate.awaitArrival()
            let asking = try Client(port: port)
            let silent = try (0..<100).map { _ in try Client(port: port) }
            Thread.sleep(forTimeInterval: 0.05)
            asking.send(get("/healthz"))
            #expect(try asking.answer().body == "ok")
            withExtendedLifetime(silent) {}
            gate.open()
            #expect(try busy.answer().body == "passed")
        }
    }

    @Test func `one connection too many gets an answer`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.maximumConnections = 1 }) { port, _ in
            let first = try Client(port: port)
            first.send(get("/gate"))
            gate.awaitArrival()
            let second = try Client(port: port)
            second.send(get("/echo/x"))
            let answer = try second.answer()
            #expect(answer.status == 503 && answer.fields["retry-after"] == "1")
            #expect(answer.body.contains("\"code\":\"connections\""))
            #expect(second.isClosed())
            // Who asks whether the service lives is answered all the same.
            let third = try Client(port: port)
            third.send(get("/healthz"))
            #expect(try third.answer().body == "ok" && third.isClosed())
            gate.open()
            #expect(try first.answer().body == "passed")
        }
    }

    /// The beginnings of bodies of 5000 bytes, in both framings.
    private static let begunBodies = [
        "Content-Length: 5000\r\n\r\n" + String(repeating: "x", count: 4999),
        "Transfer-Encoding: chunked\r\n\r\n1387\r\n" + String(repeating: "x", count: 4998),
    ]

    @Test(arguments: [("GET /healthz", 200), ("GET /echo/x", 200), ("GET /nowhere", 404), ("PUT /echo", 405), ("DELETE /echo/x", 405)], begunBodies)
    func `bodies that nobody needs take no memory`(line: (text: String, status: Int), body: String) throws {
        try withServer({ $0.maximumHeldBytes = 1000 }) { port, _ in
            let stranger = try Client(port: port)
            stranger.send("\(line.text) HTTP/1.1\r\nHost: localhost\r\n" + body)
            // The loop has read what was sent once a later connection was answered.
            for _ in 0..<3 {
                let next = try Client(port: port)
                next.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n" + String(repeating: "y", count: 900))
                #expect(try next.answer().status == 200)
            }
            // The request is answered as ever once its body has ended, and so is the next one.
            stranger.send(body.hasPrefix("C") ? "x" : "x\r\n0\r\n\r\n")
            #expect(try stranger.answer().status == line.status)
            stranger.send(get("/echo/next"))
            #expect(try stranger.answer().body == "next")
        }
    }

    @Test func `a body that nobody needs has the limit of others`() throws {
        try withServer({ $0.limits.bodyBytes = 100 }) { port, _ in
            let client = try Client(port: port)
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<3 { client.send("32\r\n" + String(repeating: "x", count: 50) + "\r\n") }
            #expect(try client.answer().status == 413)
        }
    }

    @Test func `a body that does not arrive makes room for others`() throws {
        try withServer({
            $0.maximumHeldBytes = 1000
            $0.slowBodyTime = .zero
        }) { port, _ in
            let slow = try Client(port: port)
            slow.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: 900))
            usleep(100_000)
            let next = try Client(port: port)
            next.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n" + String(repeating: "y", count: 499))
            #expect(try slow.answer().body.contains("\"code\":\"memory\""))
            next.send("y")
            #expect(try next.answer().status == 200)
        }
    }

    @Test func `the bodies of an address that holds most make room for another's`() throws {
        try withServer({ $0.maximumHeldBytes = 1000 }) { port, _ in
            let greedy = try (0..<2).map { _ in try Client(port: port, from: "127.0.0.2") }
            for (client, count) in zip(greedy, [300, 600]) {
                client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: count))
                usleep(50_000)
            }
            let other = try Client(port: port)
            other.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n" + String(repeating: "y", count: 400))
            #expect(try greedy[1].answer().body.contains("\"code\":\"memory\""))
            other.send(String(repeating: "y", count: 100))
            #expect(try other.answer().status == 200)
            // The shorter one continues.
            greedy[0].send(String(repeating: "x", count: 4700))
            #expect(try greedy[0].answer().body.contains("\"code\":\"memory\""))
        }
    }

    @Test func bodiesTogetherHaveALimit() throws {
        try withServer({ $0.maximumHeldBytes = 1000 }) { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "x", count: 2000))
            #expect(try client.answer().body.contains("\"code\":\"memory\""))
            // What it held is free again.
            let next = try Client(port: port)
            next.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello")
            #expect(try next.answer().body == "hello")
        }
    }
}
