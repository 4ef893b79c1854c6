/// What it may take to handle a body, in bytes of memory.
public enum MemoryNeed {
    /// What needs more is large: only so much of it is handled at a time.
    public static let large = 3 << 20

    /// - Parameters:
    ///   - body: bytes of the body, out of its content coding.
    ///   - values: values of the JSON that it may be.
    public static func bytes(body: Int, values: Int = 0) -> Int {
        // The body and its copies, and what is made of each value on the way to a tree.
        12 * body + 48 * values
    }
}
