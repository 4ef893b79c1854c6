extension JSONTree {
    /// A number, and how it was spelled where it was read. Two are equal whose values are.
    public struct Number: Sendable, Hashable {
        public let value: JSONNumber
        /// Nil where the value says it all.
        private let spelling: String?

        public init(_ value: JSONNumber) {
            self.value = value
            spelling = nil
        }

        /// - Parameter spelling: the number's text, where it is at hand.
        init(_ value: JSONNumber, spelling: ArraySlice<UInt8>?) {
            self.value = value
            switch value {
            case .double: self.spelling = spelling.map { String(decoding: $0, as: UTF8.self) }
            case .integer, .unsigned: self.spelling = nil
            }
        }

        /// As it was spelled, else as short as it can be.
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

/// The texts of a JSON text's numbers, one after the other. The text was read without error.
struct NumberSpellings {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next one; nil after the last.
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
