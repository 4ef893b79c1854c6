internal import ExactArithmetic
internal import LayoutModel

extension LoweredSystem {
    /// The rows whose constants differ from another system's, ascending; nil where anything else about the rows differs.
    public func changedConstants(since other: LoweredSystem) -> [Int]? {
        let (new, old) = (rows.matrix, other.rows.matrix)
        guard variables.viewCount == other.variables.viewCount, variables.unknowns == other.variables.unknowns,
            document.root == other.document.root, document.isFragment == other.document.isFragment,
            rows.priorities == other.rows.priorities, rows.headers == other.rows.headers, new.starts == old.starts, new.columns == old.columns
        else { return nil }
        for entry in new.coefficients.indices {
            let (one, another) = (new.coefficients[entry], old.coefficients[entry])
            if one.isWide || another.isWide ? new.unpacked(one) != old.unpacked(another) : one != another { return nil }
        }
        return new.constants.indices.filter { row in
            let (one, another) = (new.constants[row], old.constants[row])
            return one.isWide || another.isWide ? new.unpacked(one) != old.unpacked(another) : one != another
        }
    }
}
