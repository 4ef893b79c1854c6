public import ExactArithmetic
public import LayoutLowering
public import LayoutModel
public import Simplex

/// Computes the ranges of linear functions of frames over all optimal layouts, or over all layouts that required rows allow at
/// some sizes of the root.
///
/// The results are exact. Unlike those in a report, they are not verified by `LayoutVerification`.
public struct ExpressionRanges {
    /// The minimum and maximum, or nil if unbounded.
    public struct Range: Sendable, Hashable {
        public var least: Rational?
        public var greatest: Rational?
    }

    private var solution: Solution

    /// Creates the ranges over the optimal layouts of a document.
    ///
    /// - Parameter broken: ids of the rows that are broken, as the report has them.
    /// - Returns: nil if there is no layout.
    public init?(_ document: LayoutDocument, broken ids: [String], budget: Budget) throws(Budget.Spent) {
        let system = LoweredSystem(lowering: document)
        let broken = system.rows(named: ids)
        for isRelaxed in [false, true] {
            let problem = StagedProblem(system: system, broken: broken, isRelaxed: isRelaxed)
            if case .optimal(let solution) = try Solver(budget: budget).solve(problem.program(of: system)) {
                self.solution = solution
                return
            }
        }
        return nil
    }

    /// Creates the ranges over all layouts that satisfy every required row exactly, with the root's size anywhere in these
    /// ranges.
    ///
    /// - Returns: nil if there is no layout.
    public init?(_ document: LayoutDocument, sizes: [Axis: ClosedRange<Rational>], budget: Budget) throws(Budget.Spent) {
        let system = LoweredSystem(lowering: document)
        let free = Axis.allCases.filter { sizes[$0] != nil }.compactMap(system.rootSizeRow)
        var program = system.program(hard: system.rows.indices.filter { system.isRequired($0) && !free.contains($0) })
        for axis in Axis.allCases {
            guard let range = sizes[axis] else { continue }
            let variable = system.rootSize(along: axis)
            program.append(LinearProgram.Row(SparseRow(constant: -range.lowerBound, sorted: [SparseRow.Entry(variable, .one)]), .atLeast))
            program.append(LinearProgram.Row(SparseRow(constant: range.upperBound, sorted: [SparseRow.Entry(variable, -1)]), .atLeast))
        }
        guard case .optimal(let solution) = try Solver(budget: budget).solve(program) else { return nil }
        self.solution = solution
    }

    /// Returns the range of a row's expression in a system with the same views.
    public mutating func range(of row: Int, in asked: LoweredSystem) throws(Budget.Spent) -> Range {
        let ends = try solution.range(of: asked.expression(of: row))
        func value(_ end: RangeEnd) -> Rational? {
            if case .finite(let value, _, _) = end { return value }
            return nil
        }
        return Range(least: value(ends.least), greatest: value(ends.greatest))
    }
}
