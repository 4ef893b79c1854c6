import Foundation
import Testing

/// Few bytes that unpack to many: what they take of memory has a bound, and others are answered meanwhile.
@Suite(.serialized) struct LargeBodyTests {
    private static let size = 15_800_000

    /// So many units as make up the size, within a document, a list of events or whatever else the route reads.
    private static func body(_ route: String, _ start: String, _ unit: String, _ end: String) -> Data {
        let units = String(repeating: unit, count: (size - start.utf8.count - end.utf8.count) / unit.utf8.count)
        let value = start + units + end
        switch route {
        case "check", "sessions": return Data((#"{"x":\#(value),"constraints":["a.width == 10"]}"#).utf8)
        case "events", "preview": return Data((#"{"events":[{"op":"addConstraint","constraint":\#(value)}]}"#).utf8)
        case "exercise": return Data((#"{"views":\#(value)}"#).utf8)
        case "import":
            let head = #"{"format":"plumbline.session/1","createdAt":"2026-11-21T09:30:00Z","mediaType":"application/json","body":"","options":{}"#
            return Data((head + #","steps":[],"document":\#(value)}"#).utf8)
        default: return Data(value.utf8)
        }
    }

    private final class Statuses: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [Int] = []

        func add(_ status: Int) { lock.withLock { list.append(status) } }
        var all: [Int] { lock.withLock { list } }
    }

    private static let numbers = ["[", "1,", "1]"]
    private static let texts = ["[", #""abcdefghijklmnopq","#, "1]"]

    /// Every route with numbers, and with texts one for each way of reading a body: the others read theirs as one of these.
    private static let cases: [(route: String, parts: [String])] =
        ["check", "batch", "sessions", "events", "preview", "exercise", "replay", "import"].map { ($0, numbers) }
        + ["check", "events", "import"].map { ($0, texts) }

    @Test(arguments: LargeBodyTests.cases)
    func `twelve large bodies at once take little memory`(route: String, parts: [String]) throws {
        let service = try RunningService()
        let session = try #require(try service.post("/v1/sessions", #"{"constraints":["a.width == 10"]}"#).object["url"] as? String)
        let path = ["check", "batch", "sessions", "import"].contains(route) ? "/v1/\(route)" : "\(session)/\(route)"
        let packed = try gzip(LargeBodyTests.body(route, parts[0], parts[1], parts[2]))
        let type = route == "batch" ? "application/x-ndjson" : "application/json"
        let statuses = Statuses()
        let port = service.port
        let group = DispatchGroup()
        for _ in 0..<12 {
            let thread = Thread {
                let answer = try? HTTPClient.send(
                    "POST", path, port: port, fields: [("Content-Type", type), ("Content-Encoding", "gzip")], body: packed)
                let isRefused = answer.map { $0.text.contains("too-many-values") } ?? false
                // A line of a batch is refused within an answer.
                let isEnded = answer.map { $0.status == 200 && $0.text.contains(#""status":503"#) } ?? false
                statuses.add(isRefused ? 413 : isEnded ? 503 : answer?.status ?? 0)
                group.leave()
            }
            group.enter()
            thread.start()
        }
        // Others are answered.
        for _ in 0..<5 { #expect(try service.post("/v1/check", #"{"constraints":["a.width == 10"]}"#).status == 200) }
        group.wait()
        if parts[1] == "1," {
            // On a busy machine some give up their turn.
            #expect(statuses.all.count == 12 && statuses.all.contains(413) && statuses.all.allSatisfy { $0 == 413 || $0 == 503 }, "\(statuses.all)")
        } else {
            #expect(statuses.all.count == 12 && !statuses.all.contains(0) && !statuses.all.contains(500), "\(statuses.all)")
        }
        #expect(service.greatestKilobytes < 600 << 10)
        #expect(service.greatestKilobytes > 1 << 10)
    }

    @Test func `the sentence says what to do`() throws {
        let service = try RunningService()
        let answer = try HTTPClient.send(
            "POST", "/v1/check", port: service.port, fields: [("Content-Type", "application/json"), ("Content-Encoding", "gzip")],
            body: try gzip(LargeBodyTests.body("check", "[", "{},", "{}]")))
        #expect(answer.status == 413 && answer.fields["content-type"] == "application/problem+json")
        #expect((answer.object["detail"] as? String)?.contains("send it in smaller parts") == true)
    }
}
