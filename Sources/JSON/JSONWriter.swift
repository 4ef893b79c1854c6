/// Writes JSON text: append-only, compact or indented by two spaces. Commas and colons come by themselves.
///
/// The caller sees to it that each `begin…` has its end and each key its value; strings are always valid UTF-8.
public struct JSONWriter: Sendable {
    /// What was written so far.
    public private(set) var bytes: [UInt8] = []
    private let isIndented: Bool
    private var depth = 0
    /// A comma is due before what comes next.
    private var needsComma = false
    /// A key was just written: what comes next is its value.
    private var isAfterKey = false

    public init(indented: Bool = false, capacity: Int = 0) {
        isIndented = indented
        bytes.reserveCapacity(capacity)
    }

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// A key that is a word of the program, without anything to escape.
    public mutating func key(_ word: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        endKey()
    }

    public mutating func key(text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text)
        endKey()
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(text)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func integer(_ value: Int) {
        separate()
        appendDecimal(value)
        needsComma = true
    }

    /// A number as decimal text, which the caller vouches for.
    public mutating func number(_ decimal: String) {
        separate()
        bytes.append(contentsOf: decimal.utf8)
        needsComma = true
    }

    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    public mutating func null() { word("null") }

    /// A value that is JSON text already, such as a stored document.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    // MARK: Parts

    private mutating func word(_ word: StaticString) {
        separate()
        bytes.append(contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        // After an opening bracket nothing was written: the pair stays on its line.
        if needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
    }

    private mutating func endKey() {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        if isIndented { bytes.append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * max(depth, 0)))
    }

    private mutating func appendDecimal(_ value: Int) {
        if value.magnitude < 10 {
            if value < 0 { bytes.append(UInt8(ascii: "-")) }
            bytes.append(UInt8(ascii: "0") + UInt8(value.magnitude))
        } else {
            bytes.append(contentsOf: String(value).utf8)
        }
    }

    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { appendEscaped($0) }
    }

    /// Copies runs of plain bytes whole.
    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in 0..<utf8.count {
            let byte = utf8[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
            start = index + 1
            appendEscape(byte)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(contentsOf: "u00".utf8)
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}
