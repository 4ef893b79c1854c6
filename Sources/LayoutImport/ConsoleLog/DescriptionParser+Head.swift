internal import LayoutModel

extension DescriptionParser {
    /// The part of a description between the class name and the body.
    struct Head {
        var address: UInt64?
        /// The name that a library prints in place of the address.
        var label: String?
        var source: SourceReference?
        /// The index of its end.
        var end: Int
    }

    /// Returns the address of a description that need not be readable otherwise.
    static func address(of segment: Bytes) -> UInt64? {
        var parser = DescriptionParser(bytes: segment, end: segment.count)
        while parser.take("<") { parser.skipBlanks() }
        guard (try? parser.takeClassName()) != nil else { return nil }
        return parser.heads().first?.address
    }

    /// Parses the class name, which must be a constraint's, with its colon. Without an address there may be a blank alone.
    mutating func takeClassName() throws(UnreadableDescription) -> String {
        let start = index
        while index < end, bytes[index].isClassName { index += 1 }
        let name = bytes.text(start..<index)
        if next?.isBlank != true { try expect(":") }
        skipBlanks()
        return name
    }

    /// Returns the possible heads. A label may contain blanks, so only the body shows where it ends.
    func heads() -> [Head] {
        if let address = addressEnd(from: index) {
            let source = self.source(at: address)
            return [Head(address: bytes.hexadecimal(index + 2..<address), label: nil, source: source?.reference, end: source?.end ?? address)]
        }
        var heads: [Head] = []
        var position = index
        while position < end, heads.count < 8 {
            if bytes[position] == UInt8(ascii: "@"), let source = source(at: position) {
                // An apparent source may be part of a title.
                return [labelled(index..<position, source: source.reference, end: source.end)] + heads
            }
            if bytes[position].isBlank { heads.append(labelled(index..<position, source: nil, end: position)) }
            position += 1
        }
        // Someone may have removed the address, and a label looks like the first view.
        let none = Head(address: nil, label: nil, source: nil, end: index)
        return next == Byte.quote ? [none] + heads : heads + [none]
    }

    /// Parses `label`, or `label[0xADDR]` as some categories print it.
    private func labelled(_ range: Range<Int>, source: SourceReference?, end: Int) -> Head {
        if let bracket = bytes[range].lastIndex(of: Byte.openBracket), let address = addressEnd(from: bracket + 1), address == range.upperBound - 1,
            bytes[address] == Byte.closeBracket
        {
            return Head(
                address: bytes.hexadecimal(bracket + 3..<address), label: bytes.text(range.lowerBound..<bracket), source: source, end: end)
        }
        return Head(address: nil, label: bytes.text(range), source: source, end: end)
    }

    /// Returns the end of the hexadecimal address at an index, or nil if there is none.
    func addressEnd(from start: Int) -> Int? {
        guard bytes.has("0x", at: start) || bytes.has("0X", at: start) else { return nil }
        var position = start + 2
        while position < end, bytes[position].isHexDigit { position += 1 }
        return position > start + 2 ? position : nil
    }

    /// Parses `@File.swift#17`, and returns its end. The path may contain blanks and `#`.
    private func source(at start: Int) -> (reference: SourceReference, end: Int)? {
        guard bytes.at(start) == UInt8(ascii: "@") else { return nil }
        var mark = start + 2
        while mark < end {
            defer { mark += 1 }
            guard bytes[mark] == UInt8(ascii: "#") else { continue }
            var position = mark + 1
            while position < end, bytes[position].isDigit { position += 1 }
            guard position > mark + 1, position == end || bytes[position].isBlank || bytes[position] == Byte.greater else { continue }
            guard isPath(start + 1..<mark) else { continue }
            return (SourceReference(file: bytes.text(start + 1..<mark), line: Int(bytes.text(mark + 1..<position))), position)
        }
        return nil
    }

    /// Returns whether a text has no blank, or ends like a file name, since a title may also contain `@` and `#`.
    private func isPath(_ range: Range<Int>) -> Bool {
        guard bytes[range].contains(where: \.isBlank) else { return true }
        let ending = bytes[range].reversed().prefix { $0.isLetter }.count
        return ending > 0 && ending < range.count && bytes[range.upperBound - ending - 1] == Byte.dot
    }

    /// Parses `'identifier'`, before or after the autoresizing mask `h=--& v=--&`, which is skipped.
    mutating func takeIdentifier() throws(UnreadableDescription) -> String? {
        var identifier: String?
        while true {
            skipBlanks()
            if bytes.has("h=", at: index) || bytes.has("v=", at: index) {
                while index < end, !bytes[index].isBlank { index += 1 }
            } else if identifier == nil, next == Byte.quote, !bytes.has("'|'", at: index) {
                let start = index + 1
                var close = start
                // An identifier may contain apostrophes. Its closing quote is before a blank.
                while close < end, bytes[close] != Byte.quote || bytes.at(close + 1)?.isBlank == false { close += 1 }
                guard close < end else { throw UnreadableDescription("the identifier's closing quote is missing") }
                identifier = TitleText.decoded(bytes[start..<close])
                index = close + 1
            } else {
                return identifier
            }
        }
    }
}
