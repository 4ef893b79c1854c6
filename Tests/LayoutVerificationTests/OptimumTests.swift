internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct OptimumTests {
    /// The example with c3 broken: the title is 6 too narrow, and its y is free from 0 upwards.
    private let point = layout(8, 0, 54, 20)

    private func evidence(_ change: (inout OptimumEvidence) -> Void = { _ in }) -> OptimumEvidence {
        let system = example()
        var ray = [Rational](repeating: 0, count: 8)
        ray[titleY] = 1
        let levels = [
            DualProof(
                objective: .level(0), bound: 6,
                combination: system.combination([("c3", -1), ("c2", 1), ("c1", -1), ("root.width==size", 1)]))
        ]
        let range = RangeEvidence(
            variable: titleY,
            least: .finite(
                from: point, to: point,
                proof: DualProof(objective: .variable(titleY, sign: 1), bound: 0, combination: system.combination([("c5", -1)]))),
            greatest: .unbounded(from: point, at: point, ray: ray))
        var evidence = OptimumEvidence(point: point, levels: levels, ranges: [range])
        change(&evidence)
        return evidence
    }

    private func checker(broken: [String] = ["c3"], _ change: (inout OptimumEvidence) -> Void = { _ in }) -> OptimumChecker {
        let system = example()
        let problem = StagedProblem(system: system, broken: Set(broken.map(system.row)), isRelaxed: false)
        return OptimumChecker(system: system, problem: problem, evidence: evidence(change))
    }

    @Test func `the optimum, its ranges, its dimension and the cause are proven`() {
        var checker = checker()
        #expect(checker.optimumRefusals.isEmpty)
        #expect(checker.checkRanges().isEmpty)
        #expect(checker.checkUniqueness(degreesOfFreedom: 1).isEmpty)
        #expect(checker.checkCause(variable: titleY, cause: .underconstrained).isEmpty)
        #expect(checker.checkOptimal(layout(8, 24, 54, 20)).isEmpty)
    }

    @Test func `another point is refused`() {
        for (index, value) in [(titleX, 9), (titleWidth, 60), (titleY, -1), (0, 1)] as [(Int, Rational)] {
            #expect(!checker { $0.point[index] = value }.isOptimumProven)
            var alternate = point
            alternate[index] = value
            #expect(!checker().checkOptimal(alternate).isEmpty)
        }
        #expect(!checker { $0.point.removeLast() }.isOptimumProven)
        #expect(!checker().checkOptimal([]).isEmpty)
    }

    @Test func `another level's bound or combination is refused`() {
        #expect(!checker { $0.levels[0].bound = 5 }.isOptimumProven)
        #expect(!checker { $0.levels[0].combination.terms[0].factor = -2 }.isOptimumProven)
        #expect(!checker { $0.levels[0].combination.terms[0].row = 99 }.isOptimumProven)
        #expect(!checker { $0.levels[0].objective = .level(1) }.isOptimumProven)
        #expect(!checker { $0.levels = [] }.isOptimumProven)
    }

    @Test func `a level's proof that is only an identity is refused`() {
        // The same identity times 2 needs a violation to cost 2.
        let refused = checker { evidence in
            evidence.levels[0].bound = 12
            for index in evidence.levels[0].combination.terms.indices { evidence.levels[0].combination.terms[index].factor *= 2 }
        }
        #expect(refused.optimumRefusals.map(\.reason) == ["the reduced cost below c3 is negative"])
    }

    @Test func `a level's bound that the point does not reach is refused`() {
        // A violation of 0 or more is proven by nothing at all.
        let refused = checker { evidence in
            evidence.levels[0].bound = 0
            evidence.levels[0].combination.terms = []
        }
        #expect(refused.optimumRefusals.map(\.reason) == ["the layout's total violation is 6, not 0"])
    }

    @Test func `a problem that keeps what is broken is refused`() {
        #expect(!checker(broken: []).isOptimumProven)
        #expect(!checker(broken: ["c2"]).isOptimumProven)
    }

    @Test func `another end of a range is refused`() {
        let least = example().combination([("c5", -1)])
        func refusals(_ end: RangeEnd) -> [Refusal] {
            var checker = checker { $0.ranges[0].least = end }
            return checker.checkRanges()
        }
        func end(_ witness: [Rational], _ bound: Rational, _ combination: RowCombination, variable: Int = titleY, sign: Int = 1) -> RangeEnd {
            .finite(from: point, to: witness, proof: DualProof(objective: .variable(variable, sign: sign), bound: bound, combination: combination))
        }
        #expect(refusals(end(point, 0, least)).isEmpty)
        #expect(!refusals(end(point, 1, least)).isEmpty)
        #expect(!refusals(end(layout(8, 1, 54, 20), 0, least)).isEmpty, "the witness does not reach the end")
        #expect(!refusals(end(layout(8, 0, 55, 20), 0, least)).isEmpty, "the witness is not optimal")
        #expect(!refusals(end(point, 0, RowCombination([]))).isEmpty)
        #expect(!refusals(end(point, 0, example().combination([("c5", 1)]))).isEmpty)
        #expect(!refusals(end(point, 0, least, variable: titleX)).isEmpty)
        #expect(!refusals(end(point, 0, least, sign: -1)).isEmpty)
    }

    @Test func `a bound needs an identity, and reduced costs of the right sign`() {
        func reasons(_ change: (inout RangeEvidence) -> Void) -> [String] {
            var checker = checker { change(&$0.ranges[0]) }
            return checker.checkRanges().map(\.reason)
        }
        // y of at least 1, shown by a layout where it is 1, and a combination that gives 0.
        let raised = reasons { range in
            range.least = .finite(
                from: point, to: layout(8, 1, 54, 20),
                proof: DualProof(objective: .variable(titleY, sign: 1), bound: 1, combination: example().combination([("c5", -1)])))
        }
        #expect(raised == ["the proof of the least value is not valid: the combination proves the bound 0, not 1"])
        // y of at most 0, by y >= 0 the wrong way round.
        let reversed = reasons { range in
            range.greatest = .finite(
                from: point, to: point,
                proof: DualProof(objective: .variable(titleY, sign: -1), bound: 0, combination: example().combination([("c5", 1)])))
        }
        #expect(reversed.first == "the proof of the greatest value is not valid: the reduced cost above c5 is negative")
    }

    @Test func `a ray that a hard inequality ends is refused`() {
        let system = position(
            constraint("low", .top, .greaterThanOrEqual, to: .top, 0), constraint("high", .top, .lessThanOrEqual, to: .top, 30))
        let low = DualProof(objective: .variable(titleY, sign: 1), bound: 0, combination: system.combination([("low", -1)]))
        let range = RangeEvidence(
            variable: titleY, least: .finite(from: point, to: point, proof: low),
            greatest: .unbounded(from: point, at: point, ray: [0, 0, 0, 0, 0, 1, 0, 0]))
        var checker = OptimumChecker(
            system: system, problem: StagedProblem(system: system, broken: [], isRelaxed: false),
            evidence: OptimumEvidence(point: point, levels: [], ranges: [range]))
        #expect(checker.checkRanges().map(\.reason) == ["the ray to the greatest value is not valid: high is violated along the ray"])
    }

    @Test func `another ray is refused`() {
        func refusals(_ ray: [Rational]) -> [Refusal] {
            var checker = checker { $0.ranges[0].greatest = .unbounded(from: point, at: point, ray: ray) }
            return checker.checkRanges()
        }
        let up = [0, 0, 0, 0, 0, 1, 0, 0] as [Rational]
        #expect(refusals(up).isEmpty)
        #expect(!refusals(up.map { -$0 }).isEmpty, "it falls, and c5 with it")
        #expect(!refusals([0, 0, 0, 0, 1, 1, 0, 0]).isEmpty, "c1 is hard")
        #expect(!refusals([0, 0, 0, 0, 0, 0, 0, 0]).isEmpty)
        #expect(!refusals([0, 1, 0, 0, 0, 1, 0, 0]).isEmpty, "the root's origin is 0")
        #expect(!refusals([1]).isEmpty)
    }

    @Test func `a ray along which a violation grows or ends is refused`() {
        let system = position(constraint("a", .top, to: .top, 10, priority: 500))
        let problem = StagedProblem(system: system, broken: [], isRelaxed: false)
        let ray = [0, 0, 0, 0, 0, 1, 0, 0] as [Rational]
        let proof = DualProof(objective: .level(0), bound: 0, combination: RowCombination([]))
        let range = RangeEvidence(
            variable: titleY,
            least: .finite(
                from: layout(8, 10, 54, 20), to: layout(8, 10, 54, 20),
                proof: DualProof(objective: .variable(titleY, sign: 1), bound: 10, combination: system.combination([("a", -1)]))),
            greatest: .unbounded(from: layout(8, 10, 54, 20), at: layout(8, 10, 54, 20), ray: ray))
        var checker = OptimumChecker(
            system: system, problem: problem, evidence: OptimumEvidence(point: layout(8, 10, 54, 20), levels: [proof], ranges: [range]))
        #expect(checker.isOptimumProven)
        #expect(checker.checkRanges().count == 1)
    }

    @Test func `a variable that is left out is refused`() {
        var checker = checker { $0.ranges = [] }
        #expect(!checker.checkUniqueness(degreesOfFreedom: 1).isEmpty)
    }

    @Test func `a variable listed twice is refused`() {
        var checker = checker { $0.ranges.append($0.ranges[0]) }
        #expect(!checker.checkRanges().isEmpty)
    }

    @Test func `another number of degrees of freedom is refused`() {
        for count in [0, 2] {
            var checker = checker()
            #expect(!checker.checkUniqueness(degreesOfFreedom: count).isEmpty)
        }
    }

    @Test func `another cause is refused`() {
        var checker = checker()
        #expect(!checker.checkCause(variable: titleY, cause: .underconstrained).isEmpty, "before the set is proven")
        #expect(checker.checkUniqueness(degreesOfFreedom: 1).isEmpty)
        #expect(!checker.checkCause(variable: titleY, cause: .priorityTie).isEmpty)
        #expect(!checker.checkCause(variable: titleX, cause: .underconstrained).isEmpty)
        #expect(!checker.checkTied([example().row("c3"), example().row("c5")]).isEmpty)
    }
}
