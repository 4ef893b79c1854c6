import Foundation
import HTTP
import JSON
import LayoutCheck
import LayoutModel
import SessionStore
import Synchronization
import Testing

@testable import LayoutService

/// The verification of imports, turn by turn.
@Suite struct ImportTurnsTests {
    private let service: TestService
    private let stop = Stop()

    init() throws {
        service = try TestService()
    }

    private final class Stop: Sendable {
        let isSet = Mutex(false)
    }

    /// The turns as an object, which `#expect` can change.
    private final class Turns {
        private var turns: ImportTurns

        init(_ turns: ImportTurns) {
            self.turns = turns
        }

        func takeTurn() -> Bool { turns.takeTurn() }
    }

    private func turns(_ slice: Duration = .zero, limits: InputLimits = InputLimits()) -> Turns {
        Turns(ImportTurns(service.store, limits: limits, slice: slice) { [stop] in stop.isSet.withLock { $0 } })
    }

    /// The file of a session with some steps and an exercise.
    private func file(steps: Int) throws -> String {
        let session = try #require(
            service.post("/v1/sessions", json: #"{"name":"Cell","constraints":["a.width == 10","a.width == 12"]}"#).fields["Location"])
        for step in 0..<steps {
            let events = #"{"events":[{"op":"resize","width":\#(step + 1),"height":9}]}"#
            #expect(service.post("\(session)/events", json: events).status == .ok)
        }
        #expect(service.post("\(session)/exercise", json: "{}").status == .ok)
        let file = service.get("\(session)/export").text
        #expect(service.send("DELETE", session).status == .noContent)
        return file
    }

    private func imported(_ file: String) throws -> String {
        let answer = service.post("/v1/import", json: file)
        return try #require(answer.fields["Location"], "\(answer.text)")
    }

    private func state(_ session: String) throws -> String? {
        try JSONTree(parsing: service.get(session).body)["imported"]?.string
    }

    @Test(arguments: [
        ("plumbline 0.1.9", "verified"), ("plumbline 9.0.0", "differs"), ("plumbline 0.1", "differs"), ("plumbline 0.1.-1", "differs"),
        ("plumbline 0.01.0", "differs"), ("another", "differs"),
    ]) func `an import is verified only if an engine up to this one may have made it`(engine: String, expected: String) throws {
        let file = try file(steps: 1)
        let other = file.replacingOccurrences(of: "\"\(EngineVersion.text)\"", with: "\"\(engine)\"")
        #expect(other != file)
        let session = try imported(other)
        let turns = turns()
        while turns.takeTurn() {}
        #expect(try state(session) == expected)
    }

    @Test(arguments: [
        ("\"report\":{", "\"report\":{\"file\":\"Evil.storyboard\","), ("Caf\u{e9}", "Cafe\u{301}"),
    ]) func `an import whose report has another file, or other letters, is not verified`(text: String, other: String) throws {
        let body = #"{"name":"Caf\#u{e9}","constraints":["a.width == 10","a.width == 12"]}"#
        let session = try #require(service.post("/v1/sessions", json: body).fields["Location"])
        let file = service.get("\(session)/export").text
        let steps = try #require(file.range(of: "\"steps\":"))
        let altered = file[..<steps.lowerBound] + file[steps.lowerBound...].replacingOccurrences(of: text, with: other, options: .literal)
        #expect(Array(altered.utf8) != Array(file.utf8), "\(file)")
        for (content, expected) in [(file, "verified"), (String(altered), "differs")] {
            let session = try imported(content)
            let turns = turns()
            while turns.takeTurn() {}
            #expect(try state(session) == expected)
        }
    }

    @Test(arguments: [("plumbline 0.1.9", "verified"), ("plumbline 9.0.0", "differs"), ("another", "differs")])
    func `an import is verified only if a known engine may have made its exercises`(engine: String, expected: String) throws {
        let file = try file(steps: 1)
        let exercises = try #require(file.range(of: "\"exercises\":"))
        let other = file[exercises.lowerBound...].replacing("\"\(EngineVersion.text)\"", with: "\"\(engine)\"")
        let session = try imported(String(file[..<exercises.lowerBound] + other))
        let turns = turns()
        while turns.takeTurn() {}
        #expect(try state(session) == expected)
        #expect(service.post("\(session)/replay", json: "{}").text.contains("an exercise stored by \(engine), run by \(EngineVersion.text)"))
    }

    @Test func `an imported exercise has the id of its new session`() throws {
        let file = try file(steps: 1)
        let id = try #require(try JSONTree(parsing: Array(file.utf8))["id"]?.string)
        let exercises = try #require(file.range(of: "\"exercises\":["))
        let list = file[exercises.upperBound..<(try #require(file.lastIndex(of: "]")))]
        // The same exercise twice, as if it were asked again after an import by an earlier version.
        let other = list.replacing("\"\(id)\"", with: "\"another\"")
        #expect(other != list)
        let session = try imported("\(file[..<exercises.upperBound])\(other),\(list)]}")
        let answers = try #require(try JSONTree(parsing: service.get(session).body)["exercises"]?.elements)
        #expect(answers.map { $0["answer"]?["id"]?.string } == [String(session.dropFirst("/v1/sessions/".count))])
        let turns = turns()
        while turns.takeTurn() {}
        #expect(try state(session) == "verified")
    }

    @Test func `an import that names another root than its first report is refused`() throws {
        let file = try file(steps: 0)
        let root = try #require(try JSONTree(parsing: Array(file.utf8))["root"]?.string)
        let range = try #require(file.range(of: "\"root\":\"\(root)\""))
        let answer = service.post("/v1/import", json: file.replacingCharacters(in: range, with: #""root":"another""#))
        #expect(answer.status == .unprocessableContent && answer.text.contains("wrong-root"), "\(answer.text)")
        #expect(try JSONTree(parsing: answer.body)["pointer"]?.string == "/root")
    }

    @Test func `an export with the same exercise twice is refused`() throws {
        let file = try file(steps: 0)
        var session = try #require(try JSONSerialization.jsonObject(with: Data(file.utf8)) as? [String: Any])
        let list = try #require(session["exercises"] as? [Any])
        session["exercises"] = list + list
        let doubled = String(decoding: try JSONSerialization.data(withJSONObject: session, options: .sortedKeys), as: UTF8.self)
        let answer = service.post("/v1/import", json: doubled)
        #expect(answer.status == .unprocessableContent && answer.text.contains("duplicate-exercise"), "\(answer.text)")
        #expect(answer.text.contains("/exercises/\(list.count)"), "\(answer.text)")
    }

    @Test func `an import whose step names another engine than its report is refused`() throws {
        let file = try file(steps: 1)
        // Of the last step, outside of its report.
        let ranges = file.ranges(of: "\"engine\":\"\(EngineVersion.text)\"")
        var codes: Set<String> = []
        for range in ranges {
            let answer = service.post("/v1/import", json: file.replacingCharacters(in: range, with: #""engine":"plumbline 0.1.0""#))
            if answer.status == .unprocessableContent, answer.text.contains("wrong-engine") {
                codes.insert(try #require(JSONTree(parsing: answer.body)["pointer"]?.string))
            }
        }
        #expect(codes == ["/steps/0/engine", "/steps/1/engine"], "\(codes)")
    }

    @Test func `limits of a service prove nothing about an import`() throws {
        let constraints = (0..<300).map { "\"v\($0).width == \($0)\"" }.joined(separator: ",")
        let session = try #require(service.post("/v1/sessions", json: #"{"constraints":[\#(constraints)]}"#).fields["Location"])
        #expect(service.post("\(session)/events", json: #"{"events":[{"op":"resize","width":7,"height":9}]}"#).status == .ok)
        let large = try imported(service.get("\(session)/export").text)
        let small = try imported(file(steps: 1))
        let limited: [(inout InputLimits) -> Void] = [{ $0.views = 100 }, { $0.constraints = 100 }, { $0.deadline = 1e-6 }]
        for limit in limited {
            var limits = InputLimits()
            limit(&limits)
            let turns = turns(limits: limits)
            var count = 0
            while turns.takeTurn(), count < 100 { count += 1 }
            #expect(try state(large) == "not yet" && count < 100, "\(limits)")
        }
        #expect(try state(small) == "verified")
        let turns = turns()
        while turns.takeTurn() {}
        #expect(try state(large) == "verified")
    }

    @Test func `a long import delays no short one`() throws {
        let long = try imported(file(steps: 12))
        let short = try imported(file(steps: 0))
        let turns = turns()
        var count = 0
        while try state(short) == "not yet", count < 100 {
            #expect(turns.takeTurn())
            count += 1
        }
        #expect(try state(short) == "verified" && state(long) == "not yet")
        // A step, its end, and twelve more.
        while turns.takeTurn() { count += 1 }
        #expect(try state(long) == "verified")
    }

    @Test func `more long imports than are begun at once are all verified`() throws {
        let file = try file(steps: 3)
        let all = try (0..<7).map { _ in try imported(file) }
        let turns = turns()
        var count = 0
        while turns.takeTurn(), count < 1000 { count += 1 }
        for session in all { #expect(try state(session) == "verified") }
    }

    @Test func `the first step that differs ends it`() throws {
        let file = try file(steps: 5)
        let altered = file.replacing(#""width":1,"#, with: #""width":3,"#)
        #expect(altered != file)
        let session = try imported(altered)
        let turns = turns()
        var count = 1
        while try state(session) == "not yet", count < 100 {
            #expect(turns.takeTurn())
            count += 1
        }
        // Step 0, its end, and step 1.
        #expect(try state(session) == "differs" && count <= 4, "\(count)")
    }

    @Test func `a session that is deleted is not verified any more`() throws {
        let session = try imported(file(steps: 5))
        let turns = turns()
        #expect(turns.takeTurn())
        #expect(service.send("DELETE", session).status == .noContent)
        #expect(!turns.takeTurn())
    }

    @Test func `the end of the service leaves an import as it is`() throws {
        let session = try imported(file(steps: 5))
        let turns = turns()
        #expect(turns.takeTurn())
        stop.isSet.withLock { $0 = true }
        // However much time there is: what ends early gives no result.
        let others = self.turns(.seconds(600))
        #expect(turns.takeTurn() && others.takeTurn())
        #expect(try state(session) == "not yet")
        stop.isSet.withLock { $0 = false }
        #expect(self.turns(.seconds(600)).takeTurn())
        #expect(try state(session) == "verified")
    }

    @Test func `an import whose id is altered is skipped`() throws {
        let session = try imported(file(steps: 1))
        try service.alterDatabase("UPDATE session SET id = CAST(x'ff' AS TEXT)")
        let turns = turns()
        #expect(turns.takeTurn() && !turns.takeTurn())
        #expect(service.get(session).status == .notFound)
    }
}
