internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

// Solves for margins that a log does not print: if its constraints are satisfiable for few values only, that is the answer.

extension AnalysisRun {
    /// Returns the lengths that unknown margins would need for the printed constraints to be satisfiable. Margins that may have
    /// any length are omitted.
    ///
    /// Opposite margins of one view are nearly always equal, so they are assumed equal if both are unknown.
    func neededMargins() throws(Budget.Spent) -> [NeededMargin] {
        var sides: [Int: [String: Int]] = [:]
        let ids = Dictionary(system.document.views.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for (index, variable) in system.variables.enumerated() {
            guard case .unknown(let words) = variable else { continue }
            let parts = words.split(separator: " of ", maxSplits: 1)
            if parts.count == 2, parts[0].hasSuffix(" margin"), let view = ids[String(parts[1])] {
                sides[view, default: [:]][String(parts[0].dropLast(7))] = index
            }
        }
        var needed: [NeededMargin] = []
        for (view, margins) in sides.sorted(by: { $0.key < $1.key }) {
            for pair in [["left", "right"], ["top", "bottom"]] {
                let own = pair.compactMap { side in margins[side].map { (side, $0) } }
                guard let first = own.first, let range = try range(of: own.map(\.1)) else { continue }
                guard range.min.map({ $0.isPositive }) ?? false || range.max != nil else { continue }
                needed.append(NeededMargin(view: view, sides: own.count == 2 ? pair : [first.0], min: range.min, max: range.max))
            }
        }
        return needed
    }

    /// Returns the range of the first variable in which all required rows are satisfiable, if the other variables are equal to
    /// it. Returns nil if it is empty.
    private func range(of variables: [Int]) throws(Budget.Spent) -> (min: Rational?, max: Rational?)? {
        var program = system.program(hard: system.rows.indices.filter(system.isRequired))
        for other in variables.dropFirst() {
            let entries = [SparseRow.Entry(variables[0], .one), SparseRow.Entry(other, -1)].sorted { $0.column < $1.column }
            program.append(LinearProgram.Row(SparseRow(constant: .zero, sorted: entries), .equal))
        }
        guard case .optimal(var solution) = try Solver(budget: budget()).solve(program) else { return nil }
        let ends = try solution.range(of: variables[0])
        func value(_ end: RangeEnd) -> Rational? {
            if case .finite(let value, _, _) = end { return value }
            return nil
        }
        return (value(ends.least), value(ends.greatest))
    }
}
