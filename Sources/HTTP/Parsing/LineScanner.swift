/// Finds lines that end with CRLF, byte by byte, so that an error comes at the same byte however the bytes were cut into packets.
///
/// A bare CR or LF and every control but the tab are refused at once: lenient readers of them are what request smuggling lives on.
struct LineScanner {
    enum Outcome: Equatable {
        /// The bytes end inside the line.
        case incomplete
        /// The line is complete: its bytes before the CRLF, counted from where it begins.
        case line(length: Int)
        /// A byte that no line may hold.
        case badByte
        /// More than `limit` bytes before the CRLF.
        case tooLong
    }

    /// Bytes of the line that are scanned already and need no second look.
    private var scanned = 0

    /// Goes on with the line that begins at `start`.
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
