import Foundation
import HTTP
import Testing

@testable import LayoutService

/// Exercises for some views of a layout with many that may move.
@Suite struct ExerciseViewsTests {
    private struct Answer: Decodable {
        struct Alternate: Decodable { var moved: [String] }

        var alternates: [Alternate]
    }

    @Test(arguments: [["v0"], ["v30"], ["v59", "v31"]])
    func `each layout moves a named view, whichever it is`(names: [String]) throws {
        let service = try TestService()
        let constraints = (0..<60).flatMap { ["\"v\($0).left >= root.left + \($0)\"", "\"v\($0).width <= \(100 + $0)\""] }
        let document = "{\"size\":{\"width\":400,\"height\":400},\"constraints\":[\(constraints.joined(separator: ","))]}"
        let path = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        for seed in [1, 77] {
            let answer = service.post("\(path)/exercise", json: "{\"count\":5,\"seed\":\(seed),\"views\":[\(list)]}")
            let found = try JSONDecoder().decode(Answer.self, from: Data(answer.body)).alternates
            #expect(found.count == 5)
            #expect(found.allSatisfy { !Set(names).isDisjoint(with: $0.moved) })
        }
        #expect(service.post("\(path)/replay", json: "{}").text.contains(#""identical":true"#))
    }
}
