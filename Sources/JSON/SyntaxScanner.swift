/// A slow scanner that finds the first error in a text that the parser rejected, for its message and position.
struct SyntaxScanner {
    let bytes: [UInt8]
    let depthLimit: Int
    var at = 0

    init(_ bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    /// The tokens that may come next.
    private enum Expectation {
        case value, firstElementOrEnd, firstKeyOrEnd, key, colon, commaOrEnd
    }

    mutating func firstOffence() -> JSONError? {
        do throws(JSONError) {
            try checkEncoding()
            try scan()
            return nil
        } catch {
            return error
        }
    }

    func error(_ message: String, _ reason: JSONError.Reason = .syntax, at offset: Int? = nil) -> JSONError {
        JSONError(reason, message, offset: offset ?? at, in: bytes)
    }

    private mutating func scan() throws(JSONError) {
        // `true` for an object, false for an array.
        var open: [Bool] = []
        var expectation = Expectation.value
        while true {
            skipWhitespace()
            guard at < bytes.count else {
                if open.isEmpty, expectation == .commaOrEnd { return }
                throw error(
                    bytes.allSatisfy(SyntaxScanner.isWhitespace)
                        ? "the text is empty" : "the text ends too early: expected \(words(expectation, open))")
            }
            let byte = bytes[at]
            switch (expectation, byte) {
            case (.commaOrEnd, _) where open.isEmpty:
                throw error("expected the end of the text, found \(found)")
            case (.colon, UInt8(ascii: ":")):
                at += 1
                expectation = .value
            case (.commaOrEnd, UInt8(ascii: ",")):
                at += 1
                expectation = open.last == true ? .key : .value
                skipWhitespace()
                if at < bytes.count, bytes[at] == UInt8(ascii: "}") || bytes[at] == UInt8(ascii: "]") {
                    throw error("a comma before \(found) is not allowed")
                }
            case (.commaOrEnd, UInt8(ascii: "}")) where open.last == true, (.commaOrEnd, UInt8(ascii: "]")) where open.last == false,
                (.firstKeyOrEnd, UInt8(ascii: "}")), (.firstElementOrEnd, UInt8(ascii: "]")):
                at += 1
                open.removeLast()
                expectation = .commaOrEnd
            case (.key, UInt8(ascii: "\"")), (.firstKeyOrEnd, UInt8(ascii: "\"")):
                try scanString()
                expectation = .colon
            case (.value, UInt8(ascii: "{")), (.value, UInt8(ascii: "[")), (.firstElementOrEnd, UInt8(ascii: "{")),
                (.firstElementOrEnd, UInt8(ascii: "[")):
                if open.count >= depthLimit { throw error("the JSON is nested deeper than \(depthLimit) levels", .tooDeep) }
                at += 1
                open.append(byte == UInt8(ascii: "{"))
                expectation = byte == UInt8(ascii: "{") ? .firstKeyOrEnd : .firstElementOrEnd
            case (.value, _), (.firstElementOrEnd, _):
                try scanScalar(expected: words(expectation, open))
                expectation = .commaOrEnd
            default:
                throw error("expected \(words(expectation, open)), found \(found)")
            }
        }
    }

    private func words(_ expectation: Expectation, _ open: [Bool]) -> String {
        switch expectation {
        case .value: "a value"
        case .firstElementOrEnd: "a value or ']'"
        case .firstKeyOrEnd: "a key in quotes or '}'"
        case .key: "a key in quotes"
        case .colon: "':'"
        case .commaOrEnd: open.last == true ? "',' or '}'" : "',' or ']'"
        }
    }

    /// The text at the present offset, in words.
    var found: String {
        guard at < bytes.count else { return "the end of the text" }
        let byte = bytes[at]
        if byte < 0x20 || byte == 0x7F { return "the control character U+\(SyntaxScanner.hexadecimal(UInt32(byte)))" }
        let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        return "'" + String(decoding: bytes[at..<min(at + width, bytes.count)], as: UTF8.self) + "'"
    }

    static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private mutating func skipWhitespace() {
        while at < bytes.count, SyntaxScanner.isWhitespace(bytes[at]) { at += 1 }
    }
}
