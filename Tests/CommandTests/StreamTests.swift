import Foundation
import Testing

@Suite struct StreamTests {
    /// Takes events until as many came as are wanted.
    private func events(_ stream: EventStream, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in try stream.next() }
    }

    @Test func `each new step is told once, in order, to all who watch`() throws {
        let service = try RunningService()
        let session = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        let streams = try (0..<3).map { _ in try EventStream("/v1/sessions/\(session)/stream", port: service.port) }
        for _ in 1...3 {
            let answer = try service.post("/v1/sessions/\(session)/events", #"{"events":[{"op":"resize","width":300,"height":200}]}"#)
            #expect(answer.status == 200)
        }
        for stream in streams {
            #expect(stream.head.contains("\r\nContent-Type: text/event-stream\r\n") && stream.head.hasPrefix("HTTP/1.1 200 "))
            #expect(
                try events(stream, 3) == (1...3).map { "id: \($0)\ndata: {\"step\":\($0),\"verdict\":\"clean\"}" })
        }
        // One that comes back is told what it missed.
        let late = try EventStream("/v1/sessions/\(session)/stream", port: service.port, fields: "Last-Event-ID: 1\r\n")
        #expect(try events(late, 2).map { $0.prefix(5) } == ["id: 2", "id: 3"])
        let after = try EventStream("/v1/sessions/\(session)/stream?after=2", port: service.port)
        #expect(try events(after, 1).map { $0.prefix(5) } == ["id: 3"])
        // The end of the session is the end of its streams.
        #expect(try service.delete("/v1/sessions/\(session)").status == 204)
        #expect(throws: HTTPClient.Failure.self) { try late.next() }
    }

    @Test func `many who watch keep nobody waiting, and end with the service`() throws {
        let service = try RunningService("--workers", "1")
        let session = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        let streams = try (0..<100).map { _ in try EventStream("/v1/sessions/\(session)/stream", port: service.port) }
        #expect(try service.post("/v1/check", Layouts.clean).status == 200)
        #expect(try service.post("/v1/sessions/\(session)/events", #"{"events":[{"op":"setDirection","direction":"rtl"}]}"#).status == 200)
        for stream in streams { #expect(try stream.next().hasPrefix("id: 1\n")) }
        #expect(service.stop() == 0)
        #expect(throws: HTTPClient.Failure.self) { try streams[0].next() }
    }

    @Test func `steps of another service on the same database are told, too`() throws {
        let service = try RunningService()
        let other = try RunningService(database: service.database)
        let session = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        let target = "/v1/sessions/\(session)"
        let streams = try [service, other].map { try EventStream(target + "/stream", port: $0.port) }
        // In turns, so that each has to wait for what the other stores before it goes on.
        for step in 1...6 {
            let writer = step % 3 == 0 ? service : other
            #expect(try writer.post(target + "/events", #"{"events":[{"op":"resize","width":\#(300 + step),"height":200}]}"#).status == 200)
        }
        for stream in streams { #expect(try events(stream, 6).map { $0.prefix(5) } == (1...6).map { "id: \($0)" }) }
        #expect(try other.delete(target).status == 204)
        for stream in streams { #expect(throws: HTTPClient.Failure.self) { try stream.next() } }
    }

    @Test func `what cannot be watched is refused`() throws {
        let service = try RunningService()
        #expect(try service.get("/v1/sessions/nobody/stream").status == 404)
        let session = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        #expect(try service.get("/v1/sessions/\(session)/stream?after=-1").status == 400)
        let answer = try service.get("/v1/sessions/\(session)/stream", fields: [("Last-Event-ID", "one")])
        #expect(answer.status == 400 && answer.object["code"] as? String == "invalid-last-event-id")
    }
}

/// A client of server-sent events.
final class EventStream {
    private let connection: RawConnection
    private(set) var head = ""
    private var text = ""

    /// Returns when the first bytes of the stream have come.
    init(_ target: String, port: Int, fields: String = "") throws {
        connection = try RawConnection(port: port)
        connection.send(Data("GET \(target) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\n\(fields)\r\n".utf8))
        head = try block("\r\n\r\n")
        _ = try block("retry: 1000\n\n")
    }

    /// The next event without the blank line; comments are passed over.
    func next() throws -> String {
        while true {
            let event = try block("\n\n")
            if !event.hasPrefix(":") { return event }
        }
    }

    private func block(_ end: String) throws -> String {
        while true {
            if let range = text.range(of: end) {
                defer { text.removeSubrange(..<range.upperBound) }
                return String(text[..<range.lowerBound])
            }
            guard let data = connection.receive() else { throw HTTPClient.Failure(reason: "the stream ended") }
            text += String(decoding: data, as: UTF8.self)
        }
    }
}

@Suite struct StreamedBatchTests {
    /// A batch whose body is still to be sent.
    private func batch(of length: Int, to service: RunningService, fields: String = "") throws -> RawConnection {
        let connection = try RawConnection(port: service.port)
        connection.send(
            Data(
                """
                POST /v1/batch HTTP/1.0\r\nHost: 127.0.0.1:\(service.port)\r\nContent-Type: application/x-ndjson\r\n\
                \(fields)Content-Length: \(length)\r\n\r\n
                """.utf8))
        return connection
    }

    @Test func `each line is answered before the next one comes`() throws {
        let service = try RunningService()
        let line = Data((Layouts.clean + "\n").utf8)
        let connection = try batch(of: line.count * 20, to: service)
        var received = Data()
        // The head has line ends of its own, and no brace before one.
        func answers() -> Int { zip(received, received.dropFirst()).count { $0 == UInt8(ascii: "}") && $1 == UInt8(ascii: "\n") } }
        for count in 1...20 {
            connection.send(line)
            while answers() < count {
                guard let data = connection.receive() else { break }
                received += data
            }
        }
        #expect(answers() == 20)
        #expect(connection.receive() == nil)
    }

    @Test func `a packed answer can be read line by line, too`() throws {
        let service = try RunningService()
        let line = Data((Layouts.clean + "\n").utf8)
        let connection = try batch(of: line.count * 4, to: service, fields: "Accept-Encoding: gzip\r\n")
        var received = Data()
        func answers() throws -> Int {
            guard let end = received.range(of: Data("\r\n\r\n".utf8)) else { return 0 }
            let (text, isWhole) = try gunzip(Data(received[end.upperBound...]))
            #expect(!isWhole)
            return String(decoding: text, as: UTF8.self).split(separator: "\n").count { $0.contains("\"clean\"") && $0.hasSuffix("}") }
        }
        for count in 1...3 {
            connection.send(line)
            while try answers() < count {
                guard let data = connection.receive() else { break }
                received += data
            }
            #expect(try answers() == count)
        }
        connection.send(line)
        while let data = connection.receive() { received += data }
        let end = try #require(received.range(of: Data("\r\n\r\n".utf8)))
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        #expect(head.contains("Content-Encoding: gzip") && head.contains("Vary: Accept-Encoding"))
        let (text, isWhole) = try gunzip(Data(received[end.upperBound...]))
        #expect(isWhole && text.count { $0 == UInt8(ascii: "\n") } == 4)
    }

    @Test func `a long packed answer holds what the plain one does, in order`() throws {
        let service = try RunningService()
        let lines = (1...300).map { #"{"name":"n\#($0)","constraints":["a.width == \#($0)", "a.height >= 1\#($0 % 7 == 0 ? "" : "\"")]}"# }
        let body = Data(lines.joined(separator: "\n").utf8)
        func post(_ codings: String) throws -> HTTPClient.Answer {
            try HTTPClient.send(
                "POST", "/v1/batch", port: service.port, fields: [("Content-Type", "application/x-ndjson"), ("Accept-Encoding", codings)], body: body)
        }
        func facts(_ answer: Data) throws -> [String?] {
            try answer.split(separator: UInt8(ascii: "\n")).map { line in
                var object = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
                object["timing"] = nil
                return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
            }
        }
        let packed = try post("br, gzip;q=0.5")
        let plain = try post("gzip;q=0")
        #expect(packed.fields["content-encoding"] == "gzip" && plain.fields["content-encoding"] == nil)
        #expect(plain.fields["vary"] == "Accept-Encoding" && packed.body.count < plain.body.count / 4)
        let (unpacked, isWhole) = try gunzip(packed.body)
        #expect(isWhole)
        #expect(try facts(unpacked) == facts(plain.body))
        #expect(try facts(plain.body).count == 300)
    }

    @Test(arguments: [false, true]) func `a batch far beyond the limit of bodies takes no more memory than a short one`(isPacked: Bool) throws {
        // Two workers: what their threads keep for themselves grows with their number.
        let service = try RunningService("--max-body", "100000", "--workers", "2")
        let line = Layouts.clean + String(repeating: " ", count: 64_000) + "\n"
        func post(_ count: Int) throws -> Int {
            let body = String(repeating: line, count: count)
            let fields = isPacked ? [("Accept-Encoding", "gzip")] : []
            let answer = try service.post("/v1/batch", body, type: "application/x-ndjson", fields: fields)
            let text = isPacked ? String(decoding: try gunzip(answer.body).unpacked, as: UTF8.self) : answer.text
            return text.split(separator: "\n").filter { $0.contains("\"clean\"") }.count
        }
        #expect(try post(20) == 20)
        let before = service.residentKilobytes
        #expect(try post(500) == 500)
        #expect(service.residentKilobytes - before < 12_000)
    }

    @Test func `a batch may be packed, and a bomb or a broken one is a line`() throws {
        let service = try RunningService("--max-body", "4096")
        func post(_ body: Data) throws -> HTTPClient.Answer {
            try HTTPClient.send(
                "POST", "/v1/batch", port: service.port, fields: [("Content-Type", "application/x-ndjson"), ("Content-Encoding", "gzip")], body: body)
        }
        let lines = (Layouts.clean.replacingOccurrences(of: "\n", with: " ") + "\n")
        let packed = try gzip(Data(String(repeating: lines, count: 50).utf8))
        let answer = try post(packed)
        #expect(answer.status == 200 && answer.text.split(separator: "\n").filter { $0.contains("\"clean\"") }.count == 50)
        let bomb = try post(try gzip(Data(count: 50 << 20)))
        #expect(bomb.status == 200 && bomb.text.contains("line-too-long"))
        #expect(try post(packed.dropLast(9)).text.contains("malformed-gzip"))
        #expect(try post(Data("no gzip".utf8)).text.contains("malformed-gzip"))
    }
}
