import HTTP
import JSON
import Testing

@testable import LayoutService

@Suite struct PreviewTests {
    private let service: TestService
    private let session: String

    init() throws {
        service = try TestService()
        session = try #require(service.post("/v1/sessions", json: PreviewTests.document).fields["Location"])
    }

    private static let document = """
        {"size": {"width": 100, "height": 40}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
         "constraints": ["a.left == root.left + 8", "a.right == root.right - 8", "a.top == root.top", "a.height == 20",
                         {"id": "least", "equation": "a.width >= 50"}]}
        """

    private func preview(_ query: String, _ events: String, status: HTTPStatus = .ok) throws -> JSONTree {
        let response = service.post("\(session)/preview\(query)", json: "{\"events\": [\(events)]}")
        #expect(response.status == status)
        return try JSONTree(parsing: response.body)
    }

    @Test(arguments: [(90.0, "clean", 74.0), (66.0, "clean", 50.0), (200.5, "clean", 184.5)])
    func `frames follow the size`(width: Double, verdict: String, expected: Double) throws {
        let answer = try preview("?detail=frames", "{\"op\": \"resize\", \"width\": \(width)}")
        #expect(answer["verdict"]?.string == verdict)
        #expect(answer["frames"]?["a"]?["width"]?.double == expected)
        #expect(answer["report"] == nil)
    }

    @Test(arguments: ["9007199254740993", "1e300", "100.0000005", "33.3333333333"])
    func `frames are told to the digit as a report has them`(width: String) throws {
        let document = #"{"size": {"width": 9, "height": 1}, "constraints": ["a.width == root.width", "b.width == root.width * 1:3"]}"#
        let place = try #require(service.post("/v1/sessions", json: document).fields["Location"])
        let events = "{\"events\": [{\"op\": \"resize\", \"width\": \(width)}]}"
        func frames(_ query: String) -> Substring? {
            let text = String(decoding: service.post("\(place)/preview\(query)", json: events).body, as: UTF8.self)
            return text.firstMatch(of: #/"frames":(\{("\w+":\{[^}]*\},?)+\})/#)?.1
        }
        let told = try #require(frames(""))
        #expect(frames("?detail=frames") == told)
    }

    @Test func `below the least size there is a conflict, and no frames before it is known what gives way`() throws {
        let answer = try preview("?detail=frames", #"{"op": "resize", "width": 60}"#)
        #expect(answer["verdict"]?.string == "conflicting")
        #expect(answer["frames"] == .null)
        let members = answer["conflict"]?.elements ?? []
        #expect(members.contains(.string("least")))
    }

    @Test func `the whole report is that of the step that the events would make`() throws {
        let events = #"{"op": "resize", "width": 60}, {"op": "setPriority", "id": "least", "priority": 700}"#
        let previewed = try preview("", events)
        let stepped = try JSONTree(parsing: service.post("\(session)/events", json: "{\"events\": [\(events)]}").body)
        #expect(previewed["verdict"] == stepped["verdict"])
        #expect(previewed["changes"] == stepped["changes"])
        #expect(previewed["report"]?["frames"] == stepped["report"]?["frames"])
        #expect(previewed["report"]?["document"] == stepped["report"]?["document"])
    }

    @Test func `nothing is stored`() throws {
        _ = try preview("", #"{"op": "removeConstraint", "id": "least"}"#)
        let read = try JSONTree(parsing: service.get(session).body)
        #expect(read["step"]?.integer == 0)
        #expect(read["document"]?["constraints"]?.elements?.count == 5)
    }

    @Test func `an earlier step can be asked about`() throws {
        _ = service.post("\(session)/events", json: #"{"events": [{"op": "resize", "width": 300}]}"#)
        let move = #"{"op": "setConstant", "id": "c1", "constant": 0}"#
        #expect(try preview("?detail=frames&step=0", move)["frames"]?["a"]?["width"]?.double == 92)
        #expect(try preview("?detail=frames", move)["frames"]?["a"]?["width"]?.double == 292)
        #expect(service.post("\(session)/preview?step=7", json: "{\"events\": [\(move)]}").status == .notFound)
    }

    @Test func `an undo is previewed as it would be stored`() throws {
        for width in [300, 400] { _ = service.post("\(session)/events", json: #"{"events": [{"op": "resize", "width": \#(width)}]}"#) }
        let undo = #"{"op": "undo"}"#
        #expect(try preview("?detail=frames", undo)["frames"]?["a"]?["width"]?.double == 284)
        #expect(try preview("?detail=frames&step=1", undo)["frames"]?["a"]?["width"]?.double == 84)
        #expect(try preview("?step=0", undo, status: .unprocessableContent)["code"]?.string == "nothing-to-undo")
        let previewed = try preview("", undo)
        let stepped = try JSONTree(parsing: service.post("\(session)/events", json: "{\"events\": [\(undo)]}").body)
        #expect(previewed["changes"] == stepped["changes"])
        // What was taken back is not taken back again.
        #expect(try preview("?detail=frames", undo)["frames"]?["a"]?["width"]?.double == 84)
    }

    @Test func `a bad event is named`() throws {
        let answer = try preview("", #"{"op": "resize", "width": 90}, {"op": "activate", "id": "nothing"}"#, status: .unprocessableContent)
        #expect(answer["pointer"]?.string == "/events/1/id")
    }

    @Test func `of a log only what it shows is judged`() throws {
        let log = """
            Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0x1 UIView:0x2.width == 10   (active)>",
                "<NSLayoutConstraint:0x3 UIView:0x2.width == 20   (active)>"
            )

            """
        let created = service.post("/v1/sessions", text: log)
        let place = try #require(created.fields["Location"])
        let asked = service.post("\(place)/preview?detail=frames", json: #"{"events": [{"op": "deactivate", "id": "c1"}]}"#)
        let answer = try JSONTree(parsing: asked.body)
        #expect(answer["verdict"]?.string == "incomplete")
        #expect(answer["report"] != nil)
    }

    @Test func `the source is what was posted, as text`() {
        let response = service.get("\(session)/source")
        #expect(response.body == Array(PreviewTests.document.utf8))
        #expect(response.fields["Content-Type"] == "text/plain; charset=utf-8")
        #expect(service.get("/v1/sessions/none/source").status == .notFound)
    }
}
