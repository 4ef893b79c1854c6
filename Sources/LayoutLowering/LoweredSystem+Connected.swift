internal import ExactArithmetic
public import LayoutModel
internal import Synchronization

/// The required rows that each axis of the root's size is connected to, once somebody asked: systems that differ in constants alone share them.
final class ConnectedRows: Sendable {
    private let rows = Mutex<[Axis: [Int]]>([:])

    func rows(of axis: Axis, _ find: () -> [Int]) -> [Int] {
        if let known = rows.withLock({ $0[axis] }) { return known }
        let found = find()
        rows.withLock { $0[axis] = found }
        return found
    }
}

extension LoweredSystem {
    /// The required rows that decide in what range the root's size along an axis can lie, in ascending order.
    ///
    /// These are the rows connected to that size through shared variables, without the row that gives it. A root size that is
    /// given on the other axis counts as a constant and connects nothing; rows about it alone belong to them.
    public func rowsConnected(to axis: Axis) -> [Int] { connected.rows(of: axis) { findRowsConnected(to: axis) } }

    private func findRowsConnected(to axis: Axis) -> [Int] {
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

    /// Rows among which are all of `rowsConnected(to:)`, with nothing else but sets of rows that share variables with none of the others, by those of
    /// another system; where rows went, some that were connected through them alone are left. All rows are looked at where a new one joins some.
    ///
    /// Where some layout satisfies all of these, the range of the root's size is the one in which the connected rows can hold: what shares no variable with
    /// these can be as it is in that layout, wherever they are.
    ///
    /// - Parameters:
    ///   - connected: the other's, or what this gave for it.
    ///   - kept: `rowsKept` since the other.
    public func rowsConnected(to axis: Axis, since other: LoweredSystem, _ connected: [Int], _ kept: [Int32]) -> [Int] {
        // A size that is not given any more connects rows, where it was a constant.
        let across: Axis = axis == .horizontal ? .vertical : .horizontal
        guard variables.count == other.variables.count, document.root == other.document.root,
            (rootSizeRow(across) == nil) == (other.rootSizeRow(across) == nil)
        else { return rowsConnected(to: axis) }
        let left = connected.compactMap { kept[$0] < 0 ? nil : Int(kept[$0]) }
        let came = requiredRows(without: kept)
        return came.isEmpty ? left : rows(left, connectedTo: axis, with: came) ?? rowsConnected(to: axis)
    }

    /// The required rows that have no place in a list, which ascends but for places of none (-1).
    private func requiredRows(without kept: [Int32]) -> [Int] {
        var rows: [Int] = []
        var next = 0
        func pass(_ end: Int) {
            for row in next..<end where isRequired(row) { rows.append(row) }
            next = end + 1
        }
        for row in kept where row >= 0 { pass(Int(row)) }
        pass(self.rows.count)
        return rows
    }

    /// Connected rows with others of which each shares all its variables with these, or none; nil where one shares some, or gives a size of the root.
    private func rows(_ connected: [Int], connectedTo axis: Axis, with others: [Int]) -> [Int]? {
        let (size, other): (FrameDimension, FrameDimension) = axis == .horizontal ? (.width, .height) : (.height, .width)
        if others.contains(where: { rows.headers[$0].isRootSize(.width) || rows.headers[$0].isRootSize(.height) }) { return nil }
        let isOtherGiven = rootSizeRow(axis == .horizontal ? .vertical : .horizontal) != nil
        let constant = isOtherGiven ? LoweredSystem.variable(document.root, other) : -1
        let start = LoweredSystem.variable(document.root, size)
        let matrix = matrix
        let wanted = Set(others.lazy.flatMap { row in matrix.range(of: row).lazy.map { Int(matrix.columns[$0]) } }).subtracting([start, constant])
        var isConnected = wanted.isEmpty ? [] : [Bool](repeating: false, count: variables.count)
        if !wanted.isEmpty {
            isConnected[start] = true
            for row in connected { for entry in matrix.range(of: row) { isConnected[Int(matrix.columns[entry])] = true } }
        }
        var result = connected
        for row in others {
            let own = matrix.range(of: row).lazy.map { Int(matrix.columns[$0]) }.filter { $0 != constant }
            let shared = own.count { $0 == start || isConnected[$0] }
            if shared == 0, !(own.isEmpty && isOtherGiven) { continue }
            guard shared == own.count else { return nil }
            result.insert(row, at: result.firstIndex { $0 > row } ?? result.count)
        }
        return result
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
