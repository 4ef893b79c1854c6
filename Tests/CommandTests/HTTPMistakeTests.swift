import Foundation
import Testing

/// Mistakes of people who call the service by hand: each answer has the next step in it.
@Suite struct HTTPMistakeTests {
    @Test func `a path that is nearly one is answered with that`() throws {
        let service = try RunningService()
        for (path, meant) in [
            ("/check", "/v1/check"), ("/v1/chekc", "/v1/check"), ("/v1/sessions/", "/v1/sessions"), ("//v1/sessions", "/v1/sessions"),
            ("/v1/analyze", "/v1/check"),
            ("/v1/session", "/v1/sessions"), ("/v1/sessions/abc/evnets", "/v1/sessions/abc/events"), ("/v1/sessions/abc/diagram.png", "diagram.svg"),
        ] {
            let answer = try service.get(path)
            let detail = answer.object["detail"] as? String ?? ""
            #expect(answer.status == 404 && detail.contains("Did you mean") && detail.contains(meant), "\(path): \(answer.text)")
        }
        let far = try service.get("/nothing/like/this")
        #expect(far.object["detail"] as? String == "There is nothing at this path. GET /openapi.json lists all paths.")
    }

    @Test func `what a session does not have is answered with what it has`() throws {
        let service = try RunningService()
        let url = try #require(service.post("/v1/sessions", Layouts.clean).object["url"] as? String)
        func detail(_ answer: HTTPClient.Answer) -> String { answer.object["detail"] as? String ?? answer.text }
        #expect(try detail(service.get("/v1/sessions/nope")).contains("GET /v1/sessions lists them"))
        #expect(try detail(service.get(url + "/affecting?view=titel")) == "There is no view 'titel' (did you mean 'title'?).")
        #expect(try detail(service.get(url + "/constraints?view=x")).contains("the views are"))
        #expect(try detail(service.get("/v1/sessions?verdict=conflictng")).contains("'conflictng' (did you mean 'conflicting'?)"))
        for path in ["/report", "/report?format=text&", "/log", "/diagram.svg", "/document", "/affecting?view=title&", ""] {
            let found = try detail(service.get(url + path + (path.hasSuffix("&") ? "step=7" : "?step=7")))
            #expect(found.hasSuffix(" has no step 7: it has only step 0; GET \(url)/events lists its steps."), "\(path): \(found)")
        }
        #expect(try service.post(url + "/events", #"{"events": [{"op": "resize", "width": 400, "height": 90}]}"#).status == 200)
        #expect(try detail(service.get(url + "/report?step=7")).contains(" has no step 7: its steps are 0 to 1; "))
        #expect(try detail(service.get("/v1/sessions/nope/report?step=7")) == "There is no session 'nope'; GET /v1/sessions lists them.")
        #expect(try detail(service.get("/v1/sessions?verdct=clean")).contains("'verdct' is unknown (did you mean 'verdict'?)"))
        for (event, message) in [
            (#"{"op": "setPriorty", "id": "c3", "priority": 3}"#, #"unknown event "setPriorty" (did you mean "setPriority"?)"#),
            (#"{"op": "setConstant", "id": "c33", "constant": 3}"#, #"there is no constraint "c33" (did you mean "c3"?)"#),
            (#"{"op": "setConstant", "id": "c3", "value": 3}"#, #"must have the key "constant", but has "value""#),
            (#"{"op": "removeConstraint", "constraint": "c3"}"#, #", but has "constraint""#),
            (#"{"op": "addView", "view": "badge"}"#, #"such as {"id": "title", "parent": "root"}"#),
        ] {
            let answer = try service.post(url + "/events", #"{"events": [\#(event)]}"#)
            #expect(answer.status == 422 && detail(answer).contains(message), "\(event): \(answer.text)")
        }
        let single = try service.post(url + "/events", #"{"op": "undo"}"#)
        #expect(single.status == 422 && detail(single).contains(#"send {"events": [{"op""#), "\(single.text)")
    }

    @Test func `a log's owner is that of its diagnosis, and its drawing says that there is none`() throws {
        let service = try RunningService()
        let url = try #require(service.post("/v1/sessions", HTTPMistakeTests.listCell, type: "text/plain").object["url"] as? String)
        let report = try service.get(url + "/report").object
        #expect((report["conflicts"] as? [[String: Any]])?.first?["owner"] as? String == "transient")
        #expect((report["diagnoses"] as? [[String: Any]])?.first?["owner"] as? String == "app")
        func count(_ owner: String) throws -> Int? { (try service.get("/v1/sessions?owner=\(owner)").object["sessions"] as? [Any])?.count }
        #expect(try count("app") == 1 && count("transient") == 0 && count("library") == 0)
        let drawn = try service.get(url + "/diagram.svg")
        #expect(drawn.status == 200 && drawn.text.contains("so there is nothing to draw"), "\(drawn.text)")
    }

    /// A list's cell that is too low for its content while it has the height of an estimate.
    private static let listCell = """
        Unable to simultaneously satisfy constraints.
        (
            "<NSLayoutConstraint:0x1 V:|-(16)-[UIImageView:0xa]   (active, names: '|':_UICollectionViewListCellContentView:0xb )>",
            "<NSLayoutConstraint:0x2 UIImageView:0xa.bottom == _UICollectionViewListCellContentView:0xb.bottom - 16   (active)>",
            "<NSLayoutConstraint:0x3 UIImageView:0xa.height == 120   (active)>",
            "<NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' _UICollectionViewListCellContentView:0xb.height == 44   (active)>"
        )

        Will attempt to recover by breaking constraint
        <NSLayoutConstraint:0x3 UIImageView:0xa.height == 120   (active)>
        """

    @Test func `what is no exported session is answered with where one comes from`() throws {
        let service = try RunningService()
        for body in [Layouts.clean, "{}", "[]", "Unable to simultaneously satisfy constraints."] {
            let answer = try service.post("/v1/import", body)
            #expect((400...499).contains(answer.status) && answer.text.contains("GET /v1/sessions/{id}/export"), "\(body.prefix(40)): \(answer.text)")
        }
    }

    @Test func `a text has the warnings of its reader`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/check?format=text", #"{"veiws": [], "constraints": ["a.width == 3"]}"#)
        #expect(answer.text.contains("document.json: warning: unknown key \"veiws\""), "\(answer.text)")
        let canvas = try service.post("/v1/check?format=text&canvas=390x844", "a.width == 3\n", type: "text/plain")
        #expect(canvas.text.contains("document.txt: warning: the canvas is ignored"), "\(canvas.text)")
    }

    @Test func `lines that curl joined are noticed in short texts, too`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/check", "H:|-[a]-|V:|-[a]-|", type: "application/x-www-form-urlencoded")
        #expect(answer.status == 400 && answer.text.contains("--data-binary"), "\(answer.text)")
    }

    @Test func `another coding is answered with the one that is supported`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/check", "x", fields: [("Content-Encoding", "br")])
        #expect(answer.status == 415 && answer.text.contains("uncompressed, or as gzip"), "\(answer.text)")
    }
}
