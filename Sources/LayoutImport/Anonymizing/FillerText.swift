internal import LayoutModel

/// Texts without meaning in place of others: as many letters, and as wide to a thousandth of the font's size if letters allow that.
///
/// The letters of a word have nothing to do with those of the original, so that no one can decode them. Spaces, line breaks and
/// punctuation stay, as text wraps at them.
struct FillerText {
    /// The words of the input in lowercase, which no filler may be.
    private let taken: Set<String>
    private var texts: [String: String] = [:]
    /// A number that each word changes, so that the same word elsewhere does not look the same.
    private var seed: UInt64 = 1

    init(taken: Set<String>) {
        self.taken = taken
    }

    /// Returns the filler for a text, and whether it is new. The same text always has the same.
    mutating func filler(for text: String) -> (text: String, isNew: Bool) {
        if let known = texts[text] { return (known, false) }
        var result = ""
        var run: [Int] = []
        /// The width by which the fillers of this line are too narrow, in thousandths of the font's size.
        var missing = 0
        for character in text {
            if character.isNewline {
                flush(&run, &missing, into: &result)
                missing = 0
                result.append("\n")
                continue
            }
            for scalar in character.unicodeScalars {
                if FillerText.isLetter(scalar), let width = IBFont.thousandths(of: scalar) {
                    run.append(width)
                    continue
                }
                flush(&run, &missing, into: &result)
                result.unicodeScalars.append(FillerText.substitute(for: scalar))
            }
        }
        flush(&run, &missing, into: &result)
        texts[text] = result
        return (result, true)
    }

    /// Returns whether a character is part of a word and has a known width.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        (scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))) || (0xC0...0xFF).contains(scalar.value)
    }

    /// Returns punctuation itself, and a character of the same width and kind for any other.
    private static func substitute(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        if IBFont.thousandths(of: scalar) != nil { return scalar }
        let isJoined = scalar.properties.isGraphemeExtend || scalar == "\u{200D}"
        if IBFont.isWide(scalar) { return isJoined ? "\u{3099}" : "\u{4E00}" }
        if isJoined { return "\u{301}" }
        return scalar.properties.generalCategory == .otherPunctuation ? "\u{2026}" : "\u{3B1}"
    }

    // MARK: Words

    /// The longest word that is filled at once.
    private static let longest = 16

    private mutating func flush(_ run: inout [Int], _ missing: inout Int, into result: inout String) {
        defer { run.removeAll(keepingCapacity: true) }
        var start = 0
        while start < run.count {
            let part = run[start..<min(run.count, start + FillerText.longest)]
            let width = part.reduce(missing, +)
            let word = word(of: part.count, width: width)
            missing = width - word.reduce(0) { $0 + FillerText.width(of: $1) }
            result.append(String(decoding: word, as: UTF8.self))
            start += part.count
        }
    }

    /// Returns a word that is not in the input, with `count` letters and about the width.
    private mutating func word(of count: Int, width: Int) -> [UInt8] {
        var word: [UInt8] = []
        for attempt in 0..<40 {
            word = random(count)
            // The last attempts are for words of few letters, which few others are as wide as.
            if attempt < 30 { FillerText.fit(&word, to: width) }
            if !taken.contains(String(decoding: word, as: UTF8.self).lowercased()) { break }
        }
        return word
    }

    private mutating func random(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(ascii: "a") + UInt8(truncatingIfNeeded: (seed >> 33) % 26)
        }
    }

    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
    private static let widths = letters.map(width)
    /// The first letter of each width.
    private static let letterOfWidth = Dictionary(zip(widths, letters), uniquingKeysWith: { first, _ in first })

    private static func width(of letter: UInt8) -> Int { IBFont.thousandths(of: Unicode.Scalar(letter)) ?? 0 }

    /// Changes letters until the word has a width, or as nearly as single letters and pairs allow.
    private static func fit(_ word: inout [UInt8], to width: Int) {
        var missing = width - word.reduce(0) { $0 + FillerText.width(of: $1) }
        while missing != 0 {
            var best = (left: missing.magnitude, place: -1, letter: UInt8(0))
            for place in word.indices {
                let own = FillerText.width(of: word[place])
                for (letter, other) in zip(letters, widths) where (missing - (other - own)).magnitude < best.left {
                    best = ((missing - (other - own)).magnitude, place, letter)
                }
            }
            guard best.place >= 0 else { break }
            missing -= FillerText.width(of: best.letter) - FillerText.width(of: word[best.place])
            word[best.place] = best.letter
        }
        if missing != 0 { fitPair(&word, missing) }
    }

    /// Changes two letters that together make up a difference, if there are such.
    private static func fitPair(_ word: inout [UInt8], _ missing: Int) {
        for first in word.indices {
            for second in word.indices where second > first {
                let sum = FillerText.width(of: word[first]) + FillerText.width(of: word[second]) + missing
                for (letter, width) in zip(letters, widths) {
                    guard let other = letterOfWidth[sum - width] else { continue }
                    (word[first], word[second]) = (letter, other)
                    return
                }
            }
        }
    }
}
