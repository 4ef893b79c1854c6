internal import Foundation
internal import HTTP
internal import SocketServer
internal import Synchronization
internal import Testing

@Suite struct FairnessTests {
    @Test func `slow readers make room for new clients`() throws {
        try withServer({
            $0.maximumConnections = 3
            $0.slowTime = .milliseconds(100)
        }) { port, _ in
            let slow = try (0..<3).map { _ in try Client(port: port, receiveBuffer: 4096) }
            for client in slow { client.send(get("/large")) }
            // All of them read nothing, so that whoever comes finds a place once they count as slow.
            for _ in 0..<3 {
                var body = ""
                // On a busy machine their answers take a while.
                for _ in 0..<100 where body != "x" {
                    Thread.sleep(forTimeInterval: 0.2)
                    let client = try Client(port: port)
                    client.send(get("/echo/x", "Connection: close\r\n"))
                    body = try client.answer().body
                }
                #expect(body == "x")
            }
        }
    }

    @Test func `reads do not wait for long requests`() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            let long = try Client(port: port)
            long.send(get("/gate"))
            gate.awaitArrival()
            // The only worker is busy, and none may be set aside.
            let waiting = try Client(port: port)
            waiting.send(get("/echo/waits"))
            for number in 0..<5 {
                let reader = try Client(port: port)
                reader.send(get("/stored/\(number)"))
                #expect(try reader.answer().body == "\(number)")
            }
            // With a parameter that makes it more than a read, it waits as others do.
            let computed = try Client(port: port)
            computed.send(get("/stored/x?width=1...2"))
            gate.open()
            #expect(try long.answer().body == "passed" && waiting.answer().body == "waits" && computed.answer().body == "x")
        }
    }

    @Test func `reads leave workers to others, and clients take turns`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.workerCount = 2 }) { port, _ in
            let greedy = try (0..<8).map { _ in try Client(port: port) }
            for client in greedy { client.send(get("/stored-gate")) }
            // One thread serves only reads, and one worker of two may.
            gate.awaitArrival()
            gate.awaitArrival()
            #expect(!gate.arrives())
            for number in 0..<3 {
                let other = try Client(port: port)
                other.send(get("/echo/\(number)"))
                #expect(try other.answer().body == "\(number)")
            }
            // Of another address, a read is next, although six came before it.
            let stranger = try Client(port: port, from: "127.0.0.2")
            stranger.send(get("/stored/stranger"))
            Thread.sleep(forTimeInterval: 0.1)
            gate.open()
            #expect(try stranger.answer().body == "stranger")
            gate.open(for: 7)
            for client in greedy { #expect(try client.answer().body == "read") }
        }
    }

    @Test func `connections of an address take turns`() throws {
        let gate = Gate()
        // The thread for reads is the only one that serves them.
        try withServer(gate: gate) { port, _ in
            let greedy = try (0..<4).map { _ in try Client(port: port) }
            for client in greedy { client.send(get("/stored/first")) }
            for client in greedy { #expect(try client.answer().body == "first") }
            let holder = try Client(port: port)
            holder.send(get("/stored-gate"))
            gate.awaitArrival()
            for client in greedy { client.send(get("/stored-gate")) }
            Thread.sleep(forTimeInterval: 0.1)
            let other = try Client(port: port)
            other.send(get("/stored/other"))
            Thread.sleep(forTimeInterval: 0.1)
            gate.open()
            #expect(try holder.answer().body == "read" && other.answer().body == "other")
            gate.open(for: 4)
            for client in greedy { #expect(try client.answer().body == "read") }
        }
    }

    @Test func `reads of few rows wait for one of many rows at most`() throws {
        let gate = Gate()
        // The thread for reads is the only one that serves them.
        try withServer(gate: gate) { port, _ in
            let greedy = try (0..<16).map { _ in try Client(port: port) }
            for client in greedy { client.send(get("/stored-gate?limit=500")) }
            gate.awaitArrival()
            // Its address is the same, and so is its route but for the rows.
            let other = try Client(port: port)
            other.send(get("/stored-gate?limit=5"))
            Thread.sleep(forTimeInterval: 0.1)
            gate.open()
            gate.awaitArrival()
            gate.open()
            #expect(try other.answer().body == "read")
            gate.open(for: 15)
            for client in greedy { #expect(try client.answer().body == "read") }
        }
    }

    @Test func `a connection that stays does not wait for all new ones`() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            let known = try Client(port: port)
            known.send(get("/stored-gate"))
            gate.awaitArrival()
            gate.open()
            #expect(try known.answer().body == "read")
            let others = try (0..<9).map { _ in try Client(port: port) }
            others[0].send(get("/stored-gate"))
            gate.awaitArrival()
            known.send(get("/stored-gate"))
            Thread.sleep(forTimeInterval: 0.1)
            for client in others[1...] { client.send(get("/stored-gate")) }
            Thread.sleep(forTimeInterval: 0.1)
            gate.open(for: 2)
            #expect(try others[0].answer().body == "read" && known.answer().body == "read")
            gate.open(for: 8)
            for client in others[1...] { #expect(try client.answer().body == "read") }
        }
    }

    @Test func `small requests begin although no memory is left`() throws {
        let gate = Gate()
        try withServer(
            gate: gate,
            {
                $0.workerCount = 4
                // All of it is always used.
                $0.maximumMemory = 1
            }
        ) { port, _ in
            let long = try Client(port: port)
            long.send(get("/gate"))
            gate.awaitArrival()
            // It is ended, but its handler goes on.
            #expect(try long.answer().body.contains("\"code\":\"memory\""))
            let small = try Client(port: port)
            for number in 0..<10 {
                small.send(get("/echo/\(number)"))
                #expect(try small.answer().body == "\(number)")
            }
            gate.open()
        }
    }

    @Test func `small requests begin within seconds beside any number of long ones`() throws {
        let gate = Gate()
        try withServer(
            gate: gate,
            {
                $0.workerCount = 2
                $0.workersAside = 128
            }
        ) { port, _ in
            let long = try (0..<60).map { _ in try Client(port: port) }
            for client in long { client.send(get("/gate")) }
            gate.awaitArrival()
            let begin = ContinuousClock.now
            let small = try Client(port: port)
            small.send(get("/echo/small"))
            #expect(try small.answer().body == "small")
            // Each long one before it had a turn of 16 ms instead of half a second.
            #expect(begin.duration(to: .now) < .seconds(8))
            gate.open(for: 60)
            for client in long { #expect(try client.answer().body == "passed") }
        }
    }

    @Test func `a client with many requests fills no queue for others`() throws {
        let gate = Gate()
        try withServer(gate: gate, { $0.queueCapacity = 4 }) { port, _ in
            let greedy = try (0..<6).map { _ in try Client(port: port) }
            for client in greedy.prefix(5) {
                client.send(get("/gate"))
                // In order: the first one runs, the others wait.
                Thread.sleep(forTimeInterval: 0.05)
            }
            gate.awaitArrival()
            greedy[5].send(get("/gate"))
            #expect(try greedy[5].answer().status == 503)
            // Of another address, it takes the place of the last one, and is handled before the others.
            let other = try Client(port: port, from: "127.0.0.2")
            other.send(get("/echo/other"))
            #expect(try greedy[4].answer().status == 503)
            gate.open()
            #expect(try greedy[0].answer().body == "passed" && other.answer().body == "other")
            gate.open(for: 3)
            for client in greedy[1...3] { #expect(try client.answer().body == "passed") }
        }
    }

    @Test func `nothing of a stranger's body is kept`() throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.token = try AccessToken("a-token-of-some-length")
        struct Never: Responder {
            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse { .text("let in") }
        }
        let server = Server(configuration: configuration, responder: Never())
        let port = try server.start()
        defer { server.stop() }
        for framing in ["Content-Length: 1000000", "Transfer-Encoding: chunked"] {
            let stranger = try Client(port: port)
            // It has not sent a byte of the body when it is answered.
            stranger.send("POST /v1/check HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n")
            let answer = try stranger.answer()
            #expect(answer.status == 401 && answer.fields["connection"] == "close" && stranger.isClosed())
        }
        let known = try Client(port: port)
        known.send("POST / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a-token-of-some-length\r\nContent-Length: 2\r\n\r\nab")
        #expect(try known.answer().body == "let in")
    }

    @Test func `long requests end where memory does`() throws {
        final class Hungry: Responder {
            /// The bytes that all requests hold now, and the most that they held at once.
            let bytes = Mutex((now: 0, most: 0))

            func respond(to request: HTTPRequest, context: RequestContext) -> HTTPResponse {
                guard request.target.segments == ["hungry"] else { return .text("fine") }
                var held: [[UInt8]] = []
                while !context.isCancelled, held.count < 1000 {
                    held.append([UInt8](repeating: UInt8(held.count % 256), count: 4 << 20))
                    bytes.withLock {
                        $0.now += 4 << 20
                        $0.most = max($0.most, $0.now)
                    }
                    usleep(2000)
                }
                let count = held.reduce(0) { $0 + Int($1[$1.count / 2]) }
                bytes.withLock { $0.now -= held.count << 22 }
                return .text("\(count)")
            }
        }
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.maximumMemory = 1 << 30
        let hungry = Hungry()
        let server = Server(configuration: configuration, responder: hungry)
        let port = try server.start()
        defer { server.stop() }
        let clients = try (0..<4).map { _ in try Client(port: port) }
        for client in clients { client.send(get("/hungry")) }
        let answers = try clients.map { try $0.answer() }
        // Each of them wants four gigabytes.
        #expect(answers.allSatisfy { $0.status == 503 && $0.body.contains("\"code\":\"memory\"") && $0.fields["retry-after"] == "1" })
        let small = try Client(port: port)
        small.send(get("/small"))
        #expect(try small.answer().body == "fine")
        #expect(hungry.bytes.withLock { $0.most } < 2 << 30)
    }

    @Test func `pieces of streams end where memory does, and the next one is made`() throws {
        final class Hungry: BodyStream {
            let count = Mutex(0)
            var isWork: Bool { true }

            func next(_ input: BodyInput) -> BodyPiece {
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                if number > 1 { return BodyPiece(Array("next".utf8), .end) }
                guard let context = input.context else { return BodyPiece(Array("no context".utf8), .end) }
                var held: [[UInt8]] = []
                while context.isOpen, held.count < 1000 {
                    held.append([UInt8](repeating: UInt8(held.count % 256), count: 4 << 20))
                    usleep(2000)
                }
                // A piece may be ended before it has any block, if the other tests of the process hold much.
                let isEnded = held.reduce(1) { $0 + Int($1[$1.count / 2]) } > 0 && held.count < 1000 && !context.isAwaited
                return BodyPiece(Array((isEnded ? "ended, " : "whole, ").utf8), .again)
            }
        }
        let router = try Router { routes in
            try routes.add(.get, "/hungry", cost: .cheap) { _, _ in HTTPResponse(contentType: "text/plain", stream: Hungry()) }
            try routes.add(.get, "/small") { _, _ in .text("fine") }
        }
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.maximumMemory = 1 << 30
        let server = Server(configuration: configuration, responder: router)
        let port = try server.start()
        defer { server.stop() }
        let clients = try (0..<3).map { _ in try Client(port: port) }
        for client in clients { client.send(get("/hungry", "Connection: close\r\n")) }
        let small = try Client(port: port)
        small.send(get("/small"))
        #expect(try small.answer().body == "fine")
        // Each of the first pieces wants four gigabytes.
        for client in clients {
            let answer = try client.rest()
            #expect(answer.contains("ended, ") && answer.contains("next"), "\(answer)")
        }
    }

    @Test func `a read whose form is computed keeps no other read waiting`() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            let computing = try (0..<2).map { _ in try Client(port: port) }
            for client in computing { client.send(get("/stored-form", "Accept: text/computed\r\n")) }
            gate.awaitArrival()
            let reading = try Client(port: port)
            reading.send(get("/stored/x"))
            #expect(try reading.answer().body == "x")
            gate.open(for: 2)
            for client in computing { #expect(try client.answer().body == "computed") }
        }
    }
}
