extension UnsafeBufferPointer<UInt8> {
    /// The text without trailing white space, including Unicode's, since pasted text often ends in a no-break space.
    var trimmedAtEnd: UnsafeBufferPointer<UInt8> {
        var end = count
        while end > 0 {
            if self[end - 1].isSpace || (0x1C...0x1F).contains(self[end - 1]) {
                end -= 1
                continue
            }
            var start = end - 1
            while start > 0, end - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
            let scalars = String(decoding: self[start..<end], as: UTF8.self).unicodeScalars
            guard self[start] >= 0x80, let last = scalars.first, scalars.count == 1, last.properties.isWhitespace else { break }
            end = start
        }
        return UnsafeBufferPointer(rebasing: self[..<end])
    }
}
