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
