internal import ExactArithmetic

/// The numbers that the rows of an earlier system have in a later one, which differs by added and removed rows.
///
/// A row and its counterpart have the same kind, terms, relation and priority. Constants may differ.
public struct RowMapping: Sendable, Equatable {
    /// By row of the earlier system: its number in the later one, or -1 if it was removed. Numbers ascend except for -1.
    public let numbers: [Int32]

    init(numbers: [Int32]) {
        self.numbers = numbers
    }

    /// Creates the mapping of systems with the same rows.
    public init(identity count: Int) {
        numbers = (0..<count).map { Int32(truncatingIfNeeded: $0) }
    }

    /// The number of rows of the earlier system.
    public var count: Int { numbers.count }

    /// The row's number in the later system, or nil if it was removed or does not exist.
    public subscript(row: Int) -> Int? {
        numbers.indices.contains(row) && numbers[row] >= 0 ? Int(numbers[row]) : nil
    }

    /// The rows of both systems, as pairs of their numbers in the earlier and the later one; ascending.
    public var pairs: some Sequence<(former: Int, next: Int)> {
        numbers.indices.lazy.filter { numbers[$0] >= 0 }.map { (former: $0, next: Int(numbers[$0])) }
    }
}

extension [Int] {
    /// Returns the rows in the numbers of the later system, or nil if one was removed.
    public func remapped(by mapping: RowMapping) -> [Int]? {
        var rows: [Int] = []
        rows.reserveCapacity(count)
        for row in self {
            guard let next = mapping[row] else { return nil }
            rows.append(next)
        }
        return rows
    }
}
