// Parses views and guides: `UILabel:0x7f80'Title'`, `Module.Cell:0x7f80`, `AddressToolbar.lockIcon`, `UIView:key`.

extension DescriptionParser {
    /// Returns the item whose name, without the title, is in a range. Only an accessibility name before an address may contain
    /// blanks.
    func item(_ range: Range<Int>, title: Range<Int>? = nil, isNamed: Bool = false) throws(UnreadableDescription) -> PrintedItem {
        var slice = bytes[range].trimmed
        if slice.count > 6, Bytes(slice.suffix(6)).has("(null)", at: 0) { slice.removeLast(6) }
        if slice.count > 2, slice.first == Byte.less, slice.last == Byte.greater { slice = slice.dropFirst().dropLast() }
        let name = Bytes(slice)
        guard !name.isEmpty else { throw UnreadableDescription("expected a view, found '\(bytes.text(range.lowerBound..<range.lowerBound + 24))'") }
        let text = name.text(0..<name.count)
        let printedTitle = title.map { TitleText.decoded(bytes[$0]) }
        // The address is at the end of the name, or in its last brackets.
        var digits = name.count
        let isBracketed = name.last == Byte.closeBracket
        if isBracketed { digits -= 1 }
        let hexEnd = digits
        while digits > 0, name[digits - 1].isHexDigit { digits -= 1 }
        if digits < hexEnd, digits >= 2, name[digits - 1] | 0x20 == UInt8(ascii: "x"), name[digits - 2] == UInt8(ascii: "0") {
            let address = name.hexadecimal(digits..<hexEnd)
            if address == 0 { throw UnreadableDescription("the address of '\(text)' is 0, which identifies no view") }
            var nameEnd = digits - 2
            if isBracketed, nameEnd > 0, name[nameEnd - 1] == Byte.openBracket {
                let printed = name.text(0..<nameEnd - 1)
                return PrintedItem(name: printed, className: className(in: name), address: address, title: printedTitle)
            }
            while nameEnd > 0, name[nameEnd - 1].isBlank { nameEnd -= 1 }
            if !isBracketed, nameEnd > 1, name[nameEnd - 1] == Byte.colon {
                let className = name.text(0..<nameEnd - 1)
                guard isNamed || Self.isClass(name[..<(nameEnd - 1)]) else { throw UnreadableDescription("'\(className)' is not a class") }
                return PrintedItem(
                    name: "\(className):\(name.text(digits - 2..<hexEnd))", className: className, address: address, title: printedTitle)
            }
            if nameEnd == 0 { return PrintedItem(name: text, className: nil, address: address, title: printedTitle) }
        }
        // A broken address would split one view into two.
        for position in name.indices where name.has(":0x", at: position) { throw UnreadableDescription("'\(text)' has an invalid address") }
        let className = className(in: name)
        if let className, Self.isMasked(name.dropFirst(className.utf8.count + 1)) {
            throw UnreadableDescription("the address of '\(text)' is redacted")
        }
        // The remainder of a factor is not a name: `1,5*UIView`.
        if !isNamed, name.contains(Byte.star) { throw UnreadableDescription("'\(text)' is not a view") }
        // The table has every name in its description. Another one is a fragment of a name in a broken line.
        if !names.isEmpty, className == nil { throw UnreadableDescription("the table of names does not contain '\(text)'") }
        return PrintedItem(name: text, className: className, address: nil, title: printedTitle)
    }

    /// Returns whether this may be a class name, and not the remainder of a factor that was not understood, such as `,5*UIView`.
    private static func isClass(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = String(decoding: name, as: UTF8.self).unicodeScalars.first,
            first.properties.isAlphabetic || first == "_" || first == "*"
        else { return false }
        // Only arguments of generic classes contain blanks.
        if name.contains(where: \.isBlank) { return Bytes(name).classNameLength == name.count }
        // Markdown removes the underscores of mangled names as emphasis: `*TtC5UIKit…`.
        return !name.contains(Byte.star) || Bytes(name).has("*TtC", at: 0) || Bytes(name).has("*TtG", at: 0)
    }

    /// Returns the text before the first colon if it may be a class.
    private func className(in name: Bytes) -> String? {
        let length = name.classNameLength
        return length > 0 && name.at(length) == Byte.colon ? name.text(0..<length) : nil
    }

    /// Returns the longest name of the table at an index that is followed as required. Accessibility names may contain any
    /// character.
    func tableName(at start: Int, followed: (Int) -> Bool) -> (item: PrintedItem, end: Int)? {
        var best: (item: PrintedItem, end: Int)?
        for (name, item) in names where start + name.count <= end && start + name.count > best?.end ?? 0 {
            if bytes[start..<start + name.count].elementsEqual(name), followed(start + name.count) {
                best = (item, start + name.count)
            }
        }
        return best
    }

    /// Parses an item in brackets or parentheses, up to one of the two closing characters.
    mutating func takeItem(until first: UInt8, or second: UInt8) throws(UnreadableDescription) -> PrintedItem {
        func isClosed(_ position: Int) -> Bool {
            position < end && (bytes[position] == first || bytes[position] == second)
        }
        if let (item, itemEnd) = tableName(at: index, followed: isClosed) {
            index = itemEnd
            return item
        }
        let start = index
        while index < end {
            let byte = bytes[index]
            if bytes.has("(null)", at: index) {
                index += 6
            } else if isClosed(index) {
                return try item(start..<index)
            } else if byte == Byte.openBracket, let close = bytes[index..<end].firstIndex(of: Byte.closeBracket) {
                index = close + 1
            } else if byte == Byte.quote, index > start {
                var close = index + 1
                while close < end, bytes[close] != Byte.quote || !isClosed(close + 1) { close += 1 }
                guard close < end else { throw UnreadableDescription("a title's closing quote is missing") }
                let title = index + 1..<close
                let name = start..<index
                index = close + 1
                return try item(name, title: title)
            } else {
                index += 1
            }
        }
        throw UnreadableDescription("'\(bytes.text(start..<Swift.min(end, start + 24)))' is not closed")
    }
}

extension DescriptionParser {
    /// Returns whether an address is redacted: `xxxxxx`, `<private>`, `0000`, `----`.
    private static func isMasked(_ name: ArraySlice<UInt8>) -> Bool {
        if name.allSatisfy({ !$0.isLetter && $0 < 0x80 || $0 | 0x20 == UInt8(ascii: "x") }) { return true }
        let words: [StaticString] = ["<private>", "<redacted>", "{addr}", "(address)", "private", "redacted", "addr", "address", "\u{2026}"]
        let lowered = Bytes(name.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 })
        return words.contains { $0.utf8CodeUnitCount == lowered.count && lowered.has($0, at: 0) }
    }
}
