internal import JSON

/// A JSON answer of any length that is made part by part, so that only one part at a time is in memory.
protocol AnswerParts: Sendable {
    /// Writes the next part. Returns whether more follow.
    mutating func write(to writer: inout JSONWriter) throws(SessionError) -> Bool
}

extension AnswerParts {
    /// Returns the whole answer.
    consuming func whole() throws(SessionError) -> [UInt8] {
        var writer = JSONWriter(capacity: 64 << 10)
        while try write(to: &writer) {}
        return writer.take()
    }
}
