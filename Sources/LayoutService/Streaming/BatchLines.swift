/// Splits a batch into lines, in memory bounded by the longest accepted line.
public struct BatchLines: Sendable {
    public enum Line: Sendable, Equatable {
        /// A line without its end, numbered from 1.
        case text([UInt8], number: Int)
        /// A line that exceeds the limit and was dropped.
        case tooLong(number: Int)
    }

    /// The length from which a line is not copied.
    private static let longBytes = 256 << 10
    private static let lineEnd = UInt8(ascii: "\n")

    /// The longest accepted line in bytes.
    public let limit: Int
    private var bytes: [UInt8] = []
    private var position = 0
    /// A position before which no line ends.
    private var scanned = 0
    private var number = 1
    private var isTooLong = false

    public init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of memory that are reserved for lines that were not returned yet.
    public var heldByteCount: Int { bytes.capacity }

    public mutating func feed(_ more: some Collection<UInt8>) {
        if position > 0 {
            // A copy, so that the memory of a long line is not retained.
            bytes = Array(bytes[position...])
            scanned -= position
            position = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Returns the next complete line, or nil until more is fed.
    public mutating func next() -> Line? {
        guard let end = bytes[scanned...].firstIndex(of: BatchLines.lineEnd) else {
            scanned = bytes.count
            if bytes.count - position > limit { forget() }
            return nil
        }
        if position == 0, end > BatchLines.longBytes { return longLine(end) }
        defer {
            position = end + 1
            scanned = position
        }
        return line(bytes[position..<end])
    }

    /// Returns the first line without copying it.
    private mutating func longLine(_ end: Int) -> Line {
        var text = Array(bytes[(end + 1)...])
        scanned = 0
        swap(&text, &bytes)
        text.removeSubrange(end...)
        return line(text[...])
    }

    /// Returns the text after the last line end, if any; call it after the last `feed`.
    public mutating func last() -> Line? {
        guard isTooLong || position < bytes.count else { return nil }
        defer {
            forget()
            isTooLong = false
        }
        return line(bytes[position...])
    }

    private mutating func line(_ text: ArraySlice<UInt8>) -> Line {
        defer {
            number += 1
            isTooLong = false
        }
        return isTooLong || text.count > limit ? .tooLong(number: number) : .text(Array(text), number: number)
    }

    /// Drops the beginning of a line that is too long.
    private mutating func forget() {
        isTooLong = true
        bytes = []
        position = 0
        scanned = 0
    }
}
