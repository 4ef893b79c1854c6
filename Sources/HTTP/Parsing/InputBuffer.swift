/// A buffer of received bytes that are not consumed yet.
struct InputBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// The end of the consumed bytes.
    private(set) var position = 0
    private var scanner = LineScanner()

    var count: Int { bytes.count - position }

    /// The bytes that are not consumed.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func feed(_ more: some Collection<UInt8>) {
        if position > 0 {
            bytes.removeSubrange(..<position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Consumes and returns up to `limit` bytes.
    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = position + min(limit, count)
        defer { position = end }
        return bytes[position..<end]
    }

    /// Searches for the end of the next line, without consuming it.
    mutating func scanLine(limit: Int) -> LineScanner.Outcome {
        scanner.scan(bytes, from: position, limit: limit)
    }

    /// Consumes a line that ``scanLine(limit:)`` found, including its CRLF, and returns its bytes.
    mutating func takeLine(length: Int) -> ArraySlice<UInt8> {
        defer { position += length + 2 }
        return bytes[position..<position + length]
    }

    /// Releases the memory if everything is consumed, so that an idle connection holds none.
    mutating func releaseIfEmpty() {
        guard count == 0 else { return }
        bytes = []
        position = 0
    }

    mutating func clear() {
        self = InputBuffer()
    }
}
