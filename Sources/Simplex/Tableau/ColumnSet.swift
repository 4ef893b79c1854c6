/// A set of columns as a list and an array of flags, without hashing.
struct ColumnSet {
    private var isMember: [Bool]
    /// The members in order of insertion.
    private(set) var members: [Int] = []

    /// - Parameter count: the exclusive upper bound of columns.
    init(count: Int) {
        isMember = Array(repeating: false, count: count)
    }

    mutating func insert(_ column: Int) {
        if isMember[column] { return }
        isMember[column] = true
        members.append(column)
    }

    /// Removes the members that do not satisfy a predicate.
    mutating func keep(_ isKept: (Int) -> Bool) {
        members.removeAll { column in
            if isKept(column) { return false }
            isMember[column] = false
            return true
        }
    }
}
