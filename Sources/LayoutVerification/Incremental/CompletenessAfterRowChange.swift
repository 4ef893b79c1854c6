internal import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// A check that all conflicts of one system are also all conflicts of another, in which rows were added or removed.
///
/// A conflict of rows that all existed before is listed. A conflict with a new row would have to be excluded by the plan: if the
/// plan's layout satisfies that row and none of its changes affects it, every layout of the plan satisfies it.
public struct CompletenessAfterRowChange: Sendable {
    private let system: LoweredSystem
    private let former: LoweredSystem
    private let mapping: RowMapping
    /// For each row, whether it was required before with the same constant.
    private var isKnown: [Bool]

    /// - Parameter mapping: the mapping of the rows of `former` to those of `system`, from `rowMapping`.
    public init(_ system: LoweredSystem, since former: LoweredSystem, _ mapping: RowMapping) {
        self.system = system
        self.former = former
        self.mapping = mapping
        isKnown = [Bool](repeating: false, count: system.rows.count)
        if mapping.count != former.rows.count { return }
        let (new, old) = (system.matrix, former.matrix)
        for (row, next) in mapping.pairs where former.isRequired(row) {
            isKnown[next] = new.isSame(new.constants[next], as: old.constants[row], of: old)
        }
    }

    /// Returns why a conflict may be missing, or nil if none is.
    ///
    /// - Parameters:
    ///   - conflicts: all conflicts of the former system, each proven, in the rows of the present one.
    ///   - plan: the plan that proved that they are all.
    public func whyIncomplete(_ conflicts: [[Int]], _ plan: CompletenessPlan) -> String? {
        guard case .independent(let base, let groups) = plan else { return "the plan does not consist of independent changes of one layout" }
        guard mapping.count == former.rows.count, former.variables.count == system.variables.count, former.document.root == system.document.root
        else { return "the variables of the system have changed" }
        if let reason = Checker(system: system).whyNoLayout(base) { return reason }
        guard conflicts.joined().allSatisfy({ isKnown.indices.contains($0) && isKnown[$0] }) else { return "a member of a conflict has changed" }
        let matrix = system.matrix
        var isMoving: [Bool] = []
        for row in system.rows.indices where system.isRequired(row) && !isKnown[row] {
            if isMoving.isEmpty {
                isMoving = [Bool](repeating: false, count: base.count)
                for change in groups.lazy.flatMap({ $0.alternatives.joined() }) where isMoving.indices.contains(change.variable) {
                    isMoving[change.variable] = true
                }
            }
            if matrix.range(of: row).contains(where: { isMoving[Int(matrix.columns[$0])] }) {
                return "the changes may alter the value of \(system.id(of: row))"
            }
            if system.violation(of: row, at: base) > Tolerance.violation { return "\(system.id(of: row)) is violated" }
        }
        return nil
    }
}
