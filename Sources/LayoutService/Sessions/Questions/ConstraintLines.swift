/// A document with each constraint on a line of its own: the same JSON, so that a client that needs few of many thousand
/// constraints can leave the others unparsed. There are no other line feeds, since strings contain them only escaped.
enum ConstraintLines {
    /// - Parameter document: a JSON object without insignificant white space, such as a canonical document. Anything else is
    ///   returned unchanged.
    static func broken(_ document: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(document.count + document.count / 64 + 16)
        var scan = Scan()
        document.withUnsafeBufferPointer { bytes in
            // The start of the bytes not copied yet.
            var begin = 0
            for place in bytes.indices {
                guard let isAfter = scan.breaksLine(at: bytes[place]) else { continue }
                let end = isAfter ? place + 1 : place
                result += bytes[begin..<end]
                result.append(UInt8(ascii: "\n"))
                begin = end
            }
            result += bytes[begin...]
        }
        return result
    }

    /// The state of the scan.
    private struct Scan {
        private var depth = 0
        private var isInString = false
        private var isEscaped = false
        private var isInConstraints = false
        /// The number of matched bytes of the key `"constraints":` at the object's own level.
        private var matched = 0
        private static let key: StaticString = "\"constraints\":["

        /// Returns whether a line ends after this byte (true) or before it (false), or nil if none does.
        mutating func breaksLine(at byte: UInt8) -> Bool? {
            if isInString {
                note(byte)
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                return nil
            }
            switch byte {
            case UInt8(ascii: "\""):
                matched = 0
                note(byte)
                isInString = true
            case UInt8(ascii: ":"):
                note(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                note(byte)
                depth += 1
                if matched == Scan.key.utf8CodeUnitCount {
                    (isInConstraints, matched) = (true, 0)
                    return true
                }
                matched = 0
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if isInConstraints, depth == 1 {
                    isInConstraints = false
                    return false
                }
            case UInt8(ascii: ","):
                if isInConstraints, depth == 2 { return true }
            default: break
            }
            return nil
        }

        private mutating func note(_ byte: UInt8) {
            guard depth == 1, matched < Scan.key.utf8CodeUnitCount else { return }
            matched = Scan.key.utf8Start[matched] == byte ? matched + 1 : 0
        }
    }
}
