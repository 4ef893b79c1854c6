internal import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// Whether conflicts that were shown to be all of one system are all of another, in which rows came or went.
///
/// A conflict of rows that were all there before is listed. One with a row that was not would have to be shown missing by the plan: where the
/// plan's layout holds that row and none of its changes reaches it, every layout that the plan shows holds it as well.
public struct KeptConflicts: Sendable {
    private let system: LoweredSystem
    private let former: LoweredSystem
    private let kept: [Int32]
    /// By row: it was required before, with the same constant.
    private var isKnown: [Bool]

    /// - Parameter kept: the system's `rowsKept` since the former.
    public init(_ system: LoweredSystem, since former: LoweredSystem, _ kept: [Int32]) {
        self.system = system
        self.former = former
        self.kept = kept
        isKnown = [Bool](repeating: false, count: system.rows.count)
        if kept.count != former.rows.count { return }
        let (new, old) = (system.matrix, former.matrix)
        for (row, next) in kept.enumerated() where next >= 0 && former.isRequired(row) {
            isKnown[Int(next)] = new.isSame(new.constants[Int(next)], as: old.constants[row], of: old)
        }
    }

    /// Why one may be missing; nil where none is.
    ///
    /// - Parameters:
    ///   - conflicts: by the rows of the system; all of the former one, each proven.
    ///   - plan: showed that they are all.
    public func whyIncomplete(_ conflicts: [[Int]], _ plan: CompletenessPlan) -> String? {
        guard case .independent(let base, let groups) = plan else { return "it is not shown by changes of one layout" }
        guard kept.count == former.rows.count, former.variables.count == system.variables.count, former.document.root == system.document.root
        else { return "its variables are others" }
        if let reason = Checker(system: system).whyNoLayout(base) { return reason }
        guard conflicts.joined().allSatisfy({ isKnown.indices.contains($0) && isKnown[$0] }) else { return "a member is another row" }
        let matrix = system.matrix
        var isMoving: [Bool] = []
        for row in system.rows.indices where system.isRequired(row) && !isKnown[row] {
            if isMoving.isEmpty {
                isMoving = [Bool](repeating: false, count: base.count)
                for change in groups.lazy.flatMap({ $0.alternatives.joined() }) where isMoving.indices.contains(change.variable) {
                    isMoving[change.variable] = true
                }
            }
            if matrix.range(of: row).contains(where: { isMoving[Int(matrix.columns[$0])] }) { return "\(system.id(of: row)) may move" }
            if system.violation(of: row, at: base) > Tolerance.violation { return "\(system.id(of: row)) is violated" }
        }
        return nil
    }
}
