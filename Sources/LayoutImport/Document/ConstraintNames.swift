internal import JSON
internal import LayoutModel

/// The ids of the constraints so far, with their indices.
///
/// As long as each id is greater than the previous one (shorter before longer, then by bytes), as `c1`, `c2` … are, there are no
/// duplicates. A table is created at the first id that is not greater, or longer than eight bytes.
struct ConstraintNames {
    /// The sort key of an id of up to eight bytes.
    private struct Rank {
        var count = -1
        var word: UInt64 = 0

        func isBefore(_ other: Rank) -> Bool { count == other.count ? word < other.word : count < other.count }
    }

    private var last = Rank()
    private var table: NameTable?
    /// The expected number of constraints.
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the index of an id, and whether it is new.
    ///
    /// - Parameter constraints: the constraints so far, in order.
    mutating func insert(_ name: UnsafeBufferPointer<UInt8>, after constraints: [LayoutConstraint]) -> (index: Int, isNew: Bool) {
        if table == nil, name.count <= 8 {
            let rank = Rank(count: name.count, word: ByteWord.head(of: name).byteSwapped)
            if last.isBefore(rank) {
                last = rank
                return (constraints.count, true)
            }
        }
        fillTable(with: constraints)
        return table?.insert(name) ?? (constraints.count, true)
    }

    mutating func insert(_ name: [UInt8], after constraints: [LayoutConstraint]) -> (index: Int, isNew: Bool) {
        name.withUnsafeBufferPointer { insert($0, after: constraints) }
    }

    mutating func find(_ name: [UInt8], in constraints: [LayoutConstraint]) -> Int? {
        fillTable(with: constraints)
        return table?.find(name)
    }

    private mutating func fillTable(with constraints: [LayoutConstraint]) {
        guard table == nil else { return }
        var names = NameTable(capacity: max(capacity, constraints.count))
        for constraint in constraints {
            var id = constraint.id
            _ = id.withUTF8 { names.insert($0) }
        }
        table = names
    }
}
