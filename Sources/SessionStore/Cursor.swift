/// The position after a page of sessions: 16 hexadecimal digits. It identifies the page's last session, so sessions that are
/// created later do not shift the next page, as they would with an offset.
struct Cursor {
    let sequence: Int64

    init(sequence: Int64) {
        self.sequence = sequence
    }

    /// - Throws: `malformedCursor` for a text of another form. Any position is valid, even one at which no page ended.
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

/// The position after a page of findings: a cursor of the time, then a period and the fingerprint, or a tilde and the hexadecimal
/// digits of one that is not UTF-8.
struct FindingCursor {
    let time: Int64
    let fingerprint: [UInt8]

    /// The position before all findings, those with a damaged time included: no fingerprint in UTF-8 is greater.
    static let first = FindingCursor(time: .max, fingerprint: [0xff])

    init(time: Int64, fingerprint: [UInt8]) {
        self.time = time
        self.fingerprint = fingerprint
    }

    /// - Throws: `malformedCursor` for a text of another form.
    init(text: String) throws(StoreError) {
        let (time, rest) = (text.utf8.prefix(16), text.utf8.dropFirst(16))
        guard let place = try? Cursor(text: String(decoding: time, as: UTF8.self)), rest.count > 1 else {
            throw .malformedCursor(String(text.prefix(64)))
        }
        self.time = place.sequence
        let name = Array(rest.dropFirst())
        switch rest.first {
        case UInt8(ascii: "."): fingerprint = name
        case UInt8(ascii: "~"):
            let digits = name.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == name.count, digits.count % 2 == 0 else { throw .malformedCursor(String(text.prefix(64))) }
            fingerprint = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
        default: throw .malformedCursor(String(text.prefix(64)))
        }
    }

    var text: String {
        let time = Cursor(sequence: time).text
        if let name = String(validating: fingerprint, as: UTF8.self) { return "\(time).\(name)" }
        return time + "~" + fingerprint.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
