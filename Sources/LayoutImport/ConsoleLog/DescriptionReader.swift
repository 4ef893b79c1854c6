/// Reads the description that begins at an index of a text. The line may contain any other text.
enum DescriptionReader {
    /// The maximum length of a description, far above any real one. With the number of attempts it bounds the cost of hostile
    /// text.
    static let maximumBytes = 8192
    private static let maximumTries = 4

    /// Returns whether the byte may follow a description: quotes, commas, full stops, stars of emphasis.
    static func isCloser(_ byte: UInt8) -> Bool {
        switch byte {
        case Byte.doubleQuote, Byte.quote, Byte.comma, Byte.dot, Byte.star, Byte.closeParenthesis, Byte.closeBracket, Byte.backslash,
            UInt8(ascii: "`"), UInt8(ascii: ";"), UInt8(ascii: "_"):
            true
        default: byte.isBlank || byte >= 0x80
        }
    }

    /// Returns whether the text ends with a description's closing bracket, apart from closers.
    static func isClosed(_ text: Bytes) -> Bool {
        text.last(where: { !isCloser($0) }) == Byte.greater
    }

    /// Reads the description at the beginning of a segment, which contains no beginning of another one.
    static func read(_ segment: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        guard segment.count <= maximumBytes else { throw UnreadableDescription("it is too long for the description of a constraint") }
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
        for end in ends(of: segment, from: start) {
            do throws(UnreadableDescription) {
                return try DescriptionParser.parse(Bytes(segment[start..<end]))
            } catch {
                failure = error
            }
        }
        throw failure
    }

    /// Returns possible ends of the description, the likeliest first. Classes and items may contain paired brackets; identifiers
    /// and titles may contain any brackets.
    private static func ends(of segment: Bytes, from start: Int) -> [Int] {
        var depth = 0
        var paired: Int?
        var ends: [Int] = []
        for index in start..<segment.count {
            if segment[index] == Byte.less, segment.at(index + 1) != Byte.equals {
                depth += 1
            } else if segment[index] == Byte.greater, segment.at(index + 1) != Byte.equals {
                if ends.count < maximumTries { ends.append(index) }
                if segment.closesBracket(at: index) {
                    if depth == 0 { paired = paired ?? index }
                    depth -= 1
                }
                if paired != nil, ends.count == maximumTries { break }
            }
        }
        guard let paired else { return ends }
        return [paired] + ends.filter { $0 != paired }
    }

    /// Reads a description that lost its closing bracket if it is recognizably complete otherwise, or returns nil.
    static func readUnclosed(_ segment: Bytes) -> PrintedConstraint? {
        let plain = CarrierDamage.plain(segment)
        for text in [segment] + (plain.map { [$0] } ?? []) where text.first == Byte.less && text.count <= maximumBytes {
            let start = text.skippingBlanks(from: 1)
            if let content = wholeWithoutBracket(text, from: start), let constraint = try? DescriptionParser.parse(content) { return constraint }
        }
        return nil
    }

    /// Returns the content of a description without its closing bracket if it is recognizably complete.
    private static func wholeWithoutBracket(_ segment: Bytes, from start: Int) -> Bytes? {
        var end = segment.count
        while end > start, segment[end - 1].isBlank || segment[end - 1] == Byte.comma { end -= 1 }
        let isQuoted = end > start && segment[end - 1] == Byte.doubleQuote
        while end > start, segment[end - 1] == Byte.doubleQuote || segment[end - 1].isBlank { end -= 1 }
        guard end > start else { return nil }
        let last = segment[end - 1]
        // The second side may be lost as well.
        if last == Byte.equals { return nil }
        let isWhole = isQuoted || last == Byte.closeParenthesis || last == Byte.closeBracket || last == Byte.bar
        return isWhole ? Bytes(segment[start..<end]) : nil
    }

    /// Reads a description that lost both brackets.
    private static func readUnbracketed(_ segment: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        var end = segment.count
        while end > 0, isCloser(segment[end - 1]), segment[end - 1] != Byte.closeParenthesis, segment[end - 1] != Byte.closeBracket { end -= 1 }
        if end > 0, segment[end - 1] == Byte.greater {
            end -= 1
        } else if end > 0, segment[end - 1] == Byte.equals {
            throw UnreadableDescription("it is cut off after its relation")
        }
        return try DescriptionParser.parse(Bytes(segment[..<end]))
    }
}
