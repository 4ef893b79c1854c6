import Foundation
import HTTP
import SessionStore
import Testing

@testable import LayoutService

/// Exercises with long requests, and timelines of very many exercises.
@Suite struct LongExercisesTests {
    private struct Timeline: Decodable {
        struct Step: Decodable {
            struct Exercise: Decodable {
                struct Request: Decodable { var views: [String] }

                var id: String
                var request: Request
            }

            var exercises: [Exercise]
            var moreExercises: Int?
        }

        var steps: [Step]
        var next: Int?
    }

    /// The ids of a layout's views, 60 KB together.
    private static let names = (0..<60).map { String(repeating: "v", count: 998) + String($0 + 10) }

    private func session(_ service: TestService, names: [String] = names) throws -> String {
        let views = names.map { "{\"id\":\"\($0)\",\"parent\":\"root\"}" }.joined(separator: ",")
        let answer = service.post("/v1/sessions", json: "{\"views\":[{\"id\":\"root\"},\(views)],\"constraints\":[]}")
        return try #require(answer.fields["Location"], "\(answer.text.prefix(300))")
    }

    private func request(_ names: [String], seed: Int = 1) -> String {
        "{\"count\":1,\"seed\":\(seed),\"views\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]}"
    }

    private func timeline(_ service: TestService, _ path: String, _ query: String = "") throws -> Timeline {
        let answer = service.get("\(path)/events\(query)")
        #expect(answer.status == .ok, "\(answer.text.prefix(300))")
        return try JSONDecoder().decode(Timeline.self, from: Data(answer.body))
    }

    @Test func `a timeline lists exercises up to its length, and counts the others`() throws {
        let service = try TestService()
        let path = try session(service)
        let id = try #require(path.split(separator: "/").last.map(String.init))
        #expect(service.post("\(path)/exercise", json: request(LongExercisesTests.names)).status == .ok)
        let store = service.application.sessions.store
        let first = try store.exercise(id, at: 0, of: try store.exerciseList(id), isSealed: true)
        for number in 1..<80 {
            // The same exercise would not be stored again.
            let asked = String(decoding: first.request, as: UTF8.self).replacing("\"seed\":1,", with: "\"seed\":\(number + 1),")
            let exercise = StoredExercise(
                step: 0, request: Array(asked.utf8), answer: first.answer, engine: first.engine, createdAt: first.createdAt)
            _ = try store.add(exercise, to: id) { true }
        }
        #expect(service.post("\(path)/events", json: #"{"events":[{"op":"resize","width":7,"height":9}]}"#).status == .ok)
        #expect(service.post("\(path)/exercise", json: "{}").status == .ok)
        let page = try timeline(service, path)
        let step = try #require(page.steps.first)
        #expect(page.steps.count == 1 && page.next == 1)
        #expect((60..<80).contains(step.exercises.count))
        #expect(step.exercises.count + (step.moreExercises ?? 0) == 80)
        #expect(step.exercises.last?.id == "E\(step.exercises.count)")
        let next = try timeline(service, path, "?from=1")
        #expect(next.steps.map(\.exercises.count) == [1] && next.steps[0].exercises[0].id == "E81" && next.steps[0].moreExercises == nil)
    }

    @Test func `a view that is named several times is stored once`() throws {
        let service = try TestService()
        let path = try session(service, names: ["a", "b"])
        #expect(service.post("\(path)/exercise", json: request(Array(repeating: "b", count: 50_000) + ["a", "b"])).status == .ok)
        #expect(try timeline(service, path).steps.first?.exercises.first?.request.views == ["b", "a"])
    }

    @Test func `a request that is too long to be stored is refused, in a file too`() throws {
        let service = try TestService()
        let names = LongExercisesTests.names + (0..<10).map { String(repeating: "w", count: 999) + String($0) }
        let path = try session(service, names: names)
        let refused = service.post("\(path)/exercise", json: request(names))
        #expect(refused.status == .unprocessableContent && refused.text.contains("\"code\":\"too-long\""), "\(refused.text.prefix(300))")
        #expect(refused.text.contains("/views"))
        #expect(try timeline(service, path).steps.map(\.exercises.count) == [0])
        #expect(service.post("\(path)/exercise", json: request(["\(names[0])"])).status == .ok)
        let file = service.get("\(path)/export").text
        let short = "\"views\":[\"\(names[0])\"]"
        #expect(file.contains(short))
        let long = file.replacing(short, with: "\"views\":[\(names.map { "\"\($0)\"" }.joined(separator: ","))]")
        let kept = service.post("/v1/import", json: long)
        #expect(kept.status == .unprocessableContent && kept.text.contains("/exercises/0/request"), "\(kept.text.prefix(300))")
    }
}
