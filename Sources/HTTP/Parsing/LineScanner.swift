/// A scanner for lines that end with CRLF. It scans byte by byte, so that errors do not depend on the boundaries of packets.
///
/// A bare CR or LF and every control character but the tab are rejected immediately: lenient parsers of them enable request
/// smuggling.
struct LineScanner {
    enum Outcome: Equatable {
        /// The line is incomplete.
        case incomplete
        /// The line is complete; `length` is the number of its bytes before the CRLF.
        case line(length: Int)
        /// A byte that no line may contain.
        case badByte
        /// More than `limit` bytes before the CRLF.
        case tooLong
    }

    /// The number of bytes of the line that are already scanned.
    private var scanned = 0

    /// Continues with the line that begins at `start`.
    mutating func scan(_ bytes: [UInt8], from start: Int, limit: Int) -> Outcome {
        bytes.withUnsafeBufferPointer { bytes in
            var index = start + scanned
            while index < bytes.count {
                let byte = bytes[index]
                if index > start, bytes[index - 1] == ASCII.carriageReturn {
                    guard byte == ASCII.lineFeed else { return .badByte }
                    let length = index - 1 - start
                    scanned = 0
                    return .line(length: length)
                }
                guard ASCII.isFieldValueByte(byte) || byte == ASCII.carriageReturn else { return .badByte }
                if byte != ASCII.carriageReturn, index - start >= limit { return .tooLong }
                index += 1
            }
            scanned = index - start
            return .incomplete
        }
    }
}
