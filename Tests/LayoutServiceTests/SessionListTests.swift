import HTTP
import JSON
import Testing

@testable import LayoutService

/// What a list says of a session beside its verdict.
@Suite struct SessionListTests {
    private let service: TestService

    init() throws {
        service = try TestService()
    }

    private let layout = """
        {"size": {"width": 70, "height": 44}, "views": [{"id": "root"}, {"id": "title", "parent": "root", "class": "UILabel", "text": "Hello"}],
         "constraints": ["title.leading == root.leading + 8", "title.trailing == root.trailing - 8", {"id": "fixed", "equation": "title.width == 60"},
                         "title.top == root.top", "title.height == 20"]}
        """

    private func row() throws -> JSONTree {
        try #require(try JSONTree(parsing: service.get("/v1/sessions").body)["sessions"]?.elements?.first)
    }

    @Test func `the first diagnosis of the newest step, in its sentence`() throws {
        let location = try #require(service.post("/v1/sessions", json: layout).fields["Location"])
        let report = try JSONTree(parsing: service.get(location + "/report").body)
        let sentence = try #require(report["diagnoses"]?.elements?.first?["sentence"]?.string)
        #expect(try row()["finding"]?.string == sentence && sentence.contains("UILabel “Hello”"))
        #expect(try JSONTree(parsing: service.get("/v1/findings").body)["findings"]?.elements?.first?["summary"]?.string == sentence)
        #expect(service.post("\(location)/events", json: #"{"events": [{"op": "removeConstraint", "id": "fixed"}]}"#).status == .ok)
        #expect(try row()["finding"] == .null && row()["verdict"]?.string == "clean")
        #expect(try JSONTree(parsing: service.post("\(location)/replay", json: "{}").body)["identical"]?.bool == true)
    }

    @Test func `the file that it comes from, here and where it is imported`() throws {
        let location = try #require(service.post("/v1/sessions?file=Main.json", json: layout).fields["Location"])
        #expect(try row()["file"]?.string == "Main.json" && row()["name"] == .null)
        let other = try TestService()
        #expect(other.post("/v1/import", json: service.get("\(location)/export").text).status == .created)
        let list = try JSONTree(parsing: other.get("/v1/sessions").body)
        #expect(list["sessions"]?.elements?.first?["file"]?.string == "Main.json")
        #expect(list["sessions"]?.elements?.first?["finding"]?.string?.contains("UILabel “Hello”") == true)
        #expect(service.post("/v1/sessions?file=", json: layout).status == .badRequest)
    }
}
