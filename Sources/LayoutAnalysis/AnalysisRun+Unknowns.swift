internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

// Solves for margins and baselines that a log does not print: if its constraints are satisfiable for few values only, that is the answer.

extension AnalysisRun {
    /// Returns the lengths that unknown margins would need for the printed constraints to be satisfiable. Margins that may have
    /// any length are omitted.
    ///
    /// Opposite margins of one view are nearly always equal, so they are assumed equal if both are unknown.
    func neededMargins() throws(Budget.Spent) -> [NeededMargin] {
        var sides: [Int: [String: Int]] = [:]
        for unknown in unknowns where unknown.attribute.hasSuffix(" margin") {
            sides[unknown.view, default: [:]][String(unknown.attribute.dropLast(7))] = unknown.variable
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

    /// Returns the distances from the tops of views that unknown first baselines would need for the printed constraints to be satisfiable,
    /// which are not larger than some length.
    func neededBaselines() throws(Budget.Spent) -> [NeededMargin] {
        var needed: [NeededMargin] = []
        for unknown in unknowns where unknown.attribute == "first baseline" {
            guard let range = try range(of: [unknown.variable]), let max = range.max else { continue }
            needed.append(NeededMargin(view: unknown.view, sides: [], min: range.min.flatMap { $0.isPositive ? $0 : nil }, max: max))
        }
        return needed
    }

    /// The variables of lengths that the log does not print, each with the words for its attribute and its view.
    private var unknowns: [(attribute: Substring, view: Int, variable: Int)] {
        let ids = Dictionary(system.document.views.enumerated().map { ($1.id, $0) }) { first, _ in first }
        return system.variables.enumerated().compactMap { index, variable in
            guard case .unknown(let words) = variable else { return nil }
            let parts = words.split(separator: " of ", maxSplits: 1)
            return parts.count == 2 ? ids[String(parts[1])].map { (parts[0], $0, index) } : nil
        }
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
