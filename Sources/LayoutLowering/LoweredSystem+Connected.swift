internal import ExactArithmetic
public import LayoutModel

extension LoweredSystem {
    /// The required rows that decide in what range the root's size along an axis can lie, in ascending order.
    ///
    /// These are the rows connected to that size through shared variables, without the row that gives it. A root size that is
    /// given on the other axis counts as a constant and connects nothing; rows about it alone belong to them.
    public func rowsConnected(to axis: Axis) -> [Int] {
        let size: FrameDimension = axis == .horizontal ? .width : .height
        let other: FrameDimension = axis == .horizontal ? .height : .width
        let start = LoweredSystem.variable(document.root, size)
        guard variables.indices.contains(start) else { return [] }
        let headers = rows.headers
        let matrix = rows.matrix
        let sizeRow = headers.firstIndex { $0.isRootSize(size) }
        let isOtherGiven = headers.contains { $0.isRootSize(other) }
        let constant = isOtherGiven ? LoweredSystem.variable(document.root, other) : nil

        var sets = VariableSets(count: variables.count)
        var count = 0
        for row in headers.indices where headers[row].isRequired && row != sizeRow {
            sets.join(variablesOf: row, in: matrix, but: constant)
            count += 1
        }
        let connected = sets.representative(of: start)
        var result: [Int] = []
        result.reserveCapacity(count)
        for row in headers.indices where headers[row].isRequired && row != sizeRow {
            let first = matrix.firstColumn(of: row, but: constant)
            if first.map({ sets.representative(of: $0) == connected }) ?? isOtherGiven { result.append(row) }
        }
        return result
    }

    /// The same, by those of another system; all are looked at where required rows came or went.
    ///
    /// - Parameters:
    ///   - connected: the other's.
    ///   - kept: `rowsKept` since the other.
    public func rowsConnected(to axis: Axis, since other: LoweredSystem, _ connected: [Int], _ kept: [Int32]) -> [Int] {
        guard variables.count == other.variables.count, document.root == other.document.root, keepsRequiredRows(of: other, kept) else {
            return rowsConnected(to: axis)
        }
        return connected.map { Int(kept[$0]) }
    }
}

/// Which variables are joined by rows, directly or through others.
struct VariableSets {
    /// For each variable another of its set, in the end the one that stands for the set.
    private var next: [Int32]

    init(count: Int) {
        next = (0..<Int32(truncatingIfNeeded: count)).map { $0 }
    }

    mutating func representative(of variable: Int) -> Int {
        var current = Int32(truncatingIfNeeded: variable)
        while next[Int(current)] != current {
            // Each one passed is set to skip the next.
            next[Int(current)] = next[Int(next[Int(current)])]
            current = next[Int(current)]
        }
        return Int(current)
    }

    mutating func join(variablesOf row: Int, in matrix: SparseRows, but constant: Int?) {
        guard let first = matrix.firstColumn(of: row, but: constant) else { return }
        var joined = representative(of: first)
        for entry in matrix.range(of: row) {
            let variable = Int(matrix.columns[entry])
            if variable == first || variable == constant { continue }
            let other = representative(of: variable)
            if other == joined { continue }
            // The greater joins the lesser, which most often is nearer to the root.
            next[max(joined, other)] = Int32(truncatingIfNeeded: min(joined, other))
            joined = min(joined, other)
        }
    }
}

extension SparseRows {
    /// The first of a row's columns that is not the constant one.
    fileprivate func firstColumn(of row: Int, but constant: Int?) -> Int? {
        for entry in range(of: row) where Int(columns[entry]) != constant { return Int(columns[entry]) }
        return nil
    }
}
