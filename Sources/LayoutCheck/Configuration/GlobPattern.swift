/// A pattern of paths. `*` and `?` match within a name, and `**` matches any number of folders. A pattern without a slash matches
/// a name at any depth. A pattern that matches a folder matches all files in it. Extensions of files match in any case, as a file is
/// read by its extension in any case.
struct GlobPattern: Sendable, Hashable {
    /// The maximum length of a pattern in a configuration, in bytes.
    static let mostBytes = 1000
    /// The maximum length of all patterns of a list in a configuration, in bytes. A name may take time in proportion to its length for
    /// each of them.
    static let mostBytesOfList = 32_768

    enum Part: Sendable, Hashable {
        case anyDepth
        case name(Word)
        case pattern(Word)
        /// The end of a pattern, which everything matches that is in a folder that matches.
        case end
    }

    /// A name of a path.
    struct Name {
        fileprivate var word: Word
        /// Whether it is the last one.
        fileprivate var isFile: Bool

        init(_ text: Substring, isFile: Bool, _ alphabet: Alphabet) {
            word = Word(text, alphabet.letters)
            self.isFile = isFile
        }
    }

    /// A name, or a pattern of names, as the numbers of its characters.
    struct Word: Sendable, Hashable {
        fileprivate var letters: [UInt32]
        /// The same with the extension in lower case, if that is another one.
        fileprivate var lowered: [UInt32]?

        fileprivate init(_ text: Substring, _ letters: (Substring) -> [UInt32]) {
            self.letters = letters(text)
            let bytes = Array(text.utf8)
            guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return }
            let end = bytes[dot...].map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            if !end.elementsEqual(bytes[dot...]) { lowered = letters(String(decoding: bytes[..<dot] + end, as: UTF8.self)[...]) }
        }
    }

    /// The characters of some patterns with their numbers, so that comparing takes the same time for all of them. ASCII characters have their
    /// own numbers.
    struct Alphabet: Sendable, Hashable {
        private var numbers: [Character: UInt32] = [:]

        /// Adds the characters of a pattern, and returns their numbers.
        fileprivate mutating func adding(_ pattern: Substring) -> [UInt32] {
            if !pattern.utf8.allSatisfy({ $0 < 0x80 }) {
                for character in Alphabet.characters(of: pattern) where numbers[character] == nil {
                    numbers[character] = 0x80 + UInt32(truncatingIfNeeded: numbers.count)
                }
            }
            return letters(pattern)
        }

        /// Returns the numbers of the characters of a name. Those that no pattern has are equal.
        fileprivate func letters(_ name: Substring) -> [UInt32] {
            if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.utf8.map(UInt32.init) }
            return Alphabet.characters(of: name).map { $0.isASCII ? UInt32($0.asciiValue ?? 0) : numbers[$0] ?? .max }
        }

        /// Returns the characters of a name. A dot is one of its own, although some characters combine with the one after them.
        private static func characters(of name: Substring) -> [Character] {
            name.flatMap { character in
                guard character.unicodeScalars.dropFirst().contains(where: \.isASCII) else { return [character] }
                return character.unicodeScalars.map { Character($0) }
            }
        }
    }

    /// The parts, of which the last one is the end; empty if nothing matches.
    let parts: [Part]

    init(_ text: String, _ alphabet: inout Alphabet) {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        let isRooted = text.dropLast(text.hasSuffix("/") ? 1 : 0).contains("/")
        var parts: [Part] = isRooted ? [] : [.anyDepth]
        for word in text.split(separator: "/") {
            if word == "**" {
                // Several of them in a row match what one does.
                if parts.last != .anyDepth { parts.append(.anyDepth) }
            } else {
                let isPattern = word.contains { $0 == "*" || $0 == "?" }
                let word = Word(word) { alphabet.adding($0) }
                parts.append(isPattern ? .pattern(word) : .name(word))
            }
        }
        self.parts = parts.isEmpty ? [] : parts + [.end]
    }

    /// Returns whether a name is that of a part, as it is, or with both extensions in lower case.
    static func isEqual(_ name: Name, _ part: Word, _ steps: inout Int) -> Bool {
        matches(name, part) { name, part in
            guard name.count == part.count else { return false }
            steps += name.count
            return name == part
        }
    }

    /// Returns whether a name matches a part with `*` or `?`, as it is, or with both extensions in lower case.
    static func matches(_ name: Name, _ part: Word, _ steps: inout Int) -> Bool { matches(name, part) { matches($0, $1, &steps) } }

    private static func matches(_ name: Name, _ part: Word, _ compare: ([UInt32], [UInt32]) -> Bool) -> Bool {
        if compare(name.word.letters, part.letters) { return true }
        guard name.isFile, name.word.lowered != nil || part.lowered != nil else { return false }
        return compare(name.word.lowered ?? name.word.letters, part.lowered ?? part.letters)
    }

    private static let star = UInt32(UInt8(ascii: "*"))
    private static let one = UInt32(UInt8(ascii: "?"))

    /// Returns whether a name matches a part. The time is at most proportional to the product of their lengths.
    private static func matches(_ name: [UInt32], _ part: [UInt32], _ steps: inout Int) -> Bool {
        var (at, place) = (0, 0)
        var last: (part: Int, name: Int)?
        while at < name.count {
            steps += 1
            if place < part.count, part[place] == star {
                last = (place, at)
                place += 1
            } else if place < part.count, part[place] == one || part[place] == name[at] {
                (at, place) = (at + 1, place + 1)
            } else if let start = last {
                last = (start.part, start.name + 1)
                (at, place) = (start.name + 1, start.part + 1)
            } else {
                return false
            }
        }
        return part[place...].allSatisfy { $0 == star }
    }
}
