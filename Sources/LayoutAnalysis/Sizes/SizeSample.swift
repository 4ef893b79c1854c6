internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The optimum at one place, and its set of optima as far as the verdict depends on that.
struct SizeSample {
    var optimum: Optimum
    /// An optimum in the relative interior: a row is 0 there only if it is 0 at all optima.
    let interior: [Rational]
    /// If the layout is ambiguous, another optimum that differs enough from the interior one or from the optimum's point.
    let other: [Rational]?
    /// The variables that are not constant on the set of optima.
    let varying: Set<Int>

    /// Whether rows are satisfiable only within the tolerance.
    var isRelaxed: Bool { !optimum.problem.rows.areSources }

    var verdict: Analysis.Verdict { other == nil ? .clean : .ambiguous }

    /// Returns nil if the layout conflicts.
    init?(_ system: LoweredSystem, budget: Budget) throws(Budget.Spent) {
        var found = try Optimum(system: system, broken: [], isRelaxed: false, budget: budget)
        if found == nil {
            let required = FeasibilityOracle(system: system, budget: budget)
            guard case .canHold = try required.answer(required.all) else { return nil }
            // The rows are satisfiable only within the tolerance.
            found = try Optimum(system: system, broken: [], isRelaxed: true, budget: budget)
        }
        guard var optimum = found else { return nil }
        let varying = try optimum.varyingVariables()
        interior = optimum.interior
        other = try SizeSample.apart(in: &optimum, varying)
        self.varying = Set(varying)
        self.optimum = optimum
    }

    /// Returns an optimum that differs from the point in some variable by the minimum width of a range, or nil if no range is
    /// wide enough.
    private static func apart(in optimum: inout Optimum, _ varying: [Int]) throws(Budget.Spent) -> [Rational]? {
        let (point, interior) = (optimum.point, optimum.interior)
        if varying.contains(where: { (interior[$0] - point[$0]).magnitude >= VariableRange.leastLength }) { return interior }
        for variable in varying {
            let range = try optimum.range(of: variable)
            for end in [range.ends.least, range.ends.greatest] {
                let moved = point.changed(by: end.sample(of: variable, step: .one))
                if (moved[variable] - point[variable]).magnitude >= VariableRange.leastLength { return moved }
            }
            // Both ends are near the point but far enough from each other. The farther one is used.
            if range.counts { return point.changed(by: range.ends.greatest.sample(of: variable, step: .one)) }
        }
        return nil
    }

    /// Returns the checker of the optimum, and its refusals of the verdict.
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
