/// Reads the description that begins at a place of a text, whatever the line looks like around it.
enum DescriptionReader {
    /// Far beyond what is ever printed; the bound keeps hostile text cheap, as the number of tries does.
    static let maximumBytes = 8192
    private static let maximumTries = 4

    /// What lies behind a description: quotes, commas, full stops, stars of emphasis.
    static func isCloser(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.doubleQuote, Byte.quote, Byte.comma, Byte.dot, Byte.star, Byte.closeParenthesis, Byte.closeBracket, Byte.backslash,
            UInt8(ascii: "`"), UInt8(ascii: ";"), UInt8(ascii: "_"):
            true
        default: byte.isBlank || byte >= 0x80
        }
    }

    /// Whether the text ends, closers aside, with the bracket that closes a description.
    static func isClosed(_ text: Bytes) -> Bool {
        text.last(where: { !isCloser($0) }) == Byte.greater
    }

    /// The description at the beginning of a segment, which holds no beginning of another one.
    static func read(_ segment: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        guard segment.count <= maximumBytes else { throw UnreadableDescription("it is longer than a description can be") }
        do throws(UnreadableDescription) {
            return try readAsIs(segment)
        } catch {
            guard let plain = CarrierDamage.plain(segment) else { throw error }
            do throws(UnreadableDescription) {
                return try readAsIs(plain)
            } catch _ {
                throw error
            }
        }
    }

    private static func readAsIs(_ segment: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        guard segment.first == Byte.less else { return try readUnbracketed(segment) }
        let start = segment.skippingBlanks(from: 1)
        var failure = UnreadableDescription("it is cut off: the closing bracket is missing")
        var index = start
        var attempts = 0
        // Identifiers and titles may hold brackets too: the first one that ends a readable description closes it.
        while index < segment.count, attempts < maximumTries {
            if segment[index] == Byte.greater, segment.at(index + 1) != Byte.equals {
                attempts += 1
                do throws(UnreadableDescription) {
                    return try DescriptionParser.parse(Bytes(segment[start..<index]))
                } catch {
                    failure = error
                }
            }
            index += 1
        }
        throw failure
    }

    /// The description whose last bracket was lost, where it shows that nothing else is missing; nil where it doesn't.
    static func readUnclosed(_ segment: Bytes) -> PrintedConstraint? {
        let plain = CarrierDamage.plain(segment)
        for text in [segment] + (plain.map { [$0] } ?? []) where text.first == Byte.less && text.count <= maximumBytes {
            let start = text.skippingBlanks(from: 1)
            if let content = wholeWithoutBracket(text, from: start), let constraint = try? DescriptionParser.parse(content) { return constraint }
        }
        return nil
    }

    /// What a description without its last bracket says, where it shows that nothing else is missing.
    private static func wholeWithoutBracket(_ segment: Bytes, from start: Int) -> Bytes? {
        var end = segment.count
        while end > start, segment[end - 1].isBlank || segment[end - 1] == Byte.comma { end -= 1 }
        let isQuoted = end > start && segment[end - 1] == Byte.doubleQuote
        while end > start, segment[end - 1] == Byte.doubleQuote || segment[end - 1].isBlank { end -= 1 }
        guard end > start else { return nil }
        let last = segment[end - 1]
        let isWhole = isQuoted || last == Byte.closeParenthesis || last == Byte.closeBracket || last == Byte.bar
        return isWhole ? Bytes(segment[start..<end]) : nil
    }

    /// A description whose brackets were both lost.
    private static func readUnbracketed(_ segment: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        var end = segment.count
        while end > 0, isCloser(segment[end - 1]), segment[end - 1] != Byte.closeParenthesis, segment[end - 1] != Byte.closeBracket { end -= 1 }
        if end > 0, segment[end - 1] == Byte.greater { end -= 1 }
        return try DescriptionParser.parse(Bytes(segment[..<end]))
    }
}
