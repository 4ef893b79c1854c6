/// A set of columns, each with a place in a list of flags, so that nothing is hashed.
struct ColumnSet {
    private var isMember: [Bool]
    /// In the order in which they came.
    private(set) var members: [Int] = []

    /// - Parameter count: columns are below this.
    init(count: Int) {
        isMember = Array(repeating: false, count: count)
    }

    mutating func insert(_ column: Int) {
        if isMember[column] { return }
        isMember[column] = true
        members.append(column)
    }

    /// Leaves only members for which this is true.
    mutating func keep(_ isKept: (Int) -> Bool) {
        members.removeAll { column in
            if isKept(column) { return false }
            isMember[column] = false
            return true
        }
    }
}
