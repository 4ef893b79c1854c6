/// The place where a page ended: 16 hexadecimal digits. It names the last session shown and not a number of sessions, so new ones don't shift it.
struct Cursor {
    let sequence: Int64

    init(sequence: Int64) {
        self.sequence = sequence
    }

    /// - Throws: `malformedCursor` for a text of another form. Any place may be named, also one where no page ended.
    init(text: String) throws(StoreError) {
        let digits = text.utf8
        guard digits.count == 16, digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
            let value = UInt64(text, radix: 16)
        else { throw .malformedCursor(String(text.prefix(64))) }
        sequence = Int64(clamping: value)
    }

    var text: String {
        let digits = String(UInt64(clamping: sequence), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
