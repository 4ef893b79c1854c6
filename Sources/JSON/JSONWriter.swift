internal import Glibc

/// A serializer of JSON text: append-only, compact or indented by two spaces. It inserts commas and colons.
///
/// The caller must match each `begin…` with its end and each key with a value; strings are always valid UTF-8.
public struct JSONWriter: ~Copyable {
    private var buffer: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0
    private let isIndented: Bool
    private var depth = 0
    /// Whether a comma is needed before the next value or key.
    private var needsComma = false
    /// Whether the next value belongs to a key that was just written.
    private var isAfterKey = false

    public init(indented: Bool = false, capacity: Int = 0) {
        isIndented = indented
        self.capacity = max(capacity, 256)
        buffer = JSONWriter.memory(self.capacity)
    }

    deinit {
        free(buffer)
    }

    /// The text written so far.
    public var bytes: [UInt8] { Array(UnsafeBufferPointer(start: buffer, count: count)) }

    /// The number of bytes written so far, without those that were taken.
    public var byteCount: Int { count }

    /// Returns the text written since the last call and forgets it, so that a long text can be passed on while it is written. A long text is in
    /// memory only once, and has room for a line end.
    public mutating func take() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count + 1) { target, length in
            guard let start = target.baseAddress else { return }
            length = count
            while count > 0 {
                let part = min(count, JSONWriter.takenPart)
                count -= part
                (start + count).initialize(from: buffer + count, count: part)
                if capacity > JSONWriter.mostTakenCapacity { resize(to: max(count, 256)) }
            }
        }
    }

    /// The capacity that remains when the text is taken.
    private static let mostTakenCapacity = 1 << 20
    /// The length of the parts in which a long text is taken.
    private static let takenPart = 4 << 20

    // MARK: Structure

    public mutating func beginObject() { open(UInt8(ascii: "{")) }
    public mutating func endObject() { close(UInt8(ascii: "}")) }
    public mutating func beginArray() { open(UInt8(ascii: "[")) }
    public mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes a literal key, which must not need escapes.
    public mutating func key(_ word: StaticString) {
        separate()
        reserve(word.utf8CodeUnitCount + 4)
        put(UInt8(ascii: "\""))
        put(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        endKey()
    }

    public mutating func key(text: String) {
        separate()
        append(UInt8(ascii: "\""))
        appendEscaped(text)
        endKey()
    }

    // MARK: Values

    public mutating func string(_ text: String) {
        separate()
        append(UInt8(ascii: "\""))
        appendEscaped(text)
        append(UInt8(ascii: "\""))
        needsComma = true
    }

    public mutating func integer(_ value: Int) {
        separate()
        appendDecimal(value)
        needsComma = true
    }

    /// Writes the number `whole + fraction / 10^digits`, optionally negated; without a decimal point if `digits` is 0.
    public mutating func decimal(isNegative: Bool, whole: UInt64, fraction: UInt64, digits: Int) {
        separate()
        if isNegative { append(UInt8(ascii: "-")) }
        appendDigits(whole)
        if digits > 0 {
            append(UInt8(ascii: "."))
            appendDigits(fraction, atLeast: digits)
        }
        needsComma = true
    }

    /// Writes a number as decimal text, which is not checked.
    public mutating func number(_ decimal: String) {
        separate()
        for byte in decimal.utf8 { append(byte) }
        needsComma = true
    }

    public mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

    public mutating func null() { word("null") }

    /// Writes a value that is serialized JSON, such as a stored document.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        if json.withContiguousStorageIfAvailable({ append($0) }) == nil {
            for byte in json { append(byte) }
        }
        needsComma = true
    }

    // MARK: Parts

    private mutating func word(_ word: StaticString) {
        separate()
        append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        // An empty pair of brackets remains on one line.
        if needsComma { breakLine() }
        append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if needsComma { append(UInt8(ascii: ",")) }
        if depth > 0 { breakLine() }
    }

    private mutating func endKey() {
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
        if isIndented { append(UInt8(ascii: " ")) }
        isAfterKey = true
    }

    private mutating func breakLine() {
        guard isIndented else { return }
        append(UInt8(ascii: "\n"))
        for _ in 0..<2 * max(depth, 0) { append(UInt8(ascii: " ")) }
    }

    private mutating func appendDecimal(_ value: Int) {
        if value < 0 { append(UInt8(ascii: "-")) }
        appendDigits(UInt64(value.magnitude))
    }

    /// Appends the digits of a number, with leading zeros up to `least` digits.
    private mutating func appendDigits(_ value: UInt64, atLeast least: Int = 1) {
        var digits = 1
        var power: UInt64 = 10
        while digits < 20, value >= power {
            digits += 1
            power = digits < 20 ? power * 10 : .max
        }
        digits = max(digits, least)
        reserve(digits)
        var rest = value
        var place = count + digits
        while place > count {
            place -= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
        count += digits
    }

    private mutating func appendEscaped(_ text: String) {
        var text = text
        text.withUTF8 { appendEscaped($0) }
    }

    /// Appends a string; runs of bytes without escapes are copied as a whole.
    private mutating func appendEscaped(_ utf8: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in 0..<utf8.count where JSONWriter.needsEscape(utf8[index]) {
            append(UnsafeBufferPointer(rebasing: utf8[start..<index]))
            start = index + 1
            appendEscape(utf8[index])
        }
        append(UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
    }

    private mutating func appendEscape(_ byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x08: append(UInt8(ascii: "b"))
        case 0x09: append(UInt8(ascii: "t"))
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0C: append(UInt8(ascii: "f"))
        case 0x0D: append(UInt8(ascii: "r"))
        default:
            for byte in "u00".utf8 { append(byte) }
            let digits = Array("0123456789abcdef".utf8)
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }

    // MARK: The buffer

    private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(by: more) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        resize(to: max(2 * capacity, count + more))
    }

    /// Changes the capacity. The system moves a long text without a copy, so it is never in memory twice.
    private mutating func resize(to capacity: Int) {
        buffer = JSONWriter.memory(capacity, insteadOf: buffer)
        self.capacity = capacity
    }

    private static func memory(_ capacity: Int, insteadOf buffer: UnsafeMutablePointer<UInt8>? = nil) -> UnsafeMutablePointer<UInt8> {
        guard let memory = realloc(buffer, capacity) else { fatalError("the system has no more memory") }
        return memory.assumingMemoryBound(to: UInt8.self)
    }

    private mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        put(bytes)
    }

    /// Appends without a check of the capacity.
    private mutating func put(_ byte: UInt8) {
        buffer[count] = byte
        count += 1
    }

    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        (buffer + count).update(from: start, count: bytes.count)
        count += bytes.count
    }
}
