/// A number: an integer if it is written with neither fraction nor exponent, otherwise a finite double.
public enum JSONNumber: Sendable, Hashable {
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    case double(Double)

    /// The nearest double.
    public var double: Double {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .double(let value): value
        }
    }

    /// The value if it is written as an integer and fits in `Int`, otherwise nil.
    public var integer: Int? {
        if case .integer(let value) = self { return Int(value) }
        return nil
    }
}

/// A value of a `JSONDocument`, read in place. It is valid only as long as the document lends it.
///
/// Layout: simdjson's tape, one 64-bit word for each element with its type in the highest byte.
public struct JSONValue {
    public enum Kind: UInt8, Sendable, Hashable {
        case null = 0x6E  // n
        case yes = 0x74  // t
        case no = 0x66  // f
        case integer = 0x6C  // l
        case unsigned = 0x75  // u
        case double = 0x64  // d
        case string = 0x22  // "
        case array = 0x5B  // [
        case object = 0x7B  // {

        /// The kind in words, with its article: `a number`.
        public var name: String {
            switch self {
            case .null: "null"
            case .yes, .no: "a boolean"
            case .integer, .unsigned, .double: "a number"
            case .string: "a string"
            case .array: "an array"
            case .object: "an object"
            }
        }
    }

    @usableFromInline let tape: UnsafePointer<UInt64>
    @usableFromInline let strings: UnsafePointer<UInt8>
    /// The index on the tape, which is the same for equal texts.
    @usableFromInline let index: Int

    @inlinable
    init(tape: UnsafePointer<UInt64>, strings: UnsafePointer<UInt8>, index: Int) {
        self.tape = tape
        self.strings = strings
        self.index = index
    }

    @inlinable var tag: UInt8 { UInt8(truncatingIfNeeded: tape[index] >> 56) }
    @inlinable var payload: Int { Int(tape[index] & 0x00FF_FFFF_FFFF_FFFF) }

    /// The index of the element after this one on the tape.
    @inlinable var end: Int {
        switch tag {
        case Kind.object.rawValue, Kind.array.rawValue: payload & 0xFFFF_FFFF
        case Kind.integer.rawValue, Kind.unsigned.rawValue, Kind.double.rawValue: index + 2
        default: index + 1
        }
    }

    @inlinable public var kind: Kind { Kind(rawValue: tag) ?? .null }

    @inlinable public var isNull: Bool { tag == Kind.null.rawValue }

    @inlinable public var bool: Bool? {
        switch tag {
        case Kind.yes.rawValue: true
        case Kind.no.rawValue: false
        default: nil
        }
    }

    @inlinable public var number: JSONNumber? {
        switch tag {
        case Kind.integer.rawValue: .integer(Int64(bitPattern: tape[index + 1]))
        case Kind.unsigned.rawValue: .unsigned(tape[index + 1])
        case Kind.double.rawValue: .double(Double(bitPattern: tape[index + 1]))
        default: nil
        }
    }

    /// The number if it is written as an integer and fits in `Int`, otherwise nil.
    @inlinable public var integer: Int? {
        tag == Kind.integer.rawValue ? Int(Int64(bitPattern: tape[index + 1])) : nil
    }

    /// The bytes of a string: valid UTF-8, with escapes resolved.
    @inlinable public var utf8: UnsafeBufferPointer<UInt8>? {
        guard tag == Kind.string.rawValue else { return nil }
        let start = strings + payload
        let count = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
        return UnsafeBufferPointer(start: start + 4, count: Int(count))
    }

    /// Returns the first eight bytes of the string at an index on the tape, padded with 0.
    ///
    /// simdjson pads its buffer by more than eight bytes, so eight bytes may be read at the end of any string.
    @inlinable
    func head(at index: Int) -> UInt64 {
        let start = UnsafeRawPointer(strings + Int(tape[index] & 0x00FF_FFFF_FFFF_FFFF))
        let count = start.loadUnaligned(as: UInt32.self)
        let bytes = UInt64(littleEndian: (start + 4).loadUnaligned(as: UInt64.self))
        return count >= 8 ? bytes : bytes & (1 << UInt64(8 * count) - 1)
    }

    @inlinable public var string: String? {
        utf8.map { String(decoding: $0, as: UTF8.self) }
    }
}
