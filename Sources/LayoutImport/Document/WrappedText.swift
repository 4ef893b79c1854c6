internal import ExactArithmetic
internal import LayoutModel

/// The heights of a text in the system font at each width at which it gets another line, estimated as for Interface Builder files.
struct WrappedText {
    private let text: IBText
    private let lineHeight: Double
    /// The maximum number of lines, or 0 for any number.
    private let limit: Int

    /// The maximum number of entries.
    private static let mostLines = 100

    /// - Parameter lineHeight: nil for that of the font, rounded up to half a point.
    init(_ text: String, fontSize: Double, lineHeight: Double?, limit: Int) {
        self.text = IBText(text, font: .system(fontSize))
        self.lineHeight = lineHeight ?? (self.text.font.lineHeight * 2).rounded(.up) / 2
        self.limit = limit
    }

    /// The width of the text without wrapping.
    var width: Rational { IBNumber.length(up(text.width)) }

    /// The entries, the widest first.
    var heights: [HeightAtWidth] {
        var heights: [HeightAtWidth] = []
        var high = up(text.width)
        var count = lines(in: high)
        let narrowest = narrowestWidth
        while true {
            heights.append(HeightAtWidth(width: IBNumber.length(high), height: IBNumber.length(Double(count) * lineHeight)))
            guard heights.count < WrappedText.mostLines, high > narrowest, limit == 0 || count < limit else { break }
            let next = lines(in: high - 0.5)
            if next > count { count = next }
            // The least width, in halves of a point, that needs no more lines.
            var (low, best) = (narrowest, high)
            if lines(in: low) <= count { best = low }
            while best - low > 0.5 {
                let middle = up((low + best) / 2)
                if middle >= best { break }
                if lines(in: middle) <= count { best = middle } else { low = middle }
            }
            if best >= high { break }
            if heights.last.map({ $0.height == IBNumber.length(Double(count) * lineHeight) }) == true { heights.removeLast() }
            high = best
        }
        return heights
    }

    private func lines(in width: Double) -> Int { text.lines(in: width, limit: limit) }

    /// The width of the longest word, below which words are broken.
    private var narrowestWidth: Double {
        up(text.content.split(whereSeparator: \.isWhitespace).map { text.font.width(of: $0) }.max() ?? 0)
    }

    private func up(_ length: Double) -> Double { (length * 2).rounded(.up) / 2 }
}
