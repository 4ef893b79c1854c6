extension JSONTree {
    /// A number with its original spelling. Two are equal if their values are.
    public struct Number: Sendable, Hashable {
        public let value: JSONNumber
        /// The spelling; nil if the value determines it.
        private let spelling: String?

        public init(_ value: JSONNumber) {
            self.value = value
            spelling = nil
        }

        /// - Parameter spelling: the number's text, if available.
        init(_ value: JSONNumber, spelling: ArraySlice<UInt8>?) {
            self.value = value
            switch value {
            case .double: self.spelling = spelling.map { String(decoding: $0, as: UTF8.self) }
            case .integer, .unsigned: self.spelling = nil
            }
        }

        /// The original spelling, otherwise the shortest one.
        var text: String {
            switch value {
            case .integer(let value): value.description
            case .unsigned(let value): value.description
            case .double(let value): spelling ?? value.description
            }
        }

        public static func == (left: Number, right: Number) -> Bool { left.value == right.value }

        public func hash(into hasher: inout Hasher) { hasher.combine(value) }
    }
}

/// An iterator over the spellings of a JSON text's numbers. The text must have been parsed without error.
struct NumberSpellings {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the spelling of the next number, or nil after the last.
    mutating func next() -> ArraySlice<UInt8>? {
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = place
                while place < bytes.count, NumberSpellings.isOfNumber(bytes[place]) { place += 1 }
                return bytes[start..<place]
            default: place += 1
            }
        }
        return nil
    }

    private mutating func skipString() {
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
        place += 1
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
