/// Distinguishes visual formats from equations.
enum VisualFormatText {
    /// Returns whether the text begins like a visual format and unlike any equation: with a bracket, a bar, or a word before a
    /// colon.
    static func isOne(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = text.drop { $0.isSpace }
        guard let first = rest.first else { return false }
        if first == UInt8(ascii: "|") || first == UInt8(ascii: "[") { return true }
        guard first.isNameStart else { return false }
        let word = rest.prefix { $0.isNameStart || $0.isDigit }
        rest = rest.dropFirst(word.count).drop { $0.isSpace }
        let isOrientation = orientations.contains(where: word.elementsEqual)
        guard rest.first == UInt8(ascii: ":") else {
            // Its colon is missing.
            return isOrientation && (rest.first == UInt8(ascii: "|") || rest.first == UInt8(ascii: "["))
        }
        if isOrientation { return true }
        let format = rest.dropFirst().drop { $0.isSpace }
        return format.first == UInt8(ascii: "|") || format.first == UInt8(ascii: "[")
    }

    private static let orientations = ["H", "V", "HV", "Z", "C"].map { Array($0.utf8) }
}
