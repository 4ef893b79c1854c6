public import ExactArithmetic
public import LayoutModel

extension LoweredSystem {
    /// Returns the row that fixes the root's size along an axis, or nil if the document states none.
    public func rootSizeRow(_ axis: Axis) -> Int? {
        rows.headers.firstIndex { $0.isRootSize(axis == .horizontal ? .width : .height) }
    }

    /// Returns the same layout with another root size along an axis, or nil if the document states none there.
    public func resized(_ axis: Axis, to size: Rational) -> LoweredSystem? {
        guard let row = rootSizeRow(axis) else { return nil }
        var matrix = rows.matrix
        matrix.setConstant(of: row, -size)
        return LoweredSystem(
            document: document.resized(axis, to: size), variables: variables,
            rows: LoweredRows(matrix: matrix, headers: rows.headers, priorities: rows.priorities))
    }
}
