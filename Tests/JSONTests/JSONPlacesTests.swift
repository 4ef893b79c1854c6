import JSON
import Testing

@Suite struct JSONPlacesTests {
    private let text = """
        {"a": [1, {"b\\"c": true}, "x]y"],
         "d/e" : {"f": -2.5e3 , "g":[ ]},
         "ü": null}
        """

    private func place(_ pointer: String) -> String? {
        JSONPlaces(Array(text.utf8))[pointer].map { "\($0.line):\($0.column)" }
    }

    private func key(_ pointer: String) -> String? {
        JSONPlaces(Array(text.utf8))[key: pointer].map { "\($0.line):\($0.column)" }
    }

    @Test func `values and keys have their places, by JSON Pointers`() {
        #expect(place("") == "1:1" && place("/a") == "1:7" && place("/a/0") == "1:8" && place("/a/1") == "1:11" && place("/a/2") == "1:27")
        #expect(place("/a/1/b\"c") == "1:20" && key("/a/1/b\"c") == "1:12")
        #expect(place("/d~1e/f") == "2:16" && key("/d~1e") == "2:2" && place("/d~1e/g") == "2:29")
        #expect(place("/ü") == "3:7" && key("/ü") == "3:2")
        #expect(place("/a/3") == nil && key("") == nil && place("/d~1e/g/0") == nil)
    }

    @Test func `a deep text ends`() {
        let deep = Array((String(repeating: "[", count: 512) + "1" + String(repeating: "]", count: 512)).utf8)
        #expect(JSONPlaces(deep)[String(repeating: "/0", count: 512)]?.column == 513)
    }
}
