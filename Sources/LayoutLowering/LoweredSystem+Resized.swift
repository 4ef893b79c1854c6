public import ExactArithmetic
public import LayoutModel

extension LoweredSystem {
    /// The row that gives the root's size along an axis; nil where the document states none.
    public func rootSizeRow(_ axis: Axis) -> Int? {
        rows.headers.firstIndex { $0.isRootSize(axis == .horizontal ? .width : .height) }
    }

    /// The same layout with the root of another size along an axis; nil where the document states none there.
    public func resized(_ axis: Axis, to size: Rational) -> LoweredSystem? {
        guard let row = rootSizeRow(axis) else { return nil }
        var matrix = rows.matrix
        matrix.setConstant(of: row, -size)
        return LoweredSystem(
            document: document.resized(axis, to: size), variables: variables,
            rows: LoweredRows(matrix: matrix, headers: rows.headers, priorities: rows.priorities))
    }
}
