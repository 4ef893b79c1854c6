/// The lines of a text or stream, one after the other, the carriers' escapes undone.
struct LogLines {
    struct Line {
        /// From 1.
        var number: Int
        var bytes: Bytes
    }

    /// What goes beyond in a line of a stream is passed over.
    static let longestLine = 1 << 20

    private var bytes: Bytes
    private var index = 0
    private var number = 0
    /// What follows, nil at the end; nil itself once that was reached.
    private var more: (() -> Bytes?)?
    /// The line that goes on was cut: its rest is passed over.
    private var isCut = false
    /// Lines that were put back, the next one last.
    private var returned: [Line] = []

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// - Parameter more: The next bytes of a stream, in pieces of any size; nil at its end.
    init(stream more: @escaping () -> Bytes?) {
        bytes = []
        self.more = more
    }

    mutating func next() -> Line? {
        if let line = returned.popLast() { return line }
        // Empty lines mean nothing anywhere in a log.
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

    /// Where the line that begins at `index` ends, after all of it has been read, or as much as is taken of it.
    private mutating func endOfLine() -> Int {
        var seen = 0
        while true {
            if let end = bytes[(index + seen)...].firstIndex(where: { $0 == Byte.newline || $0 == Byte.carriageReturn }) {
                // Whether a line feed follows shows in the next piece.
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

    /// Over the line's end, be it LF, CR or both.
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

    /// Takes the next piece of the stream, what has been read thrown away; false at the end.
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
    /// The next place of each word in the bytes, those that begin nowhere at their end; empty if they are not known.
    private var places: [Int] = []

    /// Goes on to the next line that may belong to a message: every one that begins something has one of these words. Other lines of a long
    /// stream need not be looked at.
    mutating func passToMessage() {
        guard returned.isEmpty else { return }
        while true {
            if isCut { passRest() }
            let place = nextWord()
            // Whole lines before the word, or, without it, before the line that may not have been read to its end.
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

    /// Where the next of the words begins. Each word is sought again only when its last place was passed.
    private mutating func nextWord() -> Int? {
        if places.isEmpty { places = LogLines.words.map { _ in -1 } }
        for (number, word) in LogLines.words.enumerated() where places[number] < index {
            places[number] = word.place(in: bytes, from: index) ?? bytes.count
        }
        return places.min().flatMap { $0 < bytes.count ? $0 : nil }
    }

    /// Makes a line, or what is left of it, the next one again.
    mutating func putBack(_ line: Line) {
        returned.append(line)
    }

    /// Makes lines the next ones again, in their order.
    mutating func putBack(_ lines: [Line]) {
        returned += lines.reversed()
    }

    /// A line without what quoting, listing and commenting put before it: `> `, `// `, `3. `, `12: `, `* `.
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

/// A word that is sought in much text (Horspool 1980): most bytes are never looked at.
struct SoughtWord {
    private let word: Bytes
    /// How far the word may be moved on, by the byte under its end.
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
