/// A decoder of the chunked coding (RFC 9112 section 7.1). Extensions and trailers are validated and dropped.
struct ChunkedDecoder: Sendable {
    private enum State {
        case size
        case data(remaining: Int)
        case dataEnd
        case trailers
    }

    private var state = State.size
    private var extensionBytes = 0
    private var trailers = FieldSection()

    /// Decodes buffered input. Returns true after the empty line that follows the last chunk and the trailers.
    mutating func read(_ input: inout InputBuffer, into body: inout [UInt8], limits: RequestLimits) throws(RequestError) -> Bool {
        while true {
            switch state {
            case .size:
                guard let size = try readSize(&input, limits: limits) else { return false }
                guard size <= limits.bodyBytes - body.count else { throw .bodyTooLarge(limit: limits.bodyBytes) }
                state = size == 0 ? .trailers : .data(remaining: size)
            case .data(let remaining):
                let taken = input.take(upTo: remaining)
                body.append(contentsOf: taken)
                guard taken.count == remaining else {
                    state = .data(remaining: remaining - taken.count)
                    return false
                }
                state = .dataEnd
            case .dataEnd:
                // Exactly CRLF: with any other two bytes, another parser might find a different end of the data.
                let end = input.rest.prefix(2)
                guard end.elementsEqual([ASCII.carriageReturn, ASCII.lineFeed].prefix(end.count)) else {
                    throw .chunk("The data of a chunk does not end with CRLF.")
                }
                guard end.count == 2 else { return false }
                _ = input.take(upTo: 2)
                state = .size
            case .trailers:
                return try trailers.read(&input, limits: limits)
            }
        }
    }

    private mutating func readSize(_ input: inout InputBuffer, limits: RequestLimits) throws(RequestError) -> Int? {
        switch input.scanLine(limit: limits.chunkLineBytes) {
        case .incomplete: return nil
        case .badByte: throw .chunk("The size line of a chunk contains a control character, or a line feed without a carriage return.")
        case .tooLong: throw .chunk("A chunk size line is longer than \(limits.chunkLineBytes) bytes.")
        case .line(let length):
            let line = input.takeLine(length: length)
            let digits = line.prefix { ASCII.hexValue($0) != nil }
            // Sixteen digits fit in 64 bits; more of them, even zeros, are useless.
            guard (1...16).contains(digits.count) else { throw .chunk("The size of a chunk must be 1 to 16 hexadecimal digits.") }
            let size = digits.reduce(UInt64(0)) { $0 << 4 | UInt64(ASCII.hexValue($1) ?? 0) }
            let extensions = line[digits.endIndex...]
            guard areChunkExtensions(extensions) else { throw .chunk("A chunk extension is malformed.") }
            extensionBytes += extensions.count
            guard extensionBytes <= limits.chunkExtensionBytes else {
                throw .chunk("The chunk extensions have more than \(limits.chunkExtensionBytes) bytes in total.")
            }
            guard let size = Int(exactly: size) else { throw .bodyTooLarge(limit: limits.bodyBytes) }
            return size
        }
    }
}

/// Returns whether the bytes are `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`.
private func areChunkExtensions(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    func skipSpace() {
        rest = rest.drop { $0 == ASCII.space || $0 == ASCII.tab }
    }
    func takeToken() -> Bool {
        let length = rest.prefix(while: ASCII.isTokenByte).count
        rest = rest.dropFirst(length)
        return length > 0
    }
    func takeQuoted() -> Bool {
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == ASCII.quote { return true }
            if byte == ASCII.backslash, rest.popFirst() == nil { return false }
        }
        return false
    }
    while !rest.isEmpty {
        skipSpace()
        guard rest.popFirst() == ASCII.semicolon else { return false }
        skipSpace()
        guard takeToken() else { return false }
        let afterName = rest
        skipSpace()
        guard rest.first == ASCII.equals else {
            rest = afterName
            continue
        }
        rest = rest.dropFirst()
        skipSpace()
        guard rest.first == ASCII.quote ? takeQuoted() : takeToken() else { return false }
    }
    return true
}
