internal import Digest

/// The place where a page ended. It names the last session shown and not a number of sessions, so new ones don't shift it.
struct Cursor {
    private static let version: UInt8 = 1

    let sequence: Int64

    init(sequence: Int64) {
        self.sequence = sequence
    }

    /// - Throws: `malformedCursor` for any text that `text` never gives.
    init(text: String) throws(StoreError) {
        guard text.utf8.count <= 64, let bytes = Base32.decode(text), bytes.count == 13, Array(bytes[9...]) == Cursor.check(bytes[..<9]),
            bytes[0] == Cursor.version
        else { throw .malformedCursor(String(text.prefix(64))) }
        sequence = bytes[1..<9].reduce(0) { $0 << 8 | Int64($1) }
    }

    /// Version, sequence, and a check against a cursor cut short or put together by hand.
    var text: String {
        let bytes = [Cursor.version] + (0..<8).map { UInt8(truncatingIfNeeded: sequence >> Int64(56 - 8 * $0)) }
        return Base32.encode(bytes + Cursor.check(bytes[...]))
    }

    private static func check(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(SHA256.digest(of: Array(bytes)).prefix(4))
    }
}
