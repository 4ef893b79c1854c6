internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct OptimalSetTests {
    /// Two rows of one priority that want y to be 10 and 30: every y between is as good.
    private func tie(_ change: (inout OptimumEvidence) -> Void = { _ in }) -> (LoweredSystem, OptimumChecker) {
        let system = position(constraint("a", .top, to: .top, 10, priority: 500), constraint("b", .top, to: .top, 30, priority: 500))
        let proof = DualProof(objective: .level(0), bound: 20, combination: system.combination([("a", 1), ("b", -1)]))
        let range = RangeEvidence(
            variable: titleY,
            least: .finite(
                from: layout(8, 10, 54, 20), to: layout(8, 10, 54, 20),
                proof: DualProof(objective: .variable(titleY, sign: 1), bound: 10, combination: system.combination([("a", -1)]))),
            greatest: .finite(
                from: layout(8, 10, 54, 20), to: layout(8, 30, 54, 20),
                proof: DualProof(objective: .variable(titleY, sign: -1), bound: -30, combination: system.combination([("b", 1)]))))
        var evidence = OptimumEvidence(point: layout(8, 10, 54, 20), levels: [proof], ranges: [range])
        change(&evidence)
        return (system, OptimumChecker(system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false), evidence: evidence))
    }

    @Test func `a tie of priorities is proven`() {
        var (system, checker) = tie()
        #expect(checker.optimumRefusals.isEmpty)
        #expect(checker.checkUniqueness(degreesOfFreedom: 1).isEmpty)
        #expect(checker.checkCause(variable: titleY, cause: .priorityTie).isEmpty)
        #expect(checker.checkTied([system.row("a"), system.row("b")]).isEmpty)
    }

    @Test func `other rows are refused as tied`() {
        var (system, checker) = tie()
        #expect(!checker.checkTied([system.row("a"), system.row("b")]).isEmpty, "before the set is proven")
        #expect(checker.checkUniqueness(degreesOfFreedom: 1).isEmpty)
        #expect(!checker.checkTied([system.row("a")]).isEmpty)
        #expect(!checker.checkTied([system.row("a"), system.row("a")]).isEmpty)
        #expect(!checker.checkTied([system.row("a"), system.row("c1")]).isEmpty)
        #expect(!checker.checkTied([system.row("a"), 99]).isEmpty)
        #expect(!checker.checkCause(variable: titleY, cause: .underconstrained).isEmpty)
    }

    @Test func `a ray along which a violation turns is refused`() {
        // From 30 down, a's violation falls to 0 at 10 and grows beyond.
        var (_, checker) = tie {
            $0.ranges[0].least = .unbounded(from: layout(8, 10, 54, 20), at: layout(8, 30, 54, 20), ray: [0, 0, 0, 0, 0, -1, 0, 0])
        }
        #expect(
            checker.checkRanges().map(\.reason) == [
                "the ray to the least value is not valid: the violation of a does not change evenly along the ray"
            ])
    }

    @Test func `a range of one point is refused`() {
        var (_, checker) = tie { $0.ranges[0].greatest = $0.ranges[0].least }
        #expect(!checker.checkRanges().isEmpty)
    }

    @Test func `something later is free though higher rows tie`() {
        // x is tied, y is free of any row: y is underconstrained, x is not.
        let system = system([
            constraint("h", .height, 20), constraint("w", .width, 20), constraint("a", .left, to: .left, 0, priority: 500),
            constraint("b", .left, to: .left, 10, priority: 500),
        ])
        let y = [0, 0, 0, 0, 0, 1, 0, 0] as [Rational]
        let point = layout(0, 0, 20, 20)
        func bound(_ sign: Int, _ value: Rational, _ row: String, _ factor: Rational) -> RangeEnd {
            .finite(
                from: point, to: layout(Rational(sign) * value, 0, 20, 20),
                proof: DualProof(objective: .variable(titleX, sign: sign), bound: value, combination: system.combination([(row, factor)])))
        }
        let evidence = OptimumEvidence(
            point: point,
            levels: [DualProof(objective: .level(0), bound: 10, combination: system.combination([("a", 1), ("b", -1)]))],
            ranges: [
                RangeEvidence(variable: titleX, least: bound(1, 0, "a", -1), greatest: bound(-1, -10, "b", 1)),
                RangeEvidence(
                    variable: titleY, least: .unbounded(from: point, at: point, ray: y.map { -$0 }),
                    greatest: .unbounded(from: point, at: point, ray: y)),
            ])
        var checker = OptimumChecker(system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false), evidence: evidence)
        #expect(checker.checkUniqueness(degreesOfFreedom: 2).isEmpty)
        #expect(checker.checkCause(variable: titleX, cause: .priorityTie).isEmpty)
        #expect(checker.checkCause(variable: titleY, cause: .underconstrained).isEmpty)
    }

    /// Two inequalities that leave y one value; no level tells so.
    private func squeezed(_ change: (inout OptimumEvidence) -> Void = { _ in }) -> OptimumChecker {
        let system = position(constraint("p", .top, .greaterThanOrEqual, to: .top, 5), constraint("q", .top, .lessThanOrEqual, to: .top, 5))
        let zero = ["p", "q"].map { id in
            DualProof(
                objective: .negatedSide(RowSide(system.row(id), .above)), bound: 0, combination: system.combination([("p", -1), ("q", -1)]))
        }
        var evidence = OptimumEvidence(point: layout(8, 5, 54, 20), levels: [], zeroSides: zero)
        change(&evidence)
        return OptimumChecker(system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false), evidence: evidence)
    }

    @Test func `inequalities that are tight everywhere make a value unique`() {
        var checker = squeezed()
        #expect(checker.checkUniqueness(degreesOfFreedom: 0).isEmpty)
    }

    @Test func `a side that is claimed to be 0 needs its proof`() {
        var without = squeezed { $0.zeroSides = [] }
        #expect(!without.checkUniqueness(degreesOfFreedom: 0).isEmpty)
        #expect(!without.checkUniqueness(degreesOfFreedom: 1).isEmpty)
        var wrong = squeezed { $0.zeroSides[0].combination.terms[0].factor = -2 }
        #expect(!wrong.checkRanges().isEmpty)
        var other = squeezed { $0.zeroSides[0].objective = .negatedSide(RowSide($0.zeroSides[0].combination.terms[0].row, .below)) }
        #expect(!other.checkRanges().isEmpty)
        var bound = squeezed { $0.zeroSides[0].bound = -1 }
        #expect(!bound.checkRanges().isEmpty)
    }

    @Test func `an inequality whose value the equations give needs no proof`() {
        // y is 5, so that p is tight and q is not.
        let system = position(
            constraint("e", .top, to: .top, 5), constraint("p", .top, .greaterThanOrEqual, to: .top, 5),
            constraint("q", .top, .lessThanOrEqual, to: .top, 9))
        var checker = OptimumChecker(
            system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false),
            evidence: OptimumEvidence(point: layout(8, 5, 54, 20), levels: []))
        #expect(checker.checkUniqueness(degreesOfFreedom: 0).isEmpty)
    }

    /// Two rows of one priority that want the height to be 10 and 30, and a width that is twice the height.
    private func following(_ change: (inout OptimumEvidence) -> Void = { _ in }) -> [Refusal] {
        let double = LayoutConstraint(
            id: "double", first: LayoutAnchor(title, .width), relation: .equal, second: LayoutAnchor(title, .height), multiplier: 2, constant: 0)
        let system = system([
            constraint("x", .left, to: .left, 0), constraint("y", .top, to: .top, 0), double, constraint("a", .height, 10, priority: 500),
            constraint("b", .height, 30, priority: 500),
        ])
        let (width, height) = (LoweredSystem.variable(title, .width), LoweredSystem.variable(title, .height))
        let point = layout(0, 0, 20, 10)
        let range = RangeEvidence(
            variable: height,
            least: .finite(
                from: point, to: point,
                proof: DualProof(objective: .variable(height, sign: 1), bound: 10, combination: system.combination([("a", -1)]))),
            greatest: .finite(
                from: point, to: layout(0, 0, 60, 30),
                proof: DualProof(objective: .variable(height, sign: -1), bound: -30, combination: system.combination([("b", 1)]))))
        var evidence = OptimumEvidence(
            point: point, levels: [DualProof(objective: .level(0), bound: 20, combination: system.combination([("a", 1), ("b", -1)]))],
            ranges: [range], followers: [FollowerEvidence(variable: width, leader: height, factor: 2)])
        change(&evidence)
        var checker = OptimumChecker(
            system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false), evidence: evidence)
        return checker.checkUniqueness(degreesOfFreedom: 1)
    }

    @Test func `a variable that changes in proportion to one with a range needs no proof of its own`() {
        #expect(following().isEmpty)
    }

    @Test func `followers that are none are refused`() {
        #expect(!following { $0.followers = [] }.isEmpty)
        #expect(!following { $0.followers[0].factor = 3 }.isEmpty, "another factor")
        #expect(!following { $0.followers[0].factor = 0 }.isEmpty)
        #expect(!following { $0.followers[0].leader = $0.followers[0].variable }.isEmpty, "it follows itself")
        #expect(!following { $0.followers[0].leader = 4 }.isEmpty, "x has no range")
        #expect(!following { $0.followers[0].variable = $0.ranges[0].variable }.isEmpty, "it has a range of its own")
        #expect(!following { $0.followers[0].variable = 99 }.isEmpty)
    }

    @Test func `an inequality that is tight at every end needs a further layout`() {
        // width + height <= 10: at each end of each range the sum is just 10, though within the set it is less.
        let sum = LayoutConstraint(
            id: "sum", first: LayoutAnchor(title, .width), relation: .lessThanOrEqual, second: LayoutAnchor(title, .height), multiplier: -1,
            constant: 10)
        let system = system([constraint("x", .left, to: .left, 0), constraint("y", .top, to: .top, 0), sum])
        let wide = layout(0, 0, 10, 0)
        let high = layout(0, 0, 0, 10)
        func range(_ dimension: FrameDimension, _ other: FrameDimension, least: [Rational], greatest: [Rational]) -> RangeEvidence {
            let variable = LoweredSystem.variable(title, dimension)
            let low = DualProof(
                objective: .variable(variable, sign: 1), bound: 0, combination: system.combination([("title.\(dimension.name)>=0", -1)]))
            let high = DualProof(
                objective: .variable(variable, sign: -1), bound: -10,
                combination: system.combination([("sum", -1), ("title.\(other.name)>=0", -1)]))
            return RangeEvidence(
                variable: variable, least: .finite(from: wide, to: least, proof: low), greatest: .finite(from: wide, to: greatest, proof: high))
        }
        let ranges = [range(.width, .height, least: high, greatest: wide), range(.height, .width, least: wide, greatest: high)]
        func refusals(_ witnesses: [[Rational]], _ degreesOfFreedom: Int = 2) -> [Refusal] {
            var checker = OptimumChecker(
                system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false),
                evidence: OptimumEvidence(point: wide, levels: [], ranges: ranges, witnesses: witnesses))
            #expect(checker.checkRanges().isEmpty)
            return checker.checkUniqueness(degreesOfFreedom: degreesOfFreedom)
        }
        #expect(refusals([layout(0, 0, 1, 1)]).isEmpty)
        #expect(!refusals([layout(0, 0, 1, 1)], 1).isEmpty)
        #expect(refusals([]).map(\.reason) == ["it is not proven whether sum is satisfied with equality in all optima"])
        #expect(!refusals([layout(0, 0, 6, 6)]).isEmpty, "the further layout is not optimal")
    }

    @Test func `a later level may use what an earlier one holds`() {
        // a wants width 10 at 900, b wants 30 at 400: b is off by 20, by a's factor within the level of b.
        let system = system([
            constraint("x", .left, to: .left, 0), constraint("y", .top, to: .top, 0), constraint("h", .height, 20),
            constraint("a", .width, 10, priority: 900), constraint("b", .width, 30, priority: 400),
        ])
        func checker(_ factor: Rational) -> OptimumChecker {
            let levels = [
                DualProof(objective: .level(0), bound: 0, combination: RowCombination([])),
                DualProof(objective: .level(1), bound: 20, combination: system.combination([("b", -1), ("a", factor)])),
            ]
            return OptimumChecker(
                system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false),
                evidence: OptimumEvidence(point: layout(0, 0, 10, 20), levels: levels))
        }
        var proven = checker(1)
        #expect(proven.optimumRefusals.isEmpty)
        #expect(proven.checkUniqueness(degreesOfFreedom: 0).isEmpty)
        #expect(!checker(2).isOptimumProven)
    }

    @Test func `an optimum within the tolerance is proven over relaxed rows`() {
        let system = position(constraint("p", .top, to: .top, 5), constraint("q", .top, to: .top, Rational(decimal: "5.000001") ?? 0))
        let problem = StagedProblem(system: system, broken: [], isRelaxed: true)
        let soft = { (id: String) in
            problem.rows.indices.first { problem.rows[$0].source == system.row(id) && problem.rows[$0].role == .soft(level: 0, isEquality: true) }
                ?? 0
        }
        let gap = Rational(decimal: "0.000001") ?? 0
        let proof = DualProof(
            objective: .level(0), bound: gap, combination: RowCombination([RowCombination.Term(soft("p"), 1), RowCombination.Term(soft("q"), -1)]))
        let near = OptimumChecker(system: system, problem: problem, evidence: OptimumEvidence(point: layout(8, 5, 54, 20), levels: [proof]))
        #expect(near.optimumRefusals.isEmpty)
        let far = OptimumChecker(system: system, problem: problem, evidence: OptimumEvidence(point: layout(8, 6, 54, 20), levels: [proof]))
        #expect(!far.optimumRefusals.isEmpty)
    }
}
