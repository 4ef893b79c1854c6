/// A parser of field lines up to the empty line: a header section, or the trailers of a chunked body (RFC 9112 section 5).
struct FieldSection: Sendable {
    private var fields = HTTPFields()
    private var byteCount = 0

    /// Returns the parsed fields and resets the parser for the next section.
    mutating func take() -> HTTPFields {
        defer { self = FieldSection() }
        return fields
    }

    /// Parses buffered input. Returns true after the empty line.
    mutating func read(_ input: inout InputBuffer, limits: RequestLimits) throws(RequestError) -> Bool {
        while true {
            switch input.scanLine(limit: limits.headerSectionBytes - byteCount - 2) {
            case .incomplete: return false
            case .badByte: throw .field("A header field contains a control character, or a line feed without a carriage return.")
            case .tooLong: throw .fieldsTooLarge(limit: limits.headerSectionBytes)
            case .line(length: 0):
                _ = input.takeLine(length: 0)
                return true
            case .line(let length):
                guard fields.count < limits.fieldCount else { throw .tooManyFields(limit: limits.fieldCount) }
                byteCount += length + 2
                try add(input.takeLine(length: length))
            }
        }
    }

    private mutating func add(_ line: ArraySlice<UInt8>) throws(RequestError) {
        // A folded line continues the previous value for one parser and begins a new field for another.
        if line.first == ASCII.space || line.first == ASCII.tab {
            throw .field("A header line begins with white space; folded lines are not supported.")
        }
        guard let colon = line.firstIndex(of: ASCII.colon) else { throw .field("A header line has no colon.") }
        let name = line[..<colon]
        // White space before the colon is not a token byte either.
        guard !name.isEmpty, name.allSatisfy(ASCII.isTokenByte) else {
            throw .field("A header field's name contains a character that is not allowed there.")
        }
        let value = Substring(decoding: line[(colon + 1)...], as: UTF8.self).trimmingOptionalWhitespace()
        fields.append(String(decoding: name, as: UTF8.self), String(value))
    }
}
