internal import ExactArithmetic
internal import LayoutModel

/// An equation as it was read; its names still lie in the text.
struct Equation {
    /// An item's name: where it stands, and whether escapes are to be resolved.
    struct Name {
        var range: Range<Int>
        var isQuoted: Bool

        /// The name's bytes; a backslash stands for what follows it.
        func bytes(in text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            guard isQuoted else { return Array(text[range]) }
            var bytes: [UInt8] = []
            var isEscaped = false
            for byte in text[range] {
                if byte == UInt8(ascii: "\\"), !isEscaped {
                    isEscaped = true
                } else {
                    bytes.append(byte)
                    isEscaped = false
                }
            }
            return bytes
        }
    }

    struct Side {
        var item: Name
        var attribute: LayoutAttribute
    }

    var first: Side
    var relation: LayoutRelation
    var second: Side?
    /// As written: not snapped yet.
    var multiplier = Rational.one
    var constant = Rational.zero
    var priority: Rational?
}
