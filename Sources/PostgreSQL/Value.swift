/// A parameter of a statement.
public enum Value: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
    case integers([Int64])
    case texts([String?])
    /// Numbers of 16 bytes each.
    case uuids([[UInt8]])
}

extension Value {
    /// The object ids of the types, from the server's catalog, where they never change.
    enum TypeID {
        static let boolean: UInt32 = 16
        static let bytes: UInt32 = 17
        static let name: UInt32 = 19
        static let integer8: UInt32 = 20
        static let integer2: UInt32 = 21
        static let integer4: UInt32 = 23
        static let text: UInt32 = 25
        static let varchar: UInt32 = 1043
        static let uuid: UInt32 = 2950
        static let texts: UInt32 = 1009
        static let integers: UInt32 = 1016
        static let uuids: UInt32 = 2951
    }

    /// The object id of the type; 0 lets the server infer it.
    var type: UInt32 {
        switch self {
        case .null: 0
        case .boolean: TypeID.boolean
        case .integer: TypeID.integer8
        case .text: TypeID.text
        case .bytes: TypeID.bytes
        case .integers: TypeID.integers
        case .texts: TypeID.texts
        case .uuids: TypeID.uuids
        }
    }

    /// Appends the value in the server's binary format.
    func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: break
        case .boolean(let value): bytes.append(value ? 1 : 0)
        case .integer(let number): Value.append(number, to: &bytes)
        case .text(let text): bytes += StoredText.encoded(text)
        case .bytes(let value): bytes += value
        case .integers(let list):
            Value.append(list, of: TypeID.integer8, to: &bytes) { number, bytes in
                Value.append(Int32(8), to: &bytes)
                Value.append(number, to: &bytes)
            }
        case .texts(let list):
            Value.append(list, of: TypeID.text, to: &bytes) { text, bytes in
                guard let text else { return Value.append(Int32(-1), to: &bytes) }
                let encoded = StoredText.encoded(text)
                Value.append(Int32(clamping: encoded.count), to: &bytes)
                bytes += encoded
            }
        case .uuids(let list):
            Value.append(list, of: TypeID.uuid, to: &bytes) { number, bytes in
                Value.append(Int32(clamping: number.count), to: &bytes)
                bytes += number
            }
        }
    }

    /// Appends an array of one dimension: its header, then the elements with their lengths.
    private static func append<Element>(
        _ list: [Element], of type: UInt32, to bytes: inout [UInt8], _ element: (Element, inout [UInt8]) -> Void
    ) {
        append(Int32(list.isEmpty ? 0 : 1), to: &bytes)
        append(Int32(1), to: &bytes)
        append(Int32(bitPattern: type), to: &bytes)
        guard !list.isEmpty else { return }
        append(Int32(clamping: list.count), to: &bytes)
        append(Int32(1), to: &bytes)
        for value in list { element(value, &bytes) }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
    }
}

/// Text in a form that PostgreSQL can store: its texts cannot contain U+0000. It becomes U+10FFFF, which is no character, and a 0;
/// U+10FFFF itself is doubled.
enum StoredText {
    private static let mark = Array("\u{10FFFF}".utf8)

    static func encoded(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        // F4 begins only characters of plane 16.
        guard bytes.contains(0) || bytes.contains(0xF4) else { return bytes }
        var encoded: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0: encoded += mark + [UInt8(ascii: "0")]
            case 0x10FFFF: encoded += mark + mark
            default: encoded += UTF8.encode(scalar).map(Array.init) ?? []
            }
        }
        return encoded
    }

    static func decoded(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.contains(0xF4) else { return text }
        var decoded = String.UnicodeScalarView()
        var isMarked = false
        for scalar in text.unicodeScalars {
            if isMarked {
                decoded.append(scalar == "0" ? "\0" : scalar)
                isMarked = false
            } else if scalar.value == 0x10FFFF {
                isMarked = true
            } else {
                decoded.append(scalar)
            }
        }
        return String(decoded)
    }
}
