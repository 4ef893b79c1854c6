/// A pattern of paths. `*` and `?` match within a name, and `**` matches any number of folders. A pattern without a slash matches
/// a name at any depth. A pattern that matches a folder matches all files in it. Extensions of files match in any case, as a file is
/// read by its extension in any case.
public struct GlobPattern: Sendable, Hashable {
    /// The maximum length of a pattern in a configuration, in bytes.
    static let mostBytes = 1000
    /// The maximum length of all patterns of a list in a configuration, in bytes. A name may take time in proportion to its length for
    /// each of them.
    static let mostBytesOfList = 32_768

    private enum Part: Sendable, Hashable {
        case anyDepth
        case name(Word)
        case pattern(Word)
    }

    /// A name of a path.
    struct Name {
        fileprivate var word: Word
        /// Whether it is the last one.
        fileprivate var isFile: Bool
    }

    /// A name, or a pattern of names.
    fileprivate struct Word: Sendable, Hashable {
        var units: Units
        /// The same with the extension in lower case, if that is another one.
        var lowered: Units?

        init(_ text: Substring) {
            units = Units(text)
            let bytes = Array(text.utf8)
            guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return }
            let end = bytes[dot...].map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
            if !end.elementsEqual(bytes[dot...]) { lowered = Units(String(decoding: bytes[..<dot] + end, as: UTF8.self)[...]) }
        }
    }

    /// The units of a name or pattern that are compared. Comparing bytes takes a small part of the time that characters take.
    fileprivate struct Units: Sendable, Hashable {
        var characters: [Character]
        /// The bytes of an ASCII text; nil for any other.
        var ascii: [UInt8]?

        init(_ text: Substring) {
            characters = GlobPattern.characters(of: text)
            ascii = text.utf8.allSatisfy { $0 < 0x80 } ? Array(text.utf8) : nil
        }
    }

    private let parts: [Part]

    public init(_ text: String) {
        var text = text[...]
        while text.hasPrefix("./") { text = text.dropFirst(2) }
        let isRooted = text.dropLast(text.hasSuffix("/") ? 1 : 0).contains("/")
        var parts: [Part] = isRooted ? [] : [.anyDepth]
        for word in text.split(separator: "/") {
            if word == "**" {
                // Several of them in a row match what one does.
                if parts.last != .anyDepth { parts.append(.anyDepth) }
            } else {
                parts.append(word.contains { $0 == "*" || $0 == "?" } ? .pattern(Word(word)) : .name(Word(word)))
            }
        }
        self.parts = parts
    }

    /// - Parameter path: the path relative to the pattern's folder.
    public func matches(_ path: String) -> Bool { matches(GlobPattern.names(of: path)) }

    /// Returns the names of a path, to be matched with several patterns.
    static func names(of path: String) -> [Name] {
        let names = path.split(separator: "/").filter { $0 != "." }
        return names.enumerated().map { Name(word: Word($1), isFile: $0 == names.count - 1) }
    }

    /// Returns the characters of a name. A dot is one of its own, although some characters combine with the one after them.
    private static func characters(of name: Substring) -> [Character] {
        name.flatMap { character in
            guard character.unicodeScalars.dropFirst().contains(where: \.isASCII) else { return [character] }
            return character.unicodeScalars.map { Character($0) }
        }
    }

    func matches(_ names: [Name]) -> Bool {
        // A match of a folder on the path matches everything in it. `reached` has the states of a nondeterministic automaton: the
        // indices of the parts that may come next.
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = true
        for name in names {
            expand(&reached)
            var next = [Bool](repeating: false, count: parts.count + 1)
            for (place, part) in parts.enumerated() where reached[place] {
                switch part {
                case .anyDepth: next[place] = true
                case .name(let word): if GlobPattern.matches(name, word, ==) { next[place + 1] = true }
                case .pattern(let word): if GlobPattern.matches(name, word, GlobPattern.matches) { next[place + 1] = true }
                }
            }
            reached = next
            expand(&reached)
            if reached[parts.count] { return true }
        }
        return false
    }

    /// Adds the states after a `**` that matches no folder. At the end of a pattern, `**` needs at least one name.
    private func expand(_ reached: inout [Bool]) {
        for (place, part) in parts.enumerated() where reached[place] && part == .anyDepth { reached[place + 1] = true }
    }

    /// Returns whether a name matches as it is, or with both extensions in lower case.
    private static func matches(_ name: Name, _ part: Word, _ compare: (Units, Units) -> Bool) -> Bool {
        if compare(name.word.units, part.units) { return true }
        guard name.isFile, name.word.lowered != nil || part.lowered != nil else { return false }
        return compare(name.word.lowered ?? name.word.units, part.lowered ?? part.units)
    }

    private static func matches(_ name: Units, _ part: Units) -> Bool {
        if let name = name.ascii, let part = part.ascii {
            return matches(name, part, star: UInt8(ascii: "*"), one: UInt8(ascii: "?"))
        }
        return matches(name.characters, part.characters, star: "*", one: "?")
    }

    /// Returns whether a name matches a part. The time is at most proportional to the product of their lengths.
    ///
    /// - Parameters:
    ///   - star: the unit that matches any number of units.
    ///   - one: the unit that matches one unit.
    private static func matches<Unit: Equatable>(_ name: [Unit], _ part: [Unit], star: Unit, one: Unit) -> Bool {
        var (at, place) = (0, 0)
        var last: (part: Int, name: Int)?
        while at < name.count {
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
