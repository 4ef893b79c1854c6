import LayoutImport
import Testing

struct ElementPlaceTests {
    private func places(_ text: String) -> ElementPlaces { ElementPlaces(json: Array(text.utf8)) }

    @Test func constraintsAndViewsAreFoundByTheirIds() {
        let found = places(
            """
            { "name": "a \\"b\\" [", "views": [{"id": "root"},
                {"id": "é", "parent": "root"}],
              "constraints": [ "a.top == b.top",
                {"id": "x", "equation": "a.left == b.left"}, 
                "ü.left == b.left", {"id": "row", "visual": "H:|-[a]-|"} ] }
            """)
        #expect(found.view("root") == .init(line: 1, column: 34))
        #expect(found.view("é") == .init(line: 2, column: 5))
        #expect(found.constraint("c1") == .init(line: 3, column: 20))
        #expect(found.constraint("x") == .init(line: 4, column: 5))
        #expect(found.constraint("c3") == .init(line: 5, column: 5))
        #expect(found.constraint("row.2") == .init(line: 5, column: 25))
        #expect(found.constraint("c2") == nil && found.view("a") == nil)
    }

    @Test func `a byte order mark takes no column`() {
        let found = ElementPlaces(json: [0xEF, 0xBB, 0xBF] + Array("{\"views\": [{\"id\": \"root\"}],\n  \"constraints\": [\"a.top == 1\"]}".utf8))
        #expect(found.view("root") == .init(line: 1, column: 12) && found.constraint("c1") == .init(line: 2, column: 19))
    }

    @Test func whatHoldsNoSuchListGivesNoPlace() {
        for text in ["", "[]", "{}", "3", #"{"constraints": 4}"#, #"{"constraints": []}"#, #"{"x": [[{"constraints": ["a"]}]]}"#, "{"] {
            #expect(places(text).constraint("c1") == nil)
        }
    }
}
