internal import HTTP
internal import SocketServer
internal import Testing

@Suite struct ConnectionTests {
    @Test func requestsSentAheadAreAnsweredInOrder() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send(get("/echo/1") + get("/healthz") + get("/none") + get("/echo/2") + get("/healthz", "Connection: close\r\n"))
            let answers = try (0..<5).map { _ in try client.answer() }
            #expect(answers.map(\.status) == [200, 200, 404, 200, 200])
            #expect(answers.map(\.body)[0] == "1")
            #expect(answers.map(\.body)[3] == "2")
            #expect(answers.map { $0.fields["connection"] } == [nil, nil, nil, nil, "close"])
            #expect(client.isClosed())
        }
    }

    @Test func manyRequestsSentAheadAreAllAnswered() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send(String(repeating: get("/healthz"), count: 2000))
            for _ in 0..<2000 { #expect(try client.answer().body == "ok") }
        }
    }

    @Test func aRequestSentWhileAnotherIsAnsweredWaits() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            let client = try Client(port: port)
            for number in 0..<3 {
                client.send(get("/gate"))
                gate.awaitArrival()
                client.send(get("/echo/\(number)"))
                // The loop has seen it: it serves connections in the order in which they have something for it.
                let other = try Client(port: port)
                other.send(get("/healthz"))
                #expect(try other.answer().body == "ok")
                client.send(get("/healthz"))
                gate.open()
                #expect(try client.answer().body == "passed")
                #expect(try client.answer().body == "\(number)")
                #expect(try client.answer().body == "ok")
            }
        }
    }

    @Test func aClientThatHangsUpIsNoLongerWorkedFor() throws {
        let gate = Gate()
        try withServer(gate: gate) { port, _ in
            do {
                let client = try Client(port: port)
                client.send(get("/gate-until-cancelled") + get("/healthz"))
                gate.awaitArrival()
                gate.open()
                client.resetsAtEnd()
            }
            gate.awaitArrival()
            gate.open()
        }
    }

    @Test(arguments: [0, 1, 1000, 65_536, 131_072, 262_143, 262_144, 262_145, 3_000_000])
    func bodiesComeWholeWhateverTheirLength(length: Int) throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            let body = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 * $0 % 26))) })
            let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\n\r\n"
            client.send(head + body)
            #expect(try client.answer().body == body)
            client.send(head + body + get("/healthz"))
            #expect(try client.answer().body == body)
            #expect(try client.answer().body == "ok")
        }
    }

    @Test func aConnectionOutlivesItsRequests() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            for number in 0..<5 {
                client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\(number)\r\n0\r\n\r\n")
                #expect(try client.answer().body == "\(number)")
            }
        }
    }

    @Test func anAnswerToHeadHasNoBody() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + get("/healthz"))
            #expect(try client.answer(hasBody: false).fields["content-length"] == "2")
            #expect(try client.answer().body == "ok")
        }
    }

    @Test func aClientThatEndsItsSideStillGetsItsAnswers() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send(get("/echo/a") + get("/echo/b"))
            client.endSending()
            #expect(try client.answer().body == "a")
            #expect(try client.answer().body == "b")
            #expect(client.isClosed())
        }
    }

    @Test func anUnfinishedRequestIsToldSo() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc")
            client.endSending()
            let answer = try client.answer()
            #expect(answer.status == 400)
            #expect(answer.body.contains("\"code\":\"incomplete\""))
            #expect(client.isClosed())
        }
    }

    @Test func aMalformedRequestIsAnsweredAndEndsTheConnection() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send(get("/echo/a") + "BAD\r\n\r\n" + get("/healthz"))
            #expect(try client.answer().body == "a")
            let refusal = try client.answer()
            #expect(refusal.status == 400)
            #expect(refusal.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test func anErrorIsReadableThoughTheClientIsStillSending() throws {
        try withServer({
            $0.limits.bodyBytes = 100
            $0.lingerTimeout = .seconds(60)
        }) { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" + String(repeating: "x", count: 1_000_000))
            #expect(try client.answer().status == 413)
            #expect(client.isClosed())
        }
    }

    @Test func theBodyIsAskedForOnlyWhereItWillBeRead() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try client.answer().status == 100)
            client.send("hi")
            #expect(try client.answer().body == "hi")
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: a/b\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            let refusal = try client.answer()
            #expect(refusal.status == 415)
            #expect(refusal.fields["connection"] == "close")
            #expect(client.isClosed())
        }
    }

    @Test(
        "An expectation that cannot be met is refused before the body",
        arguments: [
            ("Expect: 100-continue\r\nContent-Length: 101", 413), ("Expect: other\r\nContent-Length: 2", 417),
            ("Expect: 100-continue\r\nContent-Length: 2\r\nOrigin: http://evil.example", 403),
        ])
    func refusedExpectation(fields: String, status: Int) throws {
        try withServer({ $0.limits.bodyBytes = 100 }) { port, _ in
            let client = try Client(port: port)
            client.send("POST /echo HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n")
            #expect(try client.answer().status == status)
            #expect(client.isClosed())
        }
    }

    @Test func aLargeAnswerReachesASlowReaderWhole() throws {
        try withServer { port, _ in
            let client = try Client(port: port, receiveBuffer: 4096)
            client.send(get("/large") + get("/healthz"))
            #expect(try client.answer().body.utf8.count == 8 << 20)
            #expect(try client.answer().body == "ok")
        }
    }

    /// A client may read the rest of a long answer between two writes of it. The next request is read all the same.
    @Test func `long answers one after the other leave the connection usable`() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            for number in 0..<150 {
                let length = (300 << 10) + number * 20_000
                let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: \(length)\r\n\r\n"
                client.send(head + String(repeating: "x", count: length))
                #expect(try client.answer().body.utf8.count == length)
            }
        }
    }

    @Test func foreignHostsAreRefusedWithoutAsking() throws {
        try withServer { port, _ in
            let client = try Client(port: port)
            client.send("GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n" + get("/healthz"))
            #expect(try client.answer().status == 421)
            #expect(try client.answer().status == 200)
        }
    }
}
