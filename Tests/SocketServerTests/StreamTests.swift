internal import Foundation
internal import HTTP
internal import SocketServer
internal import Synchronization
internal import Testing

/// Sends back what comes in, and then says how it ended.
private final class EchoStream: BodyStream {
    let closed = DispatchSemaphore(value: 0)

    func next(_ input: BodyInput) -> BodyPiece {
        BodyPiece(input.bytes + (input.isEnd ? Array(".".utf8) : []), input.isEnd ? .end : .wait)
    }

    func close() { closed.signal() }
}

/// Makes as much as is taken, and counts it.
private final class EndlessStream: BodyStream {
    let made = Atomic(0)
    let closed = DispatchSemaphore(value: 0)
    let isCheap: Bool

    init(isCheap: Bool) { self.isCheap = isCheap }

    var isEndless: Bool { true }

    func next(_ input: BodyInput) -> BodyPiece {
        made.wrappingAdd(1 << 16, ordering: .relaxed)
        return BodyPiece([UInt8](repeating: 120, count: 1 << 16), .again)
    }

    func close() { closed.signal() }
}

/// Says a word when it is told one, and a comma when it is quiet.
private final class WordStream: BodyStream {
    private let state = Mutex<(words: [String], wake: (@Sendable () -> Void)?)>(([], nil))
    let closed = DispatchSemaphore(value: 0)

    var isCheap: Bool { true }
    var isEndless: Bool { true }
    var quietInterval: Duration? { .milliseconds(200) }

    func open(wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    func say(_ word: String) {
        let wake = state.withLock { state in
            state.words.append(word)
            return state.wake
        }
        wake?()
    }

    func next(_ input: BodyInput) -> BodyPiece {
        state.withLock { state in
            defer { state.words = [] }
            let text = state.words.joined() + (input.isQuiet ? "," : "")
            return BodyPiece(Array(text.utf8), state.words.contains("end") ? .end : .wait)
        }
    }

    func close() { closed.signal() }
}

/// Says a word, and cannot go on.
private final class FailingStream: BodyStream {
    func next(_ input: BodyInput) -> BodyPiece { BodyPiece(Array("word".utf8), .fail) }
}

@Suite struct StreamTests {
    private let echo = EchoStream()
    private let words = WordStream()

    private func withStreams(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, endless: EndlessStream = EndlessStream(isCheap: false),
        body: (_ port: Int, _ server: Server) throws -> Void
    ) throws {
        var configuration = ServerConfiguration()
        configuration.port = 0
        configuration.workerCount = 1
        configuration.limits.bodyBytes = 1000
        change(&configuration)
        let (echo, words) = (echo, words)
        let router = try Router { routes in
            try routes.add(.get, "/healthz") { _, _ in .text("ok") }
            try routes.add(.post, "/echo", streamsBody: true) { _, _ in HTTPResponse(contentType: "text/plain", stream: echo) }
            try routes.add(.post, "/refused", streamsBody: true) { _, _ in HTTPResponse(status: .badRequest) }
            try routes.add(.get, "/endless") { _, _ in HTTPResponse(contentType: "text/plain", stream: endless) }
            try routes.add(.get, "/failing") { _, _ in HTTPResponse(contentType: "text/plain", stream: FailingStream()) }
            try routes.add(.get, "/words") { _, _ in HTTPResponse(contentType: "text/plain", stream: words) }
        }
        let server = Server(configuration: configuration, responder: router)
        let port = try server.start()
        defer { server.stop() }
        try body(port, server)
    }

    private let chunkedEcho = "POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test func `the answer begins before the request has ended, and the connection goes on after it`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send(chunkedEcho + "3\r\nabc\r\n")
            #expect(try client.head().fields["transfer-encoding"] == "chunked")
            #expect(try client.chunk() == "abc")
            client.send("2\r\nde\r\n")
            #expect(try client.chunk() == "de")
            client.send("0\r\n\r\n" + get("/healthz"))
            #expect(try client.chunk() == ".")
            #expect(try client.chunk() == "")
            #expect(try client.answer().body == "ok")
        }
    }

    @Test func `a streamed body may be far longer than the limit of bodies`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            let part = String(repeating: "y", count: 50_000)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n")
            _ = try client.head()
            var received = 0
            for number in 1...200 {
                client.send(part)
                while received < number * 50_000 { received += try client.chunk().utf8.count }
            }
            if received == 10_000_000 { received += try client.chunk().utf8.count }
            #expect(received == 10_000_001)
            #expect(try client.chunk() == "")
        }
    }

    @Test func `a client of version 1.0 gets the body until the connection ends`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 3\r\n\r\nabc")
            let head = try client.head()
            #expect(head.fields["transfer-encoding"] == nil && head.fields["connection"] == "close")
            #expect(try client.rest() == "abc.")
        }
    }

    @Test func `a body that cannot be completed has no end`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send(get("/failing") + get("/healthz"))
            #expect(try client.head().fields["transfer-encoding"] == "chunked")
            #expect(try client.chunk() == "word")
            #expect(try client.rest() == "")
        }
    }

    @Test func `an answer to HEAD has the head alone`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send("HEAD /words HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/healthz"))
            #expect(try client.head().status == 200)
            #expect(words.closed.wait(timeout: .now() + 120) == .success)
            #expect(try client.answer().body == "ok")
        }
    }

    @Test func `a broken request breaks the answer off after all that came before it`() throws {
        for bad in ["zz\r\n", nil] {
            try withStreams { port, _ in
                let client = try Client(port: port)
                client.send(chunkedEcho + "3\r\nabc\r\n" + (bad ?? ""))
                if bad == nil { client.endSending() }
                _ = try client.head()
                #expect(try client.rest() == "3\r\nabc\r\n")
            }
        }
    }

    @Test func `a streamed request that is refused is not read on`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send("POST /refused HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
            let answer = try client.answer()
            #expect(answer.status == 400 && answer.fields["connection"] == "close")
        }
    }

    @Test(arguments: [true, false]) func `no more is made than the client takes, and nothing once it left`(isCheap: Bool) throws {
        let endless = EndlessStream(isCheap: isCheap)
        try withStreams(endless: endless) { port, _ in
            var client: Client? = try Client(port: port, receiveBuffer: 4096)
            client?.send(get("/endless"))
            _ = try client?.head()
            // The client does not read: another is served by the one worker, and what is made stays below what sockets and server hold.
            let other = try Client(port: port)
            for _ in 0..<20 {
                other.send(get("/healthz"))
                #expect(try other.answer().body == "ok")
            }
            #expect(endless.made.load(ordering: .relaxed) < 16 << 20)
            client = nil
            #expect(endless.closed.wait(timeout: .now() + 120) == .success)
        }
    }

    @Test func `a stream speaks when it is woken, and when it was quiet`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send(get("/words"))
            _ = try client.head()
            words.say("one")
            var said = ""
            while !said.contains("one") { said += try client.chunk() }
            while !said.hasSuffix(",") { said += try client.chunk() }
            words.say("end")
            while !said.contains("end") { said += try client.chunk() }
            // How often it was quiet before a word was said depends on who else uses the machine.
            #expect(said.filter { $0 != "," } == "oneend")
            #expect(try client.chunk() == "")
            #expect(words.closed.wait(timeout: .now() + 120) == .success)
        }
    }

    @Test func `an endless stream ends when the client ends its side, and with the server`() throws {
        try withStreams { port, _ in
            let client = try Client(port: port)
            client.send(get("/words"))
            _ = try client.head()
            client.endSending()
            #expect(words.closed.wait(timeout: .now() + 120) == .success)
        }
        try withStreams { port, server in
            let client = try Client(port: port)
            client.send(get("/words"))
            _ = try client.head()
            server.stop()
            #expect(try client.rest().hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `a request that is under way in pieces is answered before the server ends`() throws {
        try withStreams { port, server in
            let client = try Client(port: port)
            client.send(chunkedEcho + "3\r\nabc\r\n")
            _ = try client.head()
            #expect(try client.chunk() == "abc")
            server.requestStop()
            client.send("1\r\nd\r\n0\r\n\r\n")
            let rest = try client.rest()
            #expect(rest.contains("d") && rest.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test func `a client that sends no more is not waited for`() throws {
        try withStreams({ $0.bodyTimeout = .milliseconds(200) }) { port, _ in
            let client = try Client(port: port)
            client.send(chunkedEcho + "3\r\nabc\r\n")
            _ = try client.head()
            #expect(try client.rest() == "3\r\nabc\r\n")
            #expect(echo.closed.wait(timeout: .now() + 120) == .success)
        }
    }
}
