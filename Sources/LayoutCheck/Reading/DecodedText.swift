internal import LayoutImport
internal import StandardAdditions

/// Decodes bytes as text in UTF-8, or in UTF-16 with its byte order mark, in which editors of Windows save logs.
struct DecodedText {
    /// The text with a replacement character for malformed UTF-8: a log was often cut or pasted in the middle of a character, and
    /// one invalid byte should not make the whole log unreadable.
    let repaired: String
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        // A byte order mark is not part of the text.
        self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) || EncodedText.isWide(bytes) ? EncodedText.utf8(bytes) : bytes
        repaired = String(decoding: self.bytes, as: UTF8.self)
    }

    /// Returns the text without repair.
    ///
    /// - Throws: `ImportError` with the first line that is not UTF-8.
    func strict() throws(ImportError) -> String {
        guard repaired.utf8.count != bytes.count || !repaired.utf8.elementsEqual(bytes) else { return repaired }
        var line = 1
        for content in bytes.lines {
            if String(validating: content, as: UTF8.self) == nil { break }
            line += 1
        }
        throw ImportError(.malformed, code: "not-utf-8", "the text is not UTF-8", line: line)
    }
}
