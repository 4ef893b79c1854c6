internal import JSON
internal import LayoutModel

/// The ids of the constraints so far, each with its number.
///
/// As long as each id comes behind the one before (a shorter one before a longer one, then by bytes), as `c1`, `c2` … do, none can stand
/// twice: a table of them is made where one does not, or is longer than eight bytes.
struct ConstraintNames {
    /// The place of an id of up to eight bytes in that order.
    private struct Rank {
        var count = -1
        var word: UInt64 = 0

        func isBefore(_ other: Rank) -> Bool { count == other.count ? word < other.word : count < other.count }
    }

    private var last = Rank()
    private var table: NameTable?
    /// How many constraints are expected.
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of an id, and whether it is new.
    ///
    /// - Parameter constraints: those so far, in the order of their numbers.
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
