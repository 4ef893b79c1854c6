/// Lists of row or variable numbers, one after the other in flat storage: taken over as a whole, without anything for each list.
public struct IndexLists: Sendable, Hashable {
    /// Where each list begins, and at last where they all end.
    @usableFromInline var starts: [Int32] = [0]
    /// The numbers of all lists.
    public internal(set) var numbers: [Int32] = []

    public init() {}

    public init(_ lists: some Sequence<[Int32]>) {
        for list in lists { append(list[...]) }
    }

    /// The number of lists.
    @inlinable public var count: Int { starts.count - 1 }

    @inlinable public var indices: Range<Int> { 0..<count }

    /// Where a list stands in `numbers`.
    @inlinable
    public func range(of list: Int) -> Range<Int> {
        Int(starts[list])..<Int(starts[list + 1])
    }

    @inlinable public subscript(list: Int) -> ArraySlice<Int32> { numbers[range(of: list)] }

    public mutating func append(_ list: ArraySlice<Int32>) {
        numbers.append(contentsOf: list)
        starts.append(Int32(truncatingIfNeeded: numbers.count))
    }

    /// Puts another number in the place of each; false, with no more said of these lists, where one has none.
    ///
    /// - Parameter others: by number; -1 for none.
    public mutating func renumber(by others: [Int32]) -> Bool {
        for place in numbers.indices {
            let other = others[Int(numbers[place])]
            if other < 0 { return false }
            numbers[place] = other
        }
        return true
    }
}
