import Reporting
import Testing

@testable import LayoutCheck

/// The ends of what findings point to.
@Suite struct TokenEndTests {
    private func end(_ text: String, _ kind: SourceKind, _ line: Int, _ column: Int? = nil) -> [Int?] {
        var ends = TokenEnd(Array(text.utf8), kind)
        let place = ends.completed(FilePlace(file: "a", line: line, column: column))
        return [place.endLine, place.endColumn]
    }

    @Test func `a token ends after its last character`() {
        #expect(end("{\"\u{e9}\": {\"b\": [1,\n 2]}, \"c\": 12}", .document, 1, 7) == [2, 5])
        #expect(end("{\"\u{e9}\": {\"b\": [1,\n 2]}, \"c\": 12}", .document, 2, 12) == [2, 14])
        #expect(end("{\"a\": \"\u{e9}\u{1F600}}\\\"\"}", .document, 1, 7) == [1, 14])
        #expect(end("<a>\n <b c=\"\u{e9}>\"\n d=''>\n</a>", .interfaceBuilder, 2, 2) == [3, 7])
        #expect(end("x\n  \u{e9}y z \t\nw", .consoleLog, 2) == [2, 7])
        #expect(end("x\n  yy", .consoleLog, 2, 4) == [2, 5])
    }

    @Test func `a place outside of the source has no end`() {
        for (line, column) in [(3, nil), (0, nil), (1, 4), (2, 3), (1, Int.max), (2, nil)] as [(Int, Int?)] {
            let expected: [Int?] = line == 2 && column == nil ? [2, 1] : [nil, nil]
            #expect(end("\u{e9}b\n\n", .consoleLog, line, column) == expected, "\(line), \(String(describing: column))")
        }
        #expect(end("", .document, 1, 1) == [nil, nil])
    }

    @Test func `lines and characters are counted across all of a long text`() {
        let text = (0..<3000).map { "\u{e9}\($0 % 7 == 0 ? "" : " \($0) ")" }.joined(separator: "\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var ends = TokenEnd(Array(text.utf8), .text)
        for number in [0, 1, 7, 150, 149, 999, 2999, 2998] {
            let place = ends.completed(FilePlace(file: "a", line: number + 1))
            let length = number % 7 == 0 ? 1 : lines[number].count - 1
            #expect(place.endLine == number + 1 && place.endColumn == length + 1, "\(number): \(place)")
        }
        #expect(ends.completed(FilePlace(file: "a", line: 3001)).endLine == nil)
    }

    @Test func `spaces at the ends of a line are not read again for each of its findings`() {
        let spaces = String(repeating: " ", count: 1_000_000)
        var ends = TokenEnd(Array("\(spaces)H:[a]-[b]\(spaces)\nH:[c]".utf8), .text)
        let time = ContinuousClock().measure {
            for column in 0..<2000 {
                let place = ends.completed(FilePlace(file: "a", line: 1, column: column % 2 == 0 ? nil : 1_000_001 + column % 9))
                if place.endColumn != 1_000_010 { Issue.record("\(column): \(place)") }
            }
        }
        #expect(time < .seconds(60), "\(time)")
    }

    @Test func `a long line is not read again for each of its findings`() {
        let count = 20_000
        let line = (0..<count).map { "{\"id\": \"\u{e9}\($0 + 10_000)\"}" }.joined(separator: ",")
        let bytes = Array("[\(line)]".utf8)
        var ends = TokenEnd(bytes, .document)
        let time = ContinuousClock().measure {
            for number in 0..<count {
                let column = 2 + 17 * number
                let place = ends.completed(FilePlace(file: "a", line: 1, column: column))
                if place.endColumn != column + 16 { Issue.record("\(number): \(String(describing: place.endColumn))") }
                _ = ends.completed(FilePlace(file: "a", line: 1, column: 1))
            }
        }
        // Reading the line for each of them takes more than ten minutes.
        #expect(time < .seconds(60), "\(time)")
    }
}
