extension String {
    /// The length in bytes up to which names are of ordinary length.
    public static var ordinaryNameBytes: Int { 200 }

    /// Returns the text for a sentence, which a report may repeat for thousands of findings: the beginning and `…` if it is longer than this
    /// number of bytes.
    ///
    /// - Parameter last: the number of these bytes that are taken from the end, after `…`.
    public func shortened(to bytes: Int = ordinaryNameBytes, last: Int = 0) -> String {
        guard utf8.count > bytes else { return self }
        let (cut, rest) = (scalar(atByte: bytes - last), scalar(atByte: utf8.count - last))
        return "\(self[..<cut])…\(self[rest...])"
    }

    /// Returns the index of the scalar that has this byte. A character may be a letter with any number of marks, so it has no bounded length.
    private func scalar(atByte byte: Int) -> Index {
        var index = utf8.index(startIndex, offsetBy: byte)
        while index.samePosition(in: unicodeScalars) == nil { index = utf8.index(before: index) }
        return index
    }

    /// The text of a message: its middle is `…` if it quotes something very long.
    public var shortenedMessage: String { shortened(to: 600, last: 200) }
}
