/// The start tag of the root element of an XML text.
struct RootElement {
    private(set) var name = ""
    private(set) var attributes: [String: String] = [:]

    /// Returns nil if anything but blanks, comments and processing instructions comes before an element, or if its tag has no end.
    init?(of bytes: [UInt8]) {
        var rest = bytes[...]
        // A byte order mark.
        rest = rest.drop { $0 >= 0x80 }.drop { $0.isSpace }
        while true {
            if rest.starts(with: "<!--".utf8) {
                guard let after = RootElement.after("-->", rest.dropFirst(4)) else { return nil }
                rest = after
            } else if rest.starts(with: "<?".utf8) {
                guard let after = RootElement.after("?>", rest.dropFirst(2)) else { return nil }
                rest = after
            } else {
                break
            }
            rest = rest.drop { $0.isSpace }
        }
        guard rest.first == UInt8(ascii: "<"), rest.dropFirst().first?.isNameStart == true else { return nil }
        rest = rest.dropFirst()
        name = RootElement.word(&rest)
        while true {
            rest = rest.drop { $0.isSpace }
            guard let first = rest.first else { return nil }
            if first == UInt8(ascii: ">") || first == UInt8(ascii: "/") { return }
            let key = RootElement.word(&rest)
            rest = rest.drop { $0.isSpace }
            guard !key.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
            rest = rest.drop { $0.isSpace }
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.firstIndex(of: quote)
            else { return nil }
            // No XML reader takes an attribute twice.
            guard attributes.updateValue(String(decoding: rest[..<end], as: UTF8.self), forKey: key) == nil else { return nil }
            rest = rest[(end + 1)...]
        }
    }

    private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
        let ends: [UInt8] = [UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "'")]
        let word = rest.prefix { !$0.isSpace && !ends.contains($0) }
        rest = rest.dropFirst(word.count)
        return String(decoding: word, as: UTF8.self)
    }

    /// Returns what follows the first occurrence of a word, or nil if it does not occur.
    private static func after(_ word: StaticString, _ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard let last = word.last else { return bytes }
        var place = bytes.startIndex
        while let next = bytes[place...].firstIndex(of: last) {
            if bytes[..<(next + 1)].suffix(word.count).elementsEqual(word), next + 1 - bytes.startIndex >= word.count { return bytes[(next + 1)...] }
            place = next + 1
        }
        return nil
    }
}
