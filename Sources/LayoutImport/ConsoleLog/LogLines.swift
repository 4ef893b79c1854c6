/// The lines of a text or stream in order, with the escapes of carriers decoded.
struct LogLines {
    struct Line {
        /// The line number, from 1.
        var number: Int
        var bytes: Bytes
    }

    /// The number of bytes at which a line of a stream is cut. The remainder is read as a further line of the same number.
    static let longestLine = 1 << 20
    /// The number of bytes at the end of a part without a message that are searched again with the next one.
    private static let overlap = 4096

    private var bytes: Bytes
    private var index = 0
    private var number = 0
    /// Returns the next bytes of a stream, or nil at its end. The closure is nil for a text, and after the end of a stream.
    private var more: (() -> Bytes?)?
    /// Lines that were put back, the next one last.
    private var returned: [Line] = []

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// - Parameter more: Returns the next bytes of a stream, in pieces of any size, or nil at its end.
    init(stream more: @escaping () -> Bytes?) {
        bytes = []
        self.more = more
    }

    mutating func next() -> Line? {
        if let line = returned.popLast() { return line }
        // Empty lines have no meaning anywhere in a log.
        while true {
            while index < bytes.count, bytes[index] == Byte.newline {
                index += 1
                number += 1
            }
            if index < bytes.count { break }
            guard refill() else { return nil }
        }
        let (end, isCut) = endOfLine()
        let line = Line(number: number + 1, bytes: CarrierDamage.unescaped(Bytes(bytes[index..<end])))
        index = end
        if !isCut {
            number += 1
            passBreak()
        }
        return line
    }

    /// Returns the end of the line that begins at `index`, reading more of the stream as needed, and whether it is cut since it is too long.
    private mutating func endOfLine() -> (end: Int, isCut: Bool) {
        var seen = 0
        while true {
            if let end = bytes[(index + seen)...].firstIndex(where: { $0 == Byte.newline || $0 == Byte.carriageReturn }) {
                // Only the next piece shows whether a line feed follows.
                if bytes[end] == Byte.carriageReturn, end + 1 == bytes.count {
                    let length = end - index
                    _ = refill()
                    return (index + length, false)
                }
                return (end, false)
            }
            seen = bytes.count - index
            if more != nil, seen >= LogLines.longestLine { return (placeToCut(), true) }
            if !refill() { return (bytes.count, false) }
        }
    }

    /// Returns where to cut a line that is too long, in its last quarter, so that no description is divided: at an escaped line break,
    /// otherwise before a description, otherwise before a sentence of the system that may not be complete, otherwise at a space.
    private func placeToCut() -> Int {
        let tail = bytes[(index + (bytes.count - index) / 4 * 3)...]
        if let place = tail.indices.dropLast().last(where: { tail[$0] == Byte.backslash && tail[$0 + 1] == UInt8(ascii: "n") }) {
            // All backslashes of an escape that is escaped itself.
            let start = bytes[index..<place].lastIndex { $0 != Byte.backslash }.map { $0 + 1 } ?? place
            if start > tail.startIndex { return start }
        }
        if let place = DescriptionFinder.starts(in: Bytes(tail)).last.map({ tail.startIndex + $0 }), place > tail.startIndex {
            // A quote or a bracket that is escaped belongs to the description.
            return tail[max(tail.startIndex, place - LogLines.longestEscape)..<place].lastIndex(of: Byte.space) ?? place
        }
        let end = tail.suffix(LogLines.longestSentence)
        return end.indices.last { bytes.has("Unable ", at: $0) || bytes.has("Will ", at: $0) } ?? tail.lastIndex(of: Byte.space) ?? bytes.count
    }

    /// The maximum length of what precedes a description without a space: a quote and a bracket, both escaped.
    private static let longestEscape = 32
    /// The maximum length of a sentence of the system.
    private static let longestSentence = 128

    /// Skips a line break: LF, CR or both.
    private mutating func passBreak() {
        if bytes.at(index) == Byte.carriageReturn {
            index += 1
            if bytes.at(index) == Byte.newline { index += 1 }
        } else if index < bytes.count {
            index += 1
        }
    }

    /// Reads the next piece of the stream and discards the bytes before `index`. Returns false at the end.
    private mutating func refill() -> Bool {
        guard let piece = more?() else {
            more = nil
            return false
        }
        places = []
        bytes.removeSubrange(..<index)
        bytes += piece
        index = 0
        return true
    }

    private static let words = MessageKind.soughtWords.map(SoughtWord.init)
    /// The index of the next occurrence of each word, or the end of the bytes if there is none. Empty if not computed.
    private var places: [Int] = []

    /// Skips to the next line that may belong to a message. The first line of every message contains one of these words, so other
    /// lines of a long stream are not parsed.
    mutating func passToMessage() {
        guard returned.isEmpty else { return }
        while true {
            let place = nextWord()
            // Skips the whole lines before the word. Without a word, the last line may be incomplete and is not skipped.
            let limit = place ?? bytes.count
            let end = bytes[index..<limit].lastIndex(of: Byte.newline).map { $0 + 1 } ?? index
            number += bytes[index..<end].count { $0 == Byte.newline }
            index = end
            if place != nil { return }
            if more != nil, bytes.count - index >= LogLines.longestLine { index = bytes.count - LogLines.overlap }
            if !refill() { return }
        }
    }

    /// Returns the index of the next word, or nil if there is none. Each word is searched again only if its last occurrence was
    /// passed.
    private mutating func nextWord() -> Int? {
        if places.isEmpty { places = LogLines.words.map { _ in -1 } }
        for (number, word) in LogLines.words.enumerated() where places[number] < index {
            places[number] = word.place(in: bytes, from: index) ?? bytes.count
        }
        return places.min().flatMap { $0 < bytes.count ? $0 : nil }
    }

    /// Puts a line, or the remainder of one, back, so that it is the next one.
    mutating func putBack(_ line: Line) {
        returned.append(line)
    }

    /// Puts lines back, so that they are the next ones, in their order.
    mutating func putBack(_ lines: [Line]) {
        returned += lines.reversed()
    }

    /// Returns a line without the marks of quotes, lists and comments before it: `> `, `// `, `3. `, `12: `, `* `.
    static func withoutDecoration(_ line: Bytes) -> ArraySlice<UInt8> {
        var slice = line[...]
        func skipSigns() {
            while let byte = slice.first,
                byte.isBlank || byte == Byte.greater || byte == UInt8(ascii: "/") || byte == Byte.star || byte == UInt8(ascii: "`")
                    || byte == UInt8(ascii: "#") || byte == Byte.bar && slice.dropFirst().first?.isBlank == true
            {
                slice.removeFirst()
            }
        }
        skipSigns()
        let digits = slice.prefix { $0.isDigit }
        if !digits.isEmpty, digits.count <= 6, digits.endIndex < slice.endIndex {
            let mark = slice[digits.endIndex]
            let isNumber = mark == Byte.colon || mark == Byte.dot || mark == Byte.bar || mark == UInt8(ascii: "\t") || mark == Byte.closeParenthesis
            if isNumber, slice.dropFirst(digits.count + 1).first?.isBlank ?? true { slice = slice[(digits.endIndex + 1)...] }
        }
        skipSigns()
        return slice
    }
}

/// A word to search in long texts by the Horspool algorithm (1980), which skips most bytes.
struct SoughtWord {
    private let word: Bytes
    /// The distance by which the word can be shifted, for each byte under its end.
    private let shifts: [Int]

    init(_ text: StaticString) {
        word = (0..<text.utf8CodeUnitCount).map { text.utf8Start[$0] }
        var shifts = [Int](repeating: word.count, count: 256)
        for (place, byte) in word.enumerated().dropLast() { shifts[Int(byte)] = word.count - 1 - place }
        self.shifts = shifts
    }

    func place(in bytes: Bytes, from start: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var place = start
            while place + word.count <= bytes.count {
                var at = word.count - 1
                while at >= 0, bytes[place + at] == word[at] { at -= 1 }
                if at < 0 { return place }
                place += shifts[Int(bytes[place + word.count - 1])]
            }
            return nil
        }
    }
}
