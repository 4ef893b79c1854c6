import HTTP
import JSON
import Testing

@testable import LayoutService

/// What `q` finds, as the manual, the help and the OpenAPI document say it.
@Suite struct SearchTests {
    @Test func `a session is found by what its parts are called, and not by what its constraints say`() throws {
        let service = try TestService()
        let document = """
            {"name": "Profile Cell", "views": [{"id": "base"}, {"id": "badge", "parent": "base", "class": "UILabel", "text": "Nine new"}],
             "constraints": [{"id": "c12", "equation": "badge.width == 4321"}, {"id": "mine", "equation": "badge.height == 5"},
                             {"equation": "badge.top == base.top", "identifier": "pinned-above"}]}
            """
        let place = try #require(service.post("/v1/sessions?tag=demo", json: document).fields["Location"])
        let later = #"{"events": [{"op": "addView", "view": {"id": "latecomer", "parent": "base"}}]}"#
        #expect(service.post("\(place)/events", json: later).status == .ok)
        func count(_ text: String) throws -> Int? {
            try JSONTree(parsing: service.get("/v1/sessions?q=\(text)").body)["sessions"]?.elements?.count
        }
        let id = String(place.split(separator: "/")[2])
        for text in [id, "PROFILE", "ell", "cell+profile", "demo", "base", "badge", "label", "nine", "mine", "pinned-above", "latecomer"] {
            #expect(try count(text) == 1, "\(text)")
        }
        for text in ["c12", "badge.width", "4321", "profile+nobody"] { #expect(try count(text) == 0, "\(text)") }
    }
}
