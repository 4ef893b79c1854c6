internal import ExactArithmetic
internal import LayoutModel

/// The heights of a text in the system font at each width at which it gets another line, estimated as for Interface Builder files.
struct WrappedText {
    /// The width of the text without wrapping.
    let width: Rational
    /// The entries, the widest first.
    let heights: [HeightAtWidth]
    /// The number of lines that were broken to find the heights.
    let work: Int

    /// The maximum number of entries. Narrower texts have the height of the last one.
    static let mostHeights = 100
    /// The greatest length of the texts of one layout whose heights are computed, in bytes of UTF-8: the words of a book.
    static let mostBytes = 250_000

    /// - Parameters:
    ///   - lineHeight: nil for that of the font, rounded up to half a point.
    ///   - limit: the maximum number of lines, or 0 for any number.
    init(_ content: String, fontSize: Double, lineHeight: Double?, limit: Int) {
        let text = IBText(content, font: .system(fontSize))
        let natural = WrappedText.halves(text.width)
        let narrowest = WrappedText.halves(content.split(whereSeparator: \.isWhitespace).map { text.font.width(of: $0) }.max() ?? 0)
        var search = Search(lines: TextLines(text), limit: limit, narrowest: narrowest)
        let lineHeight = lineHeight ?? (text.font.lineHeight * 2).rounded(.up) / 2
        heights = search.entries(from: natural).map { entry in
            HeightAtWidth(
                width: IBNumber.length(Double(entry.halves) / 2), height: IBNumber.length(Double(entry.lines) * lineHeight))
        }
        width = IBNumber.length(Double(natural) / 2)
        work = search.work
    }

    /// Returns the length in halves of a point, rounded up.
    private static func halves(_ length: Double) -> Int { Int((length * 2).rounded(.up)) }

    /// The search for the widths at which a text gets another line. Widths are in halves of a point.
    private struct Search {
        let lines: TextLines
        let limit: Int
        /// The width of the longest word, below which words are broken.
        let narrowest: Int
        let sum: Double
        var work = 0

        init(lines: TextLines, limit: Int, narrowest: Int) {
            self.lines = lines
            self.limit = limit
            self.narrowest = narrowest
            sum = lines.sum
        }

        /// Returns the least width of each number of lines, the widest first.
        mutating func entries(from natural: Int) -> [(halves: Int, lines: Int)] {
            var entries: [(halves: Int, lines: Int)] = []
            var high = natural
            var count = number(in: high, limit: limit)
            while true {
                if let last = entries.last, last.lines == count { entries.removeLast() }
                entries.append((high, count))
                guard entries.count < WrappedText.mostHeights, high > narrowest, limit == 0 || count < limit else { break }
                count = max(count, number(in: high - 1, limit: limit))
                let least = leastWidth(for: count, below: high)
                if least >= high { break }
                high = least
            }
            return entries
        }

        /// Returns the least width that needs no more lines than these.
        private mutating func leastWidth(for count: Int, below high: Int) -> Int {
            // No line holds more than its width.
            let low = max(narrowest, min(high, Int(2 * sum / Double(count)) - 1))
            if fits(low, count) { return low > narrowest ? leastWidth(for: count, from: narrowest, below: low) : low }
            return leastWidth(for: count, from: low, below: high)
        }

        private mutating func leastWidth(for count: Int, from low: Int, below high: Int) -> Int {
            var (low, best) = (low, high)
            if low < best, fits(low, count) { return low }
            while best - low > 1 {
                let middle = (low + best) / 2
                if fits(middle, count) { best = middle } else { low = middle }
            }
            return best
        }

        private mutating func fits(_ width: Int, _ count: Int) -> Bool { number(in: width, limit: count + 1) <= count }

        private mutating func number(in width: Int, limit: Int) -> Int {
            lines.count(in: Double(width) / 2, limit: self.limit == 0 ? limit : min(limit, self.limit), work: &work)
        }
    }
}
