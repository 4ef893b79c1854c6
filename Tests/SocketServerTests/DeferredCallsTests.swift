internal import Foundation
internal import HTTP
internal import SocketServer
internal import Synchronization
internal import Testing

@Suite struct DeferredCallsTests {
    /// An answer in parts of a megabyte, which counts all that are made.
    private final class PartedStream: BodyStream {
        static let part = 1 << 20
        let made: Counter
        let held: Int
        let pause: UInt32
        private let left: Atomic<Int>

        /// - Parameter pause: the microseconds that a part takes.
        init(_ count: Int, _ made: Counter, held: Int = 0, pause: UInt32 = 0) {
            left = Atomic(count)
            self.made = made
            self.held = held
            self.pause = pause
        }

        var heldByteCount: Int { held }

        func next(_ input: BodyInput) -> BodyPiece {
            made.add()
            usleep(pause)
            let isLast = left.wrappingSubtract(1, ordering: .relaxed).newValue == 0
            return BodyPiece([UInt8](repeating: 120, count: PartedStream.part), isLast ? .end : .again)
        }
    }

    /// A batch, which counts its calls and ends with its input.
    private final class CountingStream: BodyStream {
        let calls: Counter
        init(_ calls: Counter) { self.calls = calls }

        var isWork: Bool { true }

        func next(_ input: BodyInput) -> BodyPiece {
            calls.add()
            return BodyPiece(input.bytes, input.isEnd ? .end : .wait)
        }
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .relaxed) }
        func add() { value.wrappingAdd(1, ordering: .relaxed) }
    }

    private func withStreams(
        _ made: Counter, _ change: (inout ServerConfiguration) -> Void = { _ in }, body: (_ port: Int) throws -> Void
    ) throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.workerCount = 1
        configuration.maximumHeldBytes = 4 << 20
        change(&configuration)
        let router = try Router { routes in
            try routes.add(.get, "/healthz") { _, _ in .text("ok") }
            try routes.add(.get, "/parts") { _, _ in HTTPResponse(contentType: "text/plain", stream: PartedStream(8, made)) }
            try routes.add(.get, "/begun") { _, _ in HTTPResponse(contentType: "text/plain", stream: PartedStream(1, made, held: 1 << 20)) }
            try routes.add(.get, "/many") { _, _ in HTTPResponse(contentType: "text/plain", stream: PartedStream(40, made, pause: 10_000)) }
            try routes.add(.get, "/few") { _, _ in HTTPResponse(contentType: "text/plain", stream: PartedStream(8, Counter(), pause: 10_000)) }
            try routes.add(.post, "/long") { _, _ in
                .text(String(repeating: "x", count: 1 << 20))
            }
            try routes.add(.post, "/created") { _, context in
                _ = context.claim()
                return .text(String(repeating: "x", count: 1 << 20))
            }
            try routes.add(.post, "/batch", streamsBody: true) { _, _ in HTTPResponse(contentType: "text/plain", stream: CountingStream(made)) }
        }
        let server = Server(configuration: configuration, responder: router)
        let port = try server.start()
        defer { server.stop() }
        try body(port)
    }

    private func readParts(_ path: String = "/parts", port: Int, from source: String? = nil) throws -> Int {
        let reader = try Client(port: port, from: source)
        reader.send(get(path))
        _ = try reader.head()
        var count = 0
        while case let chunk = try reader.chunk(), !chunk.isEmpty { count += chunk.utf8.count }
        return count
    }

    @Test func `answers wait while unread ones hold all the memory that they may`() throws {
        let made = Counter()
        try withStreams(made, { $0.slowTime = .seconds(2) }) { port in
            let unread = try (0..<10).map { _ in try Client(port: port, receiveBuffer: 4096) }
            for client in unread { client.send(get("/parts")) }
            for client in unread { #expect(try client.head().status == 200) }
            let other = try Client(port: port)
            for _ in 0..<20 {
                other.send(get("/healthz"))
                #expect(try other.answer().body == "ok")
                Thread.sleep(forTimeInterval: 0.02)
            }
            // Some are in the sockets' buffers; without the bound each of the ten would hold two.
            #expect(made.count < 12, "\(made.count)")
            // They make room for one that reads, since they are slow.
            #expect(try readParts(port: port) == 8 * PartedStream.part)
            withExtendedLifetime(unread) {}
        }
    }

    @Test func `answers that hold much from the beginning are refused while others hold all`() throws {
        let made = Counter()
        try withStreams(made, { $0.slowTime = .seconds(60) }) { port in
            var statuses: [Int: Int] = [:]
            let unread = try (0..<12).map { _ in try Client(port: port, receiveBuffer: 4096) }
            for client in unread {
                client.send(get("/begun"))
                statuses[try client.head().status, default: 0] += 1
            }
            #expect(statuses[200, default: 0] >= 4 && statuses[503, default: 0] >= 2, "\(statuses)")
            withExtendedLifetime(unread) {}
        }
    }

    private static func post(_ path: String) -> String { "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n" }

    @Test func `answers of any method are refused while others hold all, but for those that report a change`() throws {
        try withStreams(Counter(), { $0.slowTime = .seconds(60) }) { port in
            let unread = try (0..<12).map { _ in try Client(port: port, receiveBuffer: 4096) }
            var statuses: [Int: Int] = [:]
            for client in unread {
                client.send(DeferredCallsTests.post("/long"))
                statuses[try client.head().status, default: 0] += 1
            }
            #expect(statuses[200, default: 0] >= 4 && statuses[503, default: 0] >= 2, "\(statuses)")
            let other = try Client(port: port)
            other.send(DeferredCallsTests.post("/created"))
            #expect(try other.head().status == 200)
            withExtendedLifetime(unread) {}
        }
    }

    @Test func `an address whose readers hold most makes room for others`() throws {
        try withStreams(Counter(), { $0.slowTime = .seconds(60) }) { port in
            let unread = try (0..<12).map { _ in try Client(port: port, receiveBuffer: 4096, from: "127.0.0.2") }
            for client in unread {
                client.send(get("/begun"))
                _ = try client.head()
            }
            let other = try Client(port: port)
            other.send(get("/begun"))
            #expect(try other.head().status == 200)
            let chunk = try other.chunk()
            #expect(chunk.utf8.count == PartedStream.part)
            withExtendedLifetime(unread) {}
        }
    }

    @Test func `readers of long answers take turns`() throws {
        let made = Counter()
        try withStreams(made, { $0.maximumHeldBytes = 1 << 20 }) { port in
            let queue = DispatchQueue(label: "readers", attributes: .concurrent)
            let whole = Counter()
            for _ in 0..<8 { queue.async { if let count = try? readParts(port: port), count == 8 * PartedStream.part { whole.add() } } }
            queue.sync(flags: .barrier) {}
            #expect(whole.count == 8 && made.count == 64, "\(whole.count) and \(made.count)")
        }
    }

    @Test func `addresses take turns in long answers`() throws {
        let made = Counter()
        try withStreams(made) { port in
            let queue = DispatchQueue(label: "readers", attributes: .concurrent)
            for _ in 0..<6 { queue.async { _ = try? readParts("/many", port: port, from: "127.0.0.2") } }
            while made.count < 12 { usleep(1000) }
            let before = made.count
            let count = try readParts("/few", port: port)
            #expect(count == 8 * PartedStream.part)
            // As many parts of the others as of this one, and those that were under way: far less than their 240.
            #expect(made.count - before < 40, "\(made.count - before)")
            queue.sync(flags: .barrier) {}
            #expect(made.count == 240)
        }
    }

    @Test func `many batches that send little at a time are called seldom, and miss nothing`() throws {
        let calls = Counter()
        let clients = 40
        try withStreams(calls, { $0.workerCount = 2 }) { port in
            let batches = try (0..<clients).map { _ in try Client(port: port) }
            for batch in batches { batch.send("POST /batch HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n") }
            let begin = ContinuousClock.now
            let rounds = 400
            for round in 0..<rounds { for batch in batches { batch.send("1\r\n\(round % 10)\r\n") } }
            for batch in batches { batch.send("0\r\n\r\n") }
            for batch in batches {
                _ = try batch.head()
                var text = ""
                while case let chunk = try batch.chunk(), !chunk.isEmpty { text += chunk }
                #expect(text == (0..<rounds).map { "\($0 % 10)" }.joined())
            }
            // Each is called at its start and at its end, and all together a hundred times in 50 ms.
            let intervals = Int(begin.duration(to: .now) / .milliseconds(50)) + 2
            #expect(calls.count <= 2 * clients + 100 * intervals && calls.count < clients * rounds, "\(calls.count) in \(intervals) intervals")
        }
    }
}
