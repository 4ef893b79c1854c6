import Testing

@testable import LayoutService

/// Documents as they are answered, each constraint on a line of its own.
struct ConstraintLinesTests {
    private func lines(_ document: String) -> [Substring] {
        String(decoding: ConstraintLines.broken(Array(document.utf8)), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test func `Each constraint has its line`() {
        #expect(
            lines(#"{"views":[{"id":"a"},{"id":"b"}],"constraints":[{"id":"c1","first":{"item":"a"}},{"id":"c2"}],"x":[1,2]}"#)
                == [#"{"views":[{"id":"a"},{"id":"b"}],"constraints":["#, #"{"id":"c1","first":{"item":"a"}},"#, #"{"id":"c2"}"#, #"],"x":[1,2]}"#])
    }

    @Test func `No constraints have no line`() {
        #expect(lines(#"{"constraints":[],"views":[]}"#) == [#"{"constraints":["#, "", #"],"views":[]}"#])
    }

    @Test(arguments: [
        #"{"name":"constraints","x":[1,2]}"#, #"{"name":"\"constraints\":[{},{}]"}"#, #"{"views":[{"constraints":[1,2]}]}"#,
        #"{"a":"\\","b":"x,[{"}"#, #"{"constraints":{"a":1,"b":2}}"#, "", "]]}}", "[1,2]", #"{"constraints"#, #""constraints":[1,2]"#,
    ])
    func `Nothing else has lines`(text: String) {
        #expect(lines(text) == [text[...]])
    }

    @Test func `Strings within constraints stay whole`() {
        let constraint = #"{"id":"],[{\"},","identifier":"\\","of":["a","b"]}"#
        let document = #"{"constraints":["# + constraint + "," + constraint + "]}"
        #expect(lines(document) == [#"{"constraints":["#, constraint + ",", constraint[...], "]}"])
    }
}
