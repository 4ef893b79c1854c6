/// The lines of a text or stream in order, with the escapes of carriers decoded.
struct LogLines {
    struct Line {
        /// The line number, from 1.
        var number: Int
        var bytes: Bytes
    }

    /// The number of bytes at which a line of a stream is cut. The remainder is skipped.
    static let longestLine = 1 << 20

    private var bytes: Bytes
    private var index = 0
    private var number = 0
    /// Returns the next bytes of a stream, or nil at its end. The closure is nil for a text, and after the end of a stream.
    private var more: (() -> Bytes?)?
    /// Whether the current line was cut, so that its remainder is skipped.
    private var isCut = false
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
            if isCut { passRest() }
            while index < bytes.count, bytes[index] == Byte.newline {
                index += 1
                number += 1
            }
            if index < bytes.count { break }
            guard refill() else { return nil }
        }
        let end = endOfLine()
        let line = Bytes(bytes[index..<end])
        index = end
        number += 1
        if !isCut { passBreak() }
        return Line(number: number, bytes: CarrierDamage.unescaped(line))
    }

    /// Returns the end of the line that begins at `index`, reading more of the stream as needed. A line that is too long is cut.
    private mutating func endOfLine() -> Int {
        var seen = 0
        while true {
            if let end = bytes[(index + seen)...].firstIndex(where: { $0 == Byte.newline || $0 == Byte.carriageReturn }) {
                // Only the next piece shows whether a line feed follows.
                if bytes[end] == Byte.carriageReturn, end + 1 == bytes.count {
                    let length = end - index
                    _ = refill()
                    return index + length
                }
                return end
            }
            seen = bytes.count - index
            if more != nil, seen >= LogLines.longestLine {
                isCut = true
                return bytes.count
            }
            if !refill() { return bytes.count }
        }
    }

    /// Skips a line break: LF, CR or both.
    private mutating func passBreak() {
        if bytes.at(index) == Byte.carriageReturn {
            index += 1
            if bytes.at(index) == Byte.newline { index += 1 }
        } else if index < bytes.count {
            index += 1
        }
    }

    private mutating func passRest() {
        while true {
            if let end = bytes[index...].firstIndex(where: { $0 == Byte.newline || $0 == Byte.carriageReturn }) {
                index = end
                break
            }
            index = bytes.count
            if !refill() { break }
        }
        isCut = false
        passBreak()
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
            if isCut { passRest() }
            let place = nextWord()
            // Skips the whole lines before the word. Without a word, the last line may be incomplete and is not skipped.
            let limit = place ?? bytes.count
            let end = bytes[index..<limit].lastIndex(of: Byte.newline).map { $0 + 1 } ?? index
            number += bytes[index..<end].count { $0 == Byte.newline }
            index = end
            if place != nil { return }
            if more != nil, bytes.count - index >= LogLines.longestLine {
                index = bytes.count
                number += 1
                isCut = true
            }
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
