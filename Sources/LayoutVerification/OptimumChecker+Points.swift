public import ExactArithmetic
internal import LayoutLowering

/// Checks of other optimal points, and of rays along which all points are optimal. They are stated as changes of the proven
/// point, so that only rows that change are evaluated.
extension OptimumChecker {
    /// Checks that a layout is optimal as well.
    public func checkOptimal(_ point: [Rational]) -> [Refusal] {
        let foundation = refusalsOfFoundation("alternate")
        guard foundation.isEmpty else { return foundation }
        var point = point
        if let subsystem {
            guard let part = subsystem.part(of: point) else {
                return [Refusal("alternate", "the layout differs in variables that are the same in all optima")]
            }
            point = part
        }
        var scratch = MoveScratch(self)
        return whyNotOptimal(point, &scratch).map { [Refusal("alternate", $0)] } ?? []
    }

    /// Checks that the layout with these changes from the proven one is optimal as well.
    public func checkOptimal(changes: [VariableChange]) -> [Refusal] {
        let foundation = refusalsOfFoundation("alternate")
        guard foundation.isEmpty else { return foundation }
        var changes = changes
        if let subsystem {
            for place in changes.indices {
                guard let own = subsystem.place(ofVariable: changes[place].variable) else {
                    return [Refusal("alternate", "the layout differs in variables that are the same in all optima")]
                }
                changes[place].variable = own
            }
        }
        var scratch = MoveScratch(self)
        return whyNotOptimal(changes, &scratch).map { [Refusal("alternate", $0)] } ?? []
    }

    /// Working storage: the changes of the rows' values from the proven point to another, and their slopes along a ray.
    struct MoveScratch {
        var changes: SparseSum
        var slopes: SparseSum
        var levels: SparseSum

        init(_ checker: OptimumChecker) {
            changes = SparseSum(count: checker.problem.rows.count)
            slopes = SparseSum(count: checker.problem.rows.count)
            levels = SparseSum(count: checker.problem.levels.count)
        }
    }

    /// Returns why a point is not optimal, or nil if it is. It has a value for each variable.
    func whyNotOptimal(_ point: [Rational], _ scratch: inout MoveScratch) -> String? {
        if let reason = checker.whyNoLayout(point) { return reason }
        let moved = point.indices.lazy.filter { [evidence] in point[$0] != evidence.point[$0] }
        return whyNotOptimal(moved.map { VariableChange($0, point[$0] - evidence.point[$0]) }, &scratch)
    }

    /// Returns why a layout is not optimal, or nil if it is. Then `scratch.changes` is the change of each row's value.
    func whyNotOptimal(_ moved: [VariableChange], _ scratch: inout MoveScratch) -> String? {
        scratch.changes.reset()
        scratch.levels.reset()
        if let reason = whyNoMove(moved) { return reason }
        for step in moved {
            for column in columns[step.variable] { scratch.changes.add(step.change * column.coefficient, at: column.row) }
        }
        for row in scratch.changes.touched {
            let value = values[row] + scratch.changes[row]
            switch problem.rows[row].role {
            case .equal:
                if !value.isZero { return "\(system.id(of: problem.rows[row].source)) is not satisfied" }
            case .atLeast:
                if value.isNegative { return "\(system.id(of: problem.rows[row].source)) is not satisfied" }
            case .soft(let level, _):
                scratch.levels.add(violation(of: row, value: value) - violation(of: row, value: values[row]), at: level)
            }
        }
        return whyLevelsChange(scratch)
    }

    /// Returns why layouts along a ray from a point do not remain optimal, or nil if they do. Then `scratch.slopes` is each row's
    /// slope.
    func whyNotOptimal(from moved: [VariableChange], along ray: [VariableChange], _ scratch: inout MoveScratch) -> String? {
        scratch.slopes.reset()
        if let reason = whyNotOptimal(moved, &scratch) { return reason }
        scratch.levels.reset()
        if let reason = whyNoMove(ray) { return "the ray is not valid: \(reason)" }
        for step in ray {
            for column in columns[step.variable] { scratch.slopes.add(step.change * column.coefficient, at: column.row) }
        }
        for row in scratch.slopes.touched {
            let slope = scratch.slopes[row]
            let value = values[row] + scratch.changes[row]
            let id = system.id(of: problem.rows[row].source)
            switch problem.rows[row].role {
            case .equal:
                if !slope.isZero { return "\(id) is violated along the ray" }
            case .atLeast:
                if slope.isNegative { return "\(id) is violated along the ray" }
            case .soft(let level, let isEquality):
                // A value that moves towards 0 crosses it, and there the slope of its violation changes sign.
                if value.signum * slope.signum < 0 { return "the violation of \(id) does not change evenly along the ray" }
                let grows = isEquality ? slope.magnitude : slope.isNegative ? -slope : .zero
                scratch.levels.add(grows, at: level)
            }
        }
        return whyLevelsChange(scratch)
    }

    /// Returns why a list of changes is malformed, or nil: its variables must ascend, and none may be 0 by definition.
    private func whyNoMove(_ moved: [VariableChange]) -> String? {
        var last = -1
        for step in moved {
            guard system.variables.indices.contains(step.variable), step.variable > last else {
                return "the variables of the ray are unknown or not in ascending order"
            }
            guard !system.isFixedAtZero(step.variable) else { return "\(checker.name(of: step.variable)) must be 0 but is not" }
            last = step.variable
        }
        return nil
    }

    private func whyLevelsChange(_ scratch: MoveScratch) -> String? {
        scratch.levels.touched.sorted().first { !scratch.levels[$0].isZero }
            .map { "the total violation at priority \(problem.levels[$0].decimalText()) changes" }
    }
}
