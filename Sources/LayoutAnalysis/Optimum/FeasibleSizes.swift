internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// In which range the root's size can lie so that the required rows connected to it hold.
enum FeasibleSizes {
    static func find(_ system: LoweredSystem, budget: Budget) throws(Budget.Spent) -> FeasibleSize {
        FeasibleSize(
            width: try range(.horizontal, system, budget), height: try range(.vertical, system, budget))
    }

    private static func range(_ axis: Axis, _ system: LoweredSystem, _ budget: Budget) throws(Budget.Spent) -> FeasibleSize.Range? {
        let rows = system.rowsConnected(to: axis)
        let variable = LoweredSystem.variable(system.document.root, axis == .horizontal ? .width : .height)
        let exact = try Solver(budget: budget).solve(system.program(hard: rows))
        if case .optimal(var solution) = exact { return try range(of: variable, &solution) }
        guard case .canHold = try RequiredRows(system: system, budget: budget).answer(rows) else { return nil }
        // The rows hold within the tolerance only: so does the range.
        guard case .optimal(var solution) = try Solver(budget: budget).solve(system.relaxedProgram(hard: rows).program) else { return nil }
        return try range(of: variable, &solution)
    }

    private static func range(of variable: Int, _ solution: inout Solution) throws(Budget.Spent) -> FeasibleSize.Range {
        let ends = try solution.range(of: variable)
        func value(_ end: RangeEnd) -> Rational? {
            if case .finite(let value, _, _) = end { return value }
            return nil
        }
        return FeasibleSize.Range(min: value(ends.least), max: value(ends.greatest))
    }
}
