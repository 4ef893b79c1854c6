import ExactArithmetic
import LayoutModel
import Testing

@testable import LayoutImport

@Suite struct WrappedTextTests {
    /// Returns the number of lines by placing one word after the other.
    private func lines(of text: IBText, in width: Double) -> Int {
        var count = 0
        let space = text.font.width(of: " ")
        for paragraph in text.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            count += 1
            var room = width
            for word in paragraph.split(separator: " ") {
                let length = text.font.width(of: word)
                if room < width, length > room + 1e-6 {
                    count += 1
                    room = width
                }
                if length > width + 1e-6, width > 0 {
                    count += Int(length / width)
                    room = width - length.truncatingRemainder(dividingBy: width) - space
                } else {
                    room -= length + space
                }
            }
        }
        return count
    }

    private static func text(_ seed: inout UInt64) -> String {
        func below(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        let words = ["a", "note", "of", "some", "length", "Donaudampfschifffahrt", "i.e.", "\u{4E2D}\u{6587}", "é", "W"]
        return (0..<1 + below(40)).map { _ in words[below(words.count)] + ["", " ", "  ", "\n", "\n\n", "\t"][min(5, below(12) / 2)] }
            .joined(separator: " ")
    }

    @Test func `lines are those of placing word after word`() {
        var seed: UInt64 = 7
        for size in [9.0, 13, 17, 40.5] {
            for _ in 0..<40 {
                let text = IBText(WrappedTextTests.text(&seed), font: .system(size))
                for width in [0.0, 3, 20, 55.5, 100, 181.5, 320, 1000, .infinity] {
                    let count = lines(of: text, in: width)
                    #expect(text.lines(in: width, limit: 0) == count)
                    #expect(text.lines(in: width, limit: 3) == min(3, count))
                }
            }
        }
    }

    @Test func `each height begins at the least width with so many lines`() {
        var seed: UInt64 = 3
        for limit in [0, 2, 5] {
            for _ in 0..<30 {
                let content = WrappedTextTests.text(&seed).replacing("\t", with: " ")
                let text = IBText(content, font: .system(15))
                let heights = WrappedText(content, fontSize: 15, lineHeight: 10, limit: limit).heights
                #expect((1...100).contains(heights.count))
                for (place, entry) in heights.enumerated() {
                    let count = Int(entry.height.double / 10)
                    let width = entry.width.double
                    #expect(text.lines(in: width, limit: limit) == count)
                    if place > 0 { #expect(heights[place - 1].height < entry.height && heights[place - 1].width > entry.width) }
                    // The natural width and the last one are not where the number changes.
                    if place > 0, place < heights.count - 1 { #expect(text.lines(in: width - 0.5, limit: limit) > count) }
                }
            }
        }
    }

    @Test(arguments: [
        String(repeating: "A note ", count: 35_000), String(repeating: "word", count: 60_000), String(repeating: "a b\n", count: 60_000),
        String(repeating: "ten words of which no one has many more letters\n", count: 5_000),
        (0..<400).map { String(repeating: "w ", count: $0) }.joined(separator: "\n"), String(repeating: "\n", count: 240_000) + "a b",
    ])
    func `a long text is measured once`(_ content: String) {
        let wrapped = WrappedText(content, fontSize: 13, lineHeight: nil, limit: 0)
        #expect((1...100).contains(wrapped.heights.count))
        // Breaking every line again for each width would take thousands per byte.
        #expect(wrapped.work < 40 * content.utf8.count, "\(wrapped.work)")
    }

    @Test func `texts that are measured have a limit together`() throws {
        func read(_ words: Int, labels: Int) throws -> LayoutDocument {
            let text = String(repeating: "A note ", count: words)
            let views = (0..<labels).map {
                #"{"id": "n\#($0)", "parent": "root", "text": "\#(text)", "heightsByWidth": {"fontSize": 13}}"#
            }
            let document = #"{"views": [{"id": "root"}, \#(views.joined(separator: ", "))], "constraints": []}"#
            return try DocumentImporter().read(json: Array(document.utf8))
        }
        #expect(try read(5_000, labels: 7).views[7].heightsByWidth.count == 100)
        let error = #expect(throws: ImportError.self) { try read(5_000, labels: 8) }
        #expect(error?.kind == .tooLarge && error?.code == "text-too-long" && error?.pointer == "/views/8/heightsByWidth")
        #expect(error?.message.contains("250000 bytes together") == true && error?.message.contains("give heights") == true)
    }
}
