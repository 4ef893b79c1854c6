import Testing

/// `GET /v1/sessions/{id}/constraints`: constraints by view, by pair of views, and by identifier.
struct ConstraintListTests {
    static let layout = #"""
        {"size": {"width": 100, "height": 100},
         "views": [{"id": "root"}, {"id": "a", "parent": "root"}, {"id": "b c", "parent": "root"}],
         "constraints": [
             {"id": "left", "first": {"item": "a", "attribute": "leading"}, "relation": "==",
              "second": {"item": "root", "attribute": "leading"}, "constant": 8, "identifier": "Position"},
             "a.top == root.top", "a.width == 40", "a.width == 50", "a.height == 10",
             {"id": "gap", "first": {"item": "b c", "attribute": "leading"}, "relation": "==",
              "second": {"item": "a", "attribute": "trailing"}, "constant": 4},
             {"id": "off", "first": {"item": "b c", "attribute": "top"}, "relation": "==",
              "second": {"item": "a", "attribute": "top"}, "active": false}]}
        """#

    private func list(_ service: RunningService, _ url: String, _ query: String) throws -> (count: Int?, ids: [String], all: [[String: Any]]) {
        let answer = try service.get(url + "/constraints" + query)
        #expect(answer.status == 200, "\(query): \(answer.text)")
        let all = answer.object["constraints"] as? [[String: Any]] ?? []
        return (answer.object["count"] as? Int, all.compactMap { $0["id"] as? String }, all)
    }

    @Test func `constraints are found by view, by pair of views and by identifier`() throws {
        let service = try RunningService()
        let url = try #require(service.post("/v1/sessions", Self.layout).object["url"] as? String)
        #expect(try list(service, url, "?view=b%20c").ids == ["gap", "off"])
        #expect(try list(service, url, "?view=b%20c&view=a").ids == ["gap", "off"])
        #expect(try list(service, url, "?view=a&view=root").ids == ["left", "c2"])
        // The same view twice is that view.
        #expect(try list(service, url, "?view=root&view=root").ids == ["left", "c2"])
        #expect(try list(service, url, "?identifier=Position").ids == ["left"])
        #expect(try list(service, url, "?view=b%20c&identifier=Position").ids == [])
        let first = try list(service, url, "?limit=2")
        #expect(first.count == 7 && first.ids == ["left", "c2"])
        let pair = try list(service, url, "?view=a&view=b%20c").all
        #expect(pair.first?["equation"] as? String == #""b c".leading == a.trailing + 4"#)
        #expect(pair.first?["views"] as? [String] == ["b c", "a"])
        #expect(pair.map { $0["active"] as? Bool } == [true, false])
        let broken = try list(service, url, "?view=a").all.filter { $0["broken"] as? Bool == true }
        #expect(broken.map { $0["equation"] as? String } == ["a.width == 40"])
    }

    @Test func `a step has its own constraints`() throws {
        let service = try RunningService()
        let url = try #require(service.post("/v1/sessions", Self.layout).object["url"] as? String)
        let edit = #"{"events": [{"op": "removeConstraint", "id": "gap"}]}"#
        #expect(try service.post(url + "/events", edit).status == 200)
        #expect(try list(service, url, "?view=b%20c").ids == ["off"])
        #expect(try list(service, url, "?view=b%20c&step=0").ids == ["gap", "off"])
    }

    @Test func `a query that means nothing is refused in words`() throws {
        let service = try RunningService()
        let url = try #require(service.post("/v1/sessions", Self.layout).object["url"] as? String)
        let nobody = try service.get(url + "/constraints?view=nobody")
        #expect(nobody.status == 404 && nobody.text.contains("There is no view 'nobody'"))
        let three = try service.get(url + "/constraints?view=a&view=root&view=b%20c")
        #expect(three.status == 400 && three.text.contains("at most two views"))
        #expect(try service.get(url + "/constraints?views=a").text.contains("view"))
        #expect(try service.get(url + "/constraints?limit=0").status == 400)
        #expect(try service.get(url + "/constraints?identifier=").status == 400)
        #expect(try service.get("/v1/sessions/nothere/constraints").status == 404)
    }
}
