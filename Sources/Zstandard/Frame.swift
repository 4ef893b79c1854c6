internal import CZstd

/// A compressed frame.
public enum Frame {
    /// The number of bytes at the beginning of a frame that say how long its content is, at most.
    public static let headLength = 18

    /// Returns the length of a frame's content in bytes, as its beginning states it; nil if it does not, or is not a frame.
    public static func contentCount(_ head: [UInt8]) -> Int? {
        // Two large values of the library mean "unknown" and "error".
        Int(exactly: ZSTD_getFrameContentSize(head, head.count))
    }
}
