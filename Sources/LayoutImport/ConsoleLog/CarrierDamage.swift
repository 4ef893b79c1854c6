/// Undoes the damage to logs by issue trackers, chats and mail.
enum CarrierDamage {
    private static let entities: [(StaticString, UInt8)] = [
        ("&lt;", Byte.less), ("&gt;", Byte.greater), ("&amp;", UInt8(ascii: "&")), ("&quot;", Byte.doubleQuote), ("&apos;", Byte.quote),
        ("&#39;", Byte.quote), ("&#x27;", Byte.quote), ("&#34;", Byte.doubleQuote), ("&#60;", Byte.less), ("&#62;", Byte.greater),
        ("&#124;", Byte.bar), ("&#x3C;", Byte.less), ("&#x3E;", Byte.greater), ("&nbsp;", Byte.space), ("&#160;", Byte.space),
    ]

    /// Decodes HTML entities and Markdown escapes, which descriptions do not contain themselves, and removes terminal colors.
    static func unescaped(_ line: Bytes) -> Bytes {
        let line = line.contains(escape) ? uncolored(line) : line
        guard line.contains(where: { $0 == Byte.backslash || $0 == UInt8(ascii: "&") }) else { return line }
        var result = Bytes()
        result.reserveCapacity(line.count)
        var index = 0
        while index < line.count {
            let byte = line[index]
            if byte == Byte.backslash, let next = line.at(index + 1), isPunctuation(next) {
                result.append(next)
                index += 2
            } else if byte == UInt8(ascii: "&"), let (entity, meaning) = entities.first(where: { line.has($0.0, at: index) }) {
                result.append(meaning)
                index += entity.utf8CodeUnitCount
            } else {
                result.append(byte)
                index += 1
            }
        }
        return result
    }

    private static let escape: UInt8 = 0x1B

    /// Removes the control sequences of ECMA-48 (`ESC [ 3 1 m`).
    private static func uncolored(_ line: Bytes) -> Bytes {
        var result = Bytes()
        var index = 0
        while index < line.count {
            guard line[index] == escape else {
                result.append(line[index])
                index += 1
                continue
            }
            index += 1
            guard line.at(index) == Byte.openBracket else { continue }
            index += 1
            while let byte = line.at(index), byte >= 0x20, byte < 0x40 { index += 1 }
            if let last = line.at(index), last >= 0x40, last < 0x7F { index += 1 }
        }
        return result
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        byte > Byte.space && byte < 0x7f && !byte.isLetter && !byte.isDigit
    }

    private static let typography: [(StaticString, StaticString)] = [
        ("\u{2018}", "'"), ("\u{2019}", "'"), ("\u{201A}", "'"), ("\u{2032}", "'"), ("\u{201C}", "\""), ("\u{201D}", "\""), ("\u{201E}", "\""),
        ("\u{2010}", "-"), ("\u{2011}", "-"), ("\u{2012}", "-"), ("\u{2013}", "-"), ("\u{2014}", "-"), ("\u{2212}", "-"), ("\u{2265}", ">="),
        ("\u{2264}", "<="), ("\u{00A0}", " "), ("\u{202F}", " "), ("\u{200B}", ""), ("\u{FEFF}", ""), ("\u{2026}", "..."), ("\u{00D7}", "*"),
        ("%28", "("), ("%29", ")"), ("%3C", "<"), ("%3E", ">"), ("%27", "'"), ("%22", "\""), ("%5B", "["), ("%5D", "]"), ("%7C", "|"), ("%20", " "),
        ("~", "-"), ("`", ""), ("**", ""),
    ]

    /// Replaces smart quotes and dashes, percent escapes, and `~` for `-`. A title may contain these itself, so this is tried
    /// only if a description cannot be parsed unchanged. Returns nil if nothing changes.
    static func plain(_ bytes: Bytes) -> Bytes? {
        var result = Bytes()
        var hasChanged = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isSuspect = byte >= 0xC2 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "~") || byte == UInt8(ascii: "`") || byte == Byte.star
            if isSuspect, let (damaged, meant) = typography.first(where: { bytes.has($0.0, at: index) }) {
                for offset in 0..<meant.utf8CodeUnitCount { result.append(meant.utf8Start[offset]) }
                index += damaged.utf8CodeUnitCount
                hasChanged = true
            } else {
                result.append(byte)
                index += 1
            }
        }
        return hasChanged ? result : nil
    }
}
