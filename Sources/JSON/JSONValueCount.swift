internal import CSimdjson

/// The number of values that a JSON text has, found without reading it: what a tree of it takes grows with them, and not with its bytes alone.
///
/// The text may come in pieces. An empty array or object counts as two, so that the number is never too small.
public struct JSONValueCount {
    private var state = simdjson_shim_count()

    public init() {}

    /// Keys are not among them.
    public var values: Int { Int(clamping: state.values) }

    /// Counts on through the next piece.
    public mutating func feed(_ bytes: UnsafeBufferPointer<UInt8>) {
        simdjson_shim_count_values(&state, bytes.baseAddress, bytes.count)
    }

    /// The number for a whole text.
    public static func values(of bytes: [UInt8]) -> Int {
        var count = JSONValueCount()
        bytes.withUnsafeBufferPointer { count.feed($0) }
        return count.values
    }
}
