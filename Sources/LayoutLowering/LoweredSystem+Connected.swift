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
        var own: [Int] = []
        var isOtherGiven = false
        for (index, row) in rows.enumerated() where row.isRequired {
            if row.kind == .rootSize(other) { isOtherGiven = true }
            if row.kind != .rootSize(size) { own.append(index) }
        }
        let constant = isOtherGiven ? LoweredSystem.variable(document.root, other) : nil

        var rowsOf = [[Int]](repeating: [], count: variables.count)
        for row in own {
            for term in terms(of: row) where term.variable != constant { rowsOf[term.variable].append(row) }
        }
        let start = LoweredSystem.variable(document.root, size)
        var isReached = [Bool](repeating: false, count: variables.count)
        var isConnected = [Bool](repeating: false, count: rows.count)
        var pending = [start]
        if isReached.indices.contains(start) { isReached[start] = true }
        while let variable = pending.popLast() {
            guard rowsOf.indices.contains(variable) else { continue }
            for row in rowsOf[variable] where !isConnected[row] {
                isConnected[row] = true
                for term in terms(of: row) where term.variable != constant && !isReached[term.variable] {
                    isReached[term.variable] = true
                    pending.append(term.variable)
                }
            }
        }
        return own.filter { row in
            isConnected[row] || (isOtherGiven && terms(of: row).allSatisfy { $0.variable == constant })
        }
    }
}
