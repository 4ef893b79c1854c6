extension String {
    /// Returns the text with lines that fit a terminal's width. The remainder of a line continues on the next one, indented by two
    /// more columns. A word that is wider than the terminal is not broken.
    ///
    /// - Parameter width: columns, or nil for no limit.
    public func wrapped(to width: Int?) -> String {
        guard let width, width >= 20 else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false).map { String.wrapped($0, width) }.joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ width: Int) -> String {
        if line.utf8.count <= width { return String(line) }
        let indent = Swift.min(width / 2, line.prefix { $0 == " " }.count + 2)
        var text = String(line.prefix { $0 == " " })
        var used = text.count
        var isFirst = true
        // Blanks between columns, which a new line drops.
        var gap = 0
        for word in line.dropFirst(used).split(separator: " ", omittingEmptySubsequences: false) {
            gap += isFirst ? 0 : 1
            isFirst = false
            if word.isEmpty { continue }
            let length = columns(of: word)
            if gap > 0, used + gap + length > width {
                text += "\n" + String(repeating: " ", count: indent) + word
                used = indent + length
            } else {
                text += String(repeating: " ", count: gap) + word
                used += gap + length
            }
            gap = 0
        }
        return text
    }

    /// Returns the columns that a terminal needs for a word: none for colors and accents, two for wide characters.
    private static func columns(of word: Substring) -> Int {
        var count = 0
        var isEscape = false
        for scalar in word.unicodeScalars {
            if isEscape {
                isEscape = scalar != "m"
            } else if scalar == "\u{1B}" {
                isEscape = true
            } else if !isJoined(scalar) {
                count += isWide(scalar) ? 2 : 1
            }
        }
        return count
    }

    /// Returns whether a scalar has no width of its own: an accent, a joiner or a variant.
    private static func isJoined(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.canonicalCombiningClass != .notReordered || scalar.value == 0x200D || (0xFE00...0xFE0F).contains(scalar.value)
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
