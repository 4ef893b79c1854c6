internal import ExactArithmetic
internal import LayoutLowering
public import LayoutModel
internal import Simplex

extension Analyzer {
    /// Returns whether a change of constants ends a conflict in a layout of another size, too. If it is not known, it does not.
    ///
    /// - Parameters:
    ///   - remedy: the change. If its outcome is that nothing conflicts, nothing may conflict in the other layout either.
    ///   - rows: the ids of the conflict's rows.
    public func isEnded(_ rows: [String], by remedy: Remedy, in document: LayoutDocument) -> Bool {
        guard let constant = remedy.to else { return false }
        var changed = document
        let names = Set(remedy.constraints)
        for index in changed.constraints.indices where names.contains(changed.constraints[index].id) {
            changed.constraints[index].constant = constant
        }
        let system = LoweredSystem(lowering: secondPass(of: changed))
        let budget = Budget { [options] in !options.interest.isWanted() }
        let oracle = FeasibilityOracle(system: system, budget: budget)
        var asked = oracle.all
        if remedy.outcome?.verdict == .conflicting {
            let own = system.rows(named: rows)
            asked = asked.filter { system.isBackground($0) || own.contains($0) }
        }
        if case .canHold = try? oracle.answer(asked) { return true }
        return false
    }

    /// Returns whether some of the rows with these ids differ between two sizes of a layout.
    public func differ(_ rows: [String], between document: LayoutDocument, and other: LayoutDocument) -> Bool {
        SizedRow.all(named: rows, of: secondPass(of: document)) != SizedRow.all(named: rows, of: secondPass(of: other))
    }
}

/// A row of a layout of one size.
private struct SizedRow: Hashable {
    var id: String
    var terms: [LinearTerm]
    var constant: Rational

    static func all(named ids: [String], of document: LayoutDocument) -> Set<SizedRow> {
        let system = LoweredSystem(lowering: document)
        return Set(
            system.rows(named: ids).map { SizedRow(id: system.id(of: $0), terms: Array(system.terms(of: $0)), constant: system.rows[$0].constant) })
    }
}
