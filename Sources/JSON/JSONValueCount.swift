internal import CSimdjson

/// A counter of the values in a JSON text that does not parse it. The size of a tree depends on this number, not on the bytes
/// alone.
///
/// The text may be fed in pieces. An empty array or object counts as two, so the number is an upper bound.
public struct JSONValueCount {
    private var state = simdjson_shim_count()

    public init() {}

    /// The number of values so far, keys not included.
    public var values: Int { Int(clamping: state.values) }

    /// Counts the values of the next piece.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        simdjson_shim_count_values(&state, bytes.baseAddress, bytes.count)
    }

    /// Returns the number for a whole text.
    public static func values(of bytes: [UInt8]) -> Int {
        var count = JSONValueCount()
        bytes.withUnsafeBufferPointer { count.feed($0) }
        return count.values
    }
}
