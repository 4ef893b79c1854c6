/// The bytes that came in and are not consumed yet.
struct InputBuffer: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Everything before it is consumed.
    private(set) var position = 0
    private var scanner = LineScanner()

    var count: Int { bytes.count - position }

    /// What is there and not consumed.
    var rest: ArraySlice<UInt8> { bytes[position...] }

    mutating func feed(_ more: some Collection<UInt8>) {
        if position > 0 {
            bytes.removeSubrange(..<position)
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Takes up to `limit` bytes.
    mutating func take(upTo limit: Int) -> ArraySlice<UInt8> {
        let end = position + min(limit, count)
        defer { position = end }
        return bytes[position..<end]
    }

    /// Looks for the end of the line that begins here, without consuming it.
    mutating func scanLine(limit: Int) -> LineScanner.Outcome {
        scanner.scan(bytes, from: position, limit: limit)
    }

    /// Consumes a line that ``scanLine(limit:)`` found, its CRLF too, and gives its bytes.
    mutating func takeLine(length: Int) -> ArraySlice<UInt8> {
        defer { position += length + 2 }
        return bytes[position..<position + length]
    }

    /// Gives the memory back where nothing is left to consume; an idle connection holds none.
    mutating func releaseIfEmpty() {
        guard count == 0 else { return }
        bytes = []
        position = 0
    }

    mutating func clear() {
        self = InputBuffer()
    }
}
