internal import ExactArithmetic
public import LayoutModel
internal import Synchronization

/// A cache of the required rows that are connected to the root's size along each axis. Systems that differ only in constants
/// share it.
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
    /// Returns the required rows that determine the feasible range of the root's size along an axis, ascending.
    ///
    /// These are the rows that are connected to the size through shared variables, without the row that gives the size. If the
    /// document gives the root's size along the other axis too, that size counts as a constant and connects nothing, but rows
    /// that contain only this size are included.
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

        var sets = DisjointSets(count: variables.count)
        var count = 0
        for row in headers.indices where headers[row].isRequired && row != sizeRow {
            sets.join(variablesOf: row, in: matrix, but: constant)
            count += 1
        }
        let connected = sets.root(start)
        var result: [Int] = []
        result.reserveCapacity(count)
        for row in headers.indices where headers[row].isRequired && row != sizeRow {
            let first = matrix.firstColumn(of: row, but: constant)
            if first.map({ sets.root($0) == connected }) ?? isOtherGiven { result.append(row) }
        }
        return result
    }

    /// Returns a superset of `rowsConnected(to:)`, derived from that of another system. It may contain rows that were connected
    /// only through rows that were removed since. Those share no variable with the connected ones. If a new row connects several
    /// sets of rows, all rows are searched again.
    ///
    /// If some layout satisfies all of these rows, the range of the root's size is the same as that of the connected rows: the
    /// variables of the additional rows can keep their values in that layout.
    ///
    /// - Parameters:
    ///   - connected: the other system's rows, or the result of this for it.
    ///   - mapping: the mapping of the rows of `other` to those of this system, from `rowMapping`.
    public func rowsConnected(to axis: Axis, since other: LoweredSystem, _ connected: [Int], _ mapping: RowMapping) -> [Int] {
        // A size that is no longer given connects rows, where it was a constant before.
        let across: Axis = axis == .horizontal ? .vertical : .horizontal
        guard variables.count == other.variables.count, document.root == other.document.root,
            (rootSizeRow(across) == nil) == (other.rootSizeRow(across) == nil)
        else { return rowsConnected(to: axis) }
        let left = connected.compactMap { mapping[$0] }
        let came = requiredRows(without: mapping)
        return came.isEmpty ? left : rows(left, connectedTo: axis, with: came) ?? rowsConnected(to: axis)
    }

    /// Returns the required rows that the earlier system did not have.
    private func requiredRows(without mapping: RowMapping) -> [Int] {
        var rows: [Int] = []
        var next = 0
        func pass(_ end: Int) {
            for row in next..<end where isRequired(row) { rows.append(row) }
            next = end + 1
        }
        for row in mapping.pairs { pass(row.next) }
        pass(self.rows.count)
        return rows
    }

    /// Returns the connected rows together with those of `others` all of whose variables are in connected rows. Returns nil if a
    /// row has both connected and other variables, or gives a size of the root.
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

extension DisjointSets {
    /// Joins the sets of a row's variables.
    ///
    /// - Parameter constant: a variable that connects nothing, or nil.
    mutating func join(variablesOf row: Int, in matrix: SparseRows, but constant: Int?) {
        guard let first = matrix.firstColumn(of: row, but: constant) else { return }
        for entry in matrix.range(of: row) where Int(matrix.columns[entry]) != constant { join(first, Int(matrix.columns[entry])) }
    }
}

extension SparseRows {
    /// Returns the first of a row's columns that is not the constant one.
    fileprivate func firstColumn(of row: Int, but constant: Int?) -> Int? {
        for entry in range(of: row) where Int(columns[entry]) != constant { return Int(columns[entry]) }
        return nil
    }
}
