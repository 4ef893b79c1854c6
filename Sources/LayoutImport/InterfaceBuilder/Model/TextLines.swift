/// The words of a text with their widths, measured once, from which the number of lines in any width follows.
struct TextLines {
    /// A part of the text between line breaks that it contains itself.
    private struct Paragraph {
        var words: Range<Int>
        var width: Double
    }

    /// The widest first, so that those that need no further line are at the end.
    private let paragraphs: [Paragraph]
    /// The width of each word.
    private let lengths: [Double]
    /// The end of each word in its paragraph on one line.
    private let ends: [Double]
    private let space: Double

    /// Sums of widths in another order differ by less.
    private static let rounding = 1e-6

    init(_ text: IBText) {
        var paragraphs: [Paragraph] = []
        var (lengths, ends): ([Double], [Double]) = ([], [])
        let space = text.font.width(of: " ")
        for content in text.content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let first = lengths.count
            var place = 0.0
            for word in content.split(separator: " ") {
                let length = text.font.width(of: word)
                lengths.append(length)
                ends.append(place + length)
                place += length + space
            }
            paragraphs.append(Paragraph(words: first..<lengths.count, width: lengths.count > first ? ends[ends.count - 1] : 0))
        }
        self.paragraphs = paragraphs.sorted { $0.width > $1.width }
        (self.lengths, self.ends, self.space) = (lengths, ends, space)
    }

    /// The width of all words together.
    var sum: Double { lengths.reduce(0, +) }

    /// Returns the number of lines in a width, with line breaks at words: at least 1 and at most `limit` (0 for any number).
    ///
    /// - Parameter work: counts the lines that are broken.
    func count(in width: Double, limit: Int, work: inout Int) -> Int {
        var count = paragraphs.count
        for paragraph in paragraphs {
            if paragraph.width <= width + TextLines.rounding || limit > 0 && count >= limit { break }
            count += breaks(in: paragraph.words, width: width, most: limit > 0 ? limit - count : .max, work: &work)
        }
        count = max(1, count)
        return limit > 0 ? min(count, limit) : count
    }

    /// Returns the number of line breaks in a paragraph, or a number that is not less than `most`.
    private func breaks(in words: Range<Int>, width: Double, most: Int, work: inout Int) -> Int {
        var count = 0
        var word = words.lowerBound
        var room = width
        while word < words.upperBound, count < most {
            work += 1
            let length = lengths[word]
            if room < width, length > room + TextLines.rounding {
                count += 1
                room = width
            }
            if length > width + TextLines.rounding, width > 0 {
                // The word is broken, and its end begins a line.
                count += length / width < 10_000 ? Int(length / width) : 10_000
                room = width - length.truncatingRemainder(dividingBy: width) - space
                word += 1
            } else {
                word = firstWord(after: word, in: words, endingBeyond: ends[word] - length + room + TextLines.rounding)
                if word < words.upperBound { count += 1 }
                room = width
            }
        }
        return count
    }

    /// Returns the first word after another that ends beyond a place, by steps that double and then halve.
    private func firstWord(after word: Int, in words: Range<Int>, endingBeyond place: Double) -> Int {
        var (low, step) = (word + 1, 1)
        while low + step < words.upperBound, ends[low + step] <= place {
            low += step
            step *= 2
        }
        var high = min(low + step, words.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
