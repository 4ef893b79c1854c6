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

        init(_ text: Substring, isFile: Bool) {
            word = Word(text)
            self.isFile = isFile
        }
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
    public func matches(_ path: String) -> Bool {
        var state = start
        var steps = 0
        for name in GlobPattern.names(of: path) { state = next(after: state, name, &steps) }
        return isMatch(state)
    }

    /// Returns the names of a path.
    static func names(of path: String) -> [Name] {
        let names = path.split(separator: "/").filter { $0 != "." }
        return names.enumerated().map { Name($1, isFile: $0 == names.count - 1) }
    }

    /// Returns the characters of a name. A dot is one of its own, although some characters combine with the one after them.
    private static func characters(of name: Substring) -> [Character] {
        name.flatMap { character in
            guard character.unicodeScalars.dropFirst().contains(where: \.isASCII) else { return [character] }
            return character.unicodeScalars.map { Character($0) }
        }
    }

    /// The states of a nondeterministic automaton that some first names of a path lead to: the indices of the parts that may come next.
    /// A match of a folder on the path matches everything in it.
    struct State {
        fileprivate var reached: [Bool]
    }

    /// The state before the first name.
    var start: State {
        var reached = [Bool](repeating: false, count: parts.count + 1)
        reached[0] = !parts.isEmpty
        return State(reached: reached)
    }

    func isMatch(_ state: State) -> Bool { state.reached[parts.count] }

    /// Returns the state after another name.
    ///
    /// - Parameter steps: the number of comparisons so far, each of the time that two bytes take.
    func next(after state: State, _ name: Name, _ steps: inout Int) -> State {
        if isMatch(state) { return state }
        var reached = state.reached
        expand(&reached)
        var next = [Bool](repeating: false, count: parts.count + 1)
        steps += parts.count
        for (place, part) in parts.enumerated() where reached[place] {
            switch part {
            case .anyDepth: next[place] = true
            case .name(let word): if GlobPattern.matches(name, word, &steps, GlobPattern.isEqual) { next[place + 1] = true }
            case .pattern(let word): if GlobPattern.matches(name, word, &steps, GlobPattern.matches) { next[place + 1] = true }
            }
        }
        expand(&next)
        return State(reached: next)
    }

    /// Adds the states after a `**` that matches no folder. At the end of a pattern, `**` needs at least one name.
    private func expand(_ reached: inout [Bool]) {
        for (place, part) in parts.enumerated() where reached[place] && part == .anyDepth { reached[place + 1] = true }
    }

    /// Returns whether a name matches as it is, or with both extensions in lower case.
    private static func matches(_ name: Name, _ part: Word, _ steps: inout Int, _ compare: (inout Int, Units, Units) -> Bool) -> Bool {
        if compare(&steps, name.word.units, part.units) { return true }
        guard name.isFile, name.word.lowered != nil || part.lowered != nil else { return false }
        return compare(&steps, name.word.lowered ?? name.word.units, part.lowered ?? part.units)
    }

    /// The number of comparisons of bytes that take the time of one of characters.
    private static let stepsOfCharacter = 16

    private static func isEqual(_ steps: inout Int, _ name: Units, _ part: Units) -> Bool {
        guard name.characters.count == part.characters.count else { return false }
        steps += name.characters.count * (name.ascii == nil ? stepsOfCharacter : 1)
        if let name = name.ascii, let part = part.ascii { return name == part }
        return name.ascii == nil && part.ascii == nil && name.characters == part.characters
    }

    private static func matches(_ steps: inout Int, _ name: Units, _ part: Units) -> Bool {
        var count = 0
        if let name = name.ascii, let part = part.ascii {
            defer { steps += count }
            return matches(name, part, star: UInt8(ascii: "*"), one: UInt8(ascii: "?"), &count)
        }
        defer { steps += count * stepsOfCharacter }
        return matches(name.characters, part.characters, star: "*", one: "?", &count)
    }

    /// Returns whether a name matches a part. The time is at most proportional to the product of their lengths.
    ///
    /// - Parameters:
    ///   - star: the unit that matches any number of units.
    ///   - one: the unit that matches one unit.
    ///   - count: the number of comparisons so far.
    private static func matches<Unit: Equatable>(_ name: [Unit], _ part: [Unit], star: Unit, one: Unit, _ count: inout Int) -> Bool {
        var (at, place) = (0, 0)
        var last: (part: Int, name: Int)?
        while at < name.count {
            count += 1
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

/// The matching of paths with the patterns of configurations. The folders of the last path are remembered, so that each name of a tree is
/// compared once, if the paths are in order.
public struct PathMatcher {
    /// The number of comparisons that all files of a run may take, which is seconds. A checkout may have very many files and patterns.
    private let mostSteps: Int

    private var steps = 0
    private var patterns: [GlobPattern] = []
    /// The folders of the last path, each with the states of the patterns after it.
    private var folders: [(name: Substring, states: [GlobPattern.State])] = []

    public init(mostSteps: Int = 4_000_000_000) {
        self.mostSteps = mostSteps
    }

    /// Whether all comparisons are spent, so that the last answers may be wrong.
    public var isSpent: Bool { steps > mostSteps }

    /// Returns which patterns match a path that is relative to their folder.
    mutating func matches(_ path: String, _ patterns: [GlobPattern]) -> [Bool] {
        if patterns != self.patterns { (self.patterns, folders) = (patterns, []) }
        if isSpent { return patterns.map { _ in false } }
        let names = path.split(separator: "/").filter { $0 != "." }
        let known = zip(folders, names.dropLast()).prefix { $0.name.utf8.elementsEqual($1.utf8) }.count
        folders.removeSubrange(known...)
        for name in names.dropLast().dropFirst(known) { folders.append((name, next(name, isFile: false))) }
        return zip(patterns, next(names.last ?? "", isFile: true)).map { $0.isMatch($1) }
    }

    /// Returns the states after the folders and another name.
    private mutating func next(_ name: Substring, isFile: Bool) -> [GlobPattern.State] {
        let states = folders.last?.states ?? patterns.map(\.start)
        if name.isEmpty { return states }
        let name = GlobPattern.Name(name, isFile: isFile)
        return zip(patterns, states).map { $0.next(after: $1, name, &steps) }
    }
}
