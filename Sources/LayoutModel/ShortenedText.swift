extension String {
    /// The length in bytes up to which names are of ordinary length.
    public static var ordinaryNameBytes: Int { 200 }

    /// Returns the text for a sentence, which a report may repeat for thousands of findings: the beginning and `…` if it is longer than this
    /// number of bytes.
    public func shortened(to bytes: Int = ordinaryNameBytes) -> String {
        guard utf8.count > bytes else { return self }
        // A character may be a letter with any number of marks.
        var end = utf8.index(startIndex, offsetBy: bytes)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return "\(self[..<end])…"
    }
}
