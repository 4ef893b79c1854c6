internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// What a layout is at one place: its set of optima, as far as the verdict needs it.
struct SizeSample {
    var optimum: Optimum
    /// An optimum at which every row has the sign that it has at most optima: 0 only where it is 0 at all of them.
    let interior: [Rational]
    /// Where the layout is ambiguous, another optimum that is far enough from the interior one or the optimum's point.
    let other: [Rational]?
    /// What is not the same all over the set of optima.
    let varying: Set<Int>

    /// Rows hold within the tolerance alone.
    var isRelaxed: Bool { !optimum.problem.rows.areSources }

    var verdict: Analysis.Verdict { other == nil ? .clean : .ambiguous }

    /// nil where the layout conflicts.
    init?(_ system: LoweredSystem, budget: Budget) throws(Budget.Spent) {
        var found = try Optimum(system: system, broken: [], isRelaxed: false, budget: budget)
        if found == nil {
            let required = RequiredRows(system: system, budget: budget)
            guard case .canHold = try required.answer(required.all) else { return nil }
            // Within the tolerance alone.
            found = try Optimum(system: system, broken: [], isRelaxed: true, budget: budget)
        }
        guard var optimum = found else { return nil }
        let varying = try optimum.varyingVariables()
        interior = optimum.interior
        other = try SizeSample.apart(in: &optimum, varying)
        self.varying = Set(varying)
        self.optimum = optimum
    }

    /// An optimum that differs from the point in some variable by a range that counts; nil where no range does.
    private static func apart(in optimum: inout Optimum, _ varying: [Int]) throws(Budget.Spent) -> [Rational]? {
        let (point, interior) = (optimum.point, optimum.interior)
        if varying.contains(where: { (interior[$0] - point[$0]).magnitude >= VariableRange.leastLength }) { return interior }
        for variable in varying {
            let range = try optimum.range(of: variable)
            for end in [range.ends.least, range.ends.greatest] {
                let moved = point.changed(by: end.sample(of: variable, step: .one))
                if (moved[variable] - point[variable]).magnitude >= VariableRange.leastLength { return moved }
            }
            // Each end is near the point, but they are apart from each other: the farther one counts.
            if range.counts { return point.changed(by: range.ends.greatest.sample(of: variable, step: .one)) }
        }
        return nil
    }

    /// The checker of the optimum, and what it refuses of the verdict.
    mutating func judge() throws(Budget.Spent) -> (checker: OptimumChecker, refusals: [Refusal]) {
        if let other {
            let checker = OptimumChecker(
                system: optimum.system, problem: optimum.problem, evidence: try optimum.evidenceOfPoint())
            return (checker, checker.optimumRefusals + checker.checkOptimal(interior) + checker.checkOptimal(other))
        }
        for variable in varying.sorted() { _ = try optimum.range(of: variable) }
        let degrees = try optimum.degreesOfFreedom()
        var checker = OptimumChecker(system: optimum.system, problem: optimum.problem, evidence: try optimum.evidence())
        var refusals = checker.optimumRefusals
        if refusals.isEmpty { refusals = checker.checkRanges() + checker.checkUniqueness(degreesOfFreedom: degrees) }
        return (checker, refusals)
    }
}
