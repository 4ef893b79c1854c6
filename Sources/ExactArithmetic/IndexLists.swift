/// Lists of row or variable numbers in flat storage, without an allocation for each list.
public struct IndexLists: Sendable, Hashable {
    /// The offset of each list in `numbers`, and the end of the last one.
    @usableFromInline var starts: [Int32] = [0]
    /// The numbers of all lists, one list after the other.
    public internal(set) var numbers: [Int32] = []

    public init() {}

    public init(_ lists: some Sequence<[Int32]>) {
        for list in lists { append(list[...]) }
    }

    /// The number of lists.
    @inlinable public var count: Int { starts.count - 1 }

    @inlinable public var indices: Range<Int> { 0..<count }

    /// Returns the range of a list in `numbers`.
    @inlinable
    public func range(of list: Int) -> Range<Int> {
        Int(starts[list])..<Int(starts[list + 1])
    }

    @inlinable public subscript(list: Int) -> ArraySlice<Int32> { numbers[range(of: list)] }

    public mutating func append(_ list: ArraySlice<Int32>) {
        numbers.append(contentsOf: list)
        starts.append(Int32(truncatingIfNeeded: numbers.count))
    }
}
