import Foundation
import Testing

@Suite struct BatchTests {
    private let lines = [Layouts.clean, "", Layouts.conflicting, "{", #"{"constraints":["title.widht == 5"]}"#, Layouts.ambiguous]

    private func check(_ output: String) throws {
        #expect(output.hasSuffix("\n") && !output.contains("\n\n"), "a line that is empty is no JSON")
        let answers = try output.split(separator: "\n").map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
        #expect(answers.map { $0["verdict"] as? String } == ["clean", "conflicting", nil, nil, "ambiguous"])
        #expect(answers.map { $0["code"] as? String } == [nil, nil, "malformed-json", "bad-equation", nil])
        #expect(answers.map { $0["line"] as? Int } == [nil, nil, 4, 5, nil])
        #expect(answers[3]["pointer"] as? String == "/constraints/0")
    }

    @Test func `documents of a batch are answered a line each, in order, errors too`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/batch", lines.joined(separator: "\n"), type: "application/x-ndjson")
        #expect(answer.status == 200 && answer.fields["content-type"] == "application/x-ndjson")
        try check(answer.text)
        #expect(try service.post("/v1/batch", Layouts.clean).status == 415)
        let folder = try TemporaryFolder()
        try (lines.joined(separator: "\n") + "\n").write(toFile: folder.path + "/batch", atomically: true, encoding: .utf8)
        let outcome = try Program.run("analyze", "--batch", folder.path + "/batch")
        #expect(outcome.status == 0)
        try check(outcome.output)
    }

    private final class Result: @unchecked Sendable {
        private let lock = NSLock()
        private var answer: HTTPClient.Answer?

        func set(_ value: HTTPClient.Answer?) { lock.withLock { answer = value } }
        var value: HTTPClient.Answer? { lock.withLock { answer } }
    }

    /// Sends a batch on a thread of its own.
    private func begin(_ body: Data, _ fields: [(String, String)], port: Int, _ group: DispatchGroup) -> Result {
        let result = Result()
        group.enter()
        Thread {
            let type = [("Content-Type", "application/x-ndjson")]
            result.set(try? HTTPClient.send("POST", "/v1/batch", port: port, fields: type + fields, body: body))
            group.leave()
        }.start()
        return result
    }

    @Test func `a line that takes all the memory is ended alone`() throws {
        let service = try RunningService("--max-memory", "256")
        let views = (0..<60_000).map { #"{"id":"v\#($0)","parent":"root"}"# }.joined(separator: ",")
        let large = #"{"constraints":[],"views":[{"id":"root"},\#(views)]}"#
        let batch = try gzip(Data([Layouts.clean, large, Layouts.conflicting].joined(separator: "\n").utf8))
        let group = DispatchGroup()
        let results = (0..<2).map { _ in begin(batch, [("Content-Encoding", "gzip")], port: service.port, group) }
        var others: [Int] = []
        while group.wait(timeout: .now() + 0.3) == .timedOut { others.append(try service.post("/v1/check", Layouts.clean).status) }
        #expect(others.allSatisfy { $0 == 200 }, "\(others)")
        for result in results {
            let answer = try #require(result.value)
            #expect(answer.status == 200)
            let lines = answer.text.split(separator: "\n").map { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] ?? [:] }
            #expect(lines.map { $0["verdict"] as? String } == ["clean", nil, "conflicting"])
            #expect(lines.count == 3 && lines[1]["status"] as? Int == 503 && lines[1]["line"] as? Int == 2)
        }
        #expect(service.greatestKilobytes < 256 << 10, "\(service.greatestKilobytes >> 10) MB")
    }

    @Test func `a line has the deadline of a request`() throws {
        let service = try RunningService("--deadline", "2")
        // Few bytes, and conflicts beyond number.
        let rows = (0..<16).flatMap { view in [10, 20, 30].map { "\"v\(view).width == \($0 + view)\"" } }
        let chains = (1..<16).map { "\"v\($0).width == v\($0 - 1).width + \($0 * 7 % 50)\"" }
        let heavy = #"{"constraints":[\#((rows + chains).joined(separator: ","))]}"#
        let begin = ContinuousClock.now
        let answer = try service.post("/v1/batch", [heavy, heavy, Layouts.clean].joined(separator: "\n"), type: "application/x-ndjson")
        let lines = answer.text.split(separator: "\n").map { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] ?? [:] }
        #expect(lines.count == 3 && lines.last?["verdict"] as? String == "clean")
        // What is proven by then, as a request gets it, or that the time is over.
        for line in lines.dropLast() {
            #expect((line["inconclusive"] as? [Any])?.isEmpty == false || line["code"] as? String == "deadline", "\(line.keys)")
        }
        #expect(begin.duration(to: .now) < .seconds(20))
    }

    @Test func `lines that do not end have a limit together`() throws {
        let service = try RunningService("--max-memory", "256")
        let line = try gzip(Data((#"{"name":""# + String(repeating: "x", count: 15_900_000)).utf8)).dropLast(8)
        let head = "POST /v1/batch HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nContent-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n"
        let chunk = Data((head + "Transfer-Encoding: chunked\r\n\r\n\(String(line.count, radix: 16))\r\n").utf8) + line + Data("\r\n".utf8)
        let connections = try (0..<250).map { _ in
            let connection = try RawConnection(port: service.port)
            connection.send(chunk)
            return connection
        }
        for _ in 0..<10 {
            #expect(try service.post("/v1/check", Layouts.clean).status == 200)
            Thread.sleep(forTimeInterval: 0.3)
        }
        // What a piece takes between two looks at the memory comes on top: 279 MB once on a busy machine.
        #expect(service.greatestKilobytes < 320 << 10, "\(service.greatestKilobytes >> 10) MB")
        withExtendedLifetime(connections) {}
    }

    @Test func `lines that are analysed side by side are answered in order`() throws {
        let folder = try TemporaryFolder()
        // Every third takes far longer than the others.
        let documents = (1...40).map { place in
            let views = (0..<(place % 3 == 0 ? 300 : 1)).map { #"{"id":"v\#($0)","parent":"root"}"# }.joined(separator: ",")
            return #"{"size":{"width":\#(place),"height":1},"views":[{"id":"root"},\#(views)],"constraints":[]}"#
        }
        try documents.joined(separator: "\n").write(toFile: folder.path + "/batch", atomically: true, encoding: .utf8)
        let outcome = try Program.run("analyze", "--batch", folder.path + "/batch")
        let answers = try outcome.output.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(answers.map { ($0?["size"] as? [String: Any])?["width"] as? Int } == Array(1...40))
    }

    @Test func `a line too long is refused and the next one taken`() throws {
        let folder = try TemporaryFolder()
        let long = #"{"name":"\#(String(repeating: "x", count: 200_000))","constraints":[]}"#
        try [Layouts.clean, long, Layouts.clean].joined(separator: "\n").write(toFile: folder.path + "/batch", atomically: true, encoding: .utf8)
        let outcome = try Program.run("analyze", "--batch", "--max-bytes", "1000", folder.path + "/batch")
        let answers = outcome.output.split(separator: "\n")
        #expect(answers.count == 3 && answers[1].contains("line-too-long") && answers[2].contains("\"clean\""))
        #expect(try Program.run("analyze", "--batch", folder.path + "/none").status == 2)
    }
}

@Suite struct MetricsTests {
    @Test func `metrics count what happened, by route and never by what was sent`() throws {
        let service = try RunningService()
        _ = try service.post("/v1/check", Layouts.conflicting)
        _ = try service.post("/v1/sessions?name=Secret%22%0A", Layouts.clean)
        _ = try service.get("/v1/sessions/nobody")
        _ = try service.get("/nowhere")
        let answer = try service.get("/metrics")
        #expect(answer.status == 200 && answer.fields["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let lines = Set(answer.text.split(separator: "\n").map(String.init))
        #expect(lines.contains("plumbline_analyses_total{verdict=\"conflicting\"} 1"))
        #expect(lines.contains("plumbline_analyses_total{verdict=\"clean\"} 1"))
        #expect(lines.contains("plumbline_http_responses_total{status=\"404\"} 2"))
        #expect(lines.contains("plumbline_sessions 1"))
        #expect(lines.contains("plumbline_http_request_duration_seconds_count{method=\"GET\",route=\"/v1/sessions/{id}\"} 1"))
        #expect(lines.contains("plumbline_http_request_duration_seconds_bucket{method=\"POST\",route=\"/v1/check\",le=\"+Inf\"} 1"))
        #expect(!answer.text.contains("Secret") && !answer.text.contains("nowhere"))
    }
}
