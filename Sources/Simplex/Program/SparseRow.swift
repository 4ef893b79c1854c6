public import ExactArithmetic

/// A linear expression over numbered columns: `constant + sum of coefficient * column`.
///
/// Entries are sorted by column and none is 0.
public struct SparseRow: Sendable, Hashable {
    public struct Entry: Sendable, Hashable {
        public var column: Int
        public var coefficient: Rational

        @inlinable
        public init(_ column: Int, _ coefficient: Rational) {
            self.column = column
            self.coefficient = coefficient
        }
    }

    public var constant: Rational
    public internal(set) var entries: [Entry]

    /// Creates a row from `entries` in any order, each column at most once.
    public init(constant: Rational = .zero, entries: [Entry] = []) {
        self.constant = constant
        self.entries = entries.filter { !$0.coefficient.isZero }.sorted { $0.column < $1.column }
    }

    /// Creates a row from `entries` that are sorted by column, each column once and none 0. This is not checked.
    public init(constant: Rational, sorted entries: [Entry]) {
        self.constant = constant
        self.entries = entries
    }

    /// Returns the index of the column in `entries`, or nil.
    func index(of column: Int) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].column < column { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].column == column ? low : nil
    }

    /// Returns the column's coefficient, 0 if it does not occur.
    func coefficient(of column: Int) -> Rational {
        index(of: column).map { entries[$0].coefficient } ?? .zero
    }

    /// Adds `factor * other`.
    ///
    /// - Parameters:
    ///   - spare: storage for the result. It receives the row's old storage, so that few additions allocate.
    ///   - newColumn: called for each column that is new to this row.
    mutating func add(_ factor: Rational, times other: SparseRow, spare: inout [Entry], newColumn: (Int) -> Void = { _ in }) {
        constant += factor * other.constant
        if other.entries.isEmpty { return }
        spare.removeAll(keepingCapacity: true)
        spare.reserveCapacity(entries.count + other.entries.count)
        var i = 0
        var j = 0
        while i < entries.count, j < other.entries.count {
            let a = entries[i].column
            let b = other.entries[j].column
            if a < b {
                spare.append(entries[i])
                i += 1
            } else if b < a {
                spare.append(Entry(b, factor * other.entries[j].coefficient))
                newColumn(b)
                j += 1
            } else {
                let sum = entries[i].coefficient + factor * other.entries[j].coefficient
                if !sum.isZero { spare.append(Entry(a, sum)) }
                i += 1
                j += 1
            }
        }
        while i < entries.count {
            spare.append(entries[i])
            i += 1
        }
        while j < other.entries.count {
            let entry = other.entries[j]
            spare.append(Entry(entry.column, factor * entry.coefficient))
            newColumn(entry.column)
            j += 1
        }
        // A short row must not retain the storage of a long one.
        if spare.capacity <= 2 * spare.count + 8 {
            swap(&entries, &spare)
        } else {
            entries = []
            entries.reserveCapacity(spare.count)
            entries.append(contentsOf: spare)
        }
    }

    /// Adds `factor * other`, without reuse of storage.
    mutating func add(_ factor: Rational, times other: SparseRow, newColumn: (Int) -> Void = { _ in }) {
        var spare: [Entry] = []
        add(factor, times: other, spare: &spare, newColumn: newColumn)
    }

    /// Removes the column and returns its coefficient, 0 if it does not occur.
    mutating func remove(_ column: Int) -> Rational {
        index(of: column).map { entries.remove(at: $0).coefficient } ?? .zero
    }

    /// Returns `factor * self`; the factor must not be 0.
    func scaled(by factor: Rational) -> SparseRow {
        SparseRow(constant: constant * factor, sorted: entries.map { Entry($0.column, $0.coefficient * factor) })
    }
}
