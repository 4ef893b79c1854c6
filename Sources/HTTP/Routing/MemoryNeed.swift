/// Estimates of the memory needed to handle a body, in bytes.
public enum MemoryNeed {
    /// The threshold for large requests: only a limited amount of them is handled at a time.
    public static let large = 3 << 20

    /// The length in bytes up to which few bodies need much.
    public static let smallBody = 4 << 10

    /// - Parameters:
    ///   - body: the length of the body in bytes, decoded from its content coding.
    ///   - values: the number of JSON values that it may contain.
    public static func bytes(body: Int, values: Int = 0) -> Int {
        // The body and its copies, and the intermediate form of each value.
        12 * body + 48 * values
    }
}
