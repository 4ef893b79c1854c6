internal import ExactArithmetic
internal import Glibc
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct BreakingTests {
    /// a and b conflict and a is broken; then c conflicts with b, b is broken, and a comes back.
    private func widths() -> LoweredSystem {
        system([constraint("a", .width, 10), constraint("b", .width, 20), constraint("c", .width, 10)])
    }

    /// A conflict of two widths, each of 10, 20 or 30.
    private func pair(members: [Int], factors: [Rational], sum: Rational, in system: LoweredSystem) -> ConflictEvidence {
        let layouts: [[Rational]] = [layout(0, 0, 10, 0), layout(0, 0, 20, 0), layout(0, 0, 30, 0)].filter { layout in
            members.count { system.violation(of: $0, at: layout) > 0 } == 1
        }
        let conflict = ConflictEvidence(members: members, factors: factors, sum: sum)
        return layouts.count == 2 ? conflict.shown(by: layouts[0], layouts[1], in: system) : conflict
    }

    /// The changes to a layout from one in which every variable is 0.
    private func changes(to layout: [Rational]) -> [VariableChange] {
        layout.enumerated().compactMap { $1.isZero ? nil : VariableChange($0, $1) }
    }

    /// The changes to a layout whose title has another width than that of the step before.
    private func widened(by points: Rational) -> [VariableChange] { [VariableChange(6, points)] }

    private func evidence(_ change: (inout BreakingEvidence) -> Void = { _ in }) -> BreakingEvidence {
        let system = widths()
        let (a, b, c) = (system.row("a"), system.row("b"), system.row("c"))
        let first = pair(members: [a, b], factors: [-1, 1], sum: -10, in: system)
        let second = pair(members: [b, c], factors: [1, -1], sum: -10, in: system)
        var evidence = BreakingEvidence(
            steps: [
                .init(
                    trigger: b, conflict: first, broken: a, candidates: [a, b], policy: .uikit, isRestored: true,
                    changes: changes(to: layout(0, 0, 10, 0))),
                .init(trigger: c, conflict: second, broken: b, candidates: [b], policy: .uikit, isRestored: false, changes: widened(by: 10)),
            ],
            broken: [b], barriers: [second], witness: layout(0, 0, 10, 0))
        change(&evidence)
        return evidence
    }

    private func refusals(_ change: (inout BreakingEvidence) -> Void = { _ in }) -> [Refusal] {
        Checker(system: widths()).checkBreaking(evidence(change))
    }

    @Test func `breaking and restoring is proven`() {
        #expect(refusals().isEmpty)
    }

    @Test func `another trigger is refused`() {
        let system = widths()
        #expect(!refusals { $0.steps[0].trigger = system.row("c") }.isEmpty)
        #expect(!refusals { $0.steps[0].trigger = system.row("a") }.isEmpty)
        #expect(!refusals { $0.steps[0].trigger = 99 }.isEmpty)
        #expect(!refusals { $0.steps.swapAt(0, 1) }.isEmpty)
    }

    @Test func `another broken row is refused`() {
        let system = widths()
        #expect(!refusals { $0.steps[0].broken = system.row("b") }.isEmpty)
        #expect(!refusals { $0.steps[0].broken = system.row("c") }.isEmpty)
        #expect(!refusals { $0.broken = [] }.isEmpty)
        #expect(!refusals { $0.broken = [system.row("a")] }.isEmpty)
        #expect(!refusals { $0.steps[0].isRestored = false }.isEmpty)
        #expect(!refusals { $0.steps[1].isRestored = true }.isEmpty)
    }

    @Test func `other candidates are refused`() {
        let system = widths()
        #expect(!refusals { $0.steps[0].candidates = [] }.isEmpty)
        #expect(!refusals { $0.steps[0].candidates = [system.row("b"), system.row("a")] }.isEmpty)
        #expect(!refusals { $0.steps[0].candidates = [system.row("a"), system.row("a")] }.isEmpty)
        #expect(!refusals { $0.steps[0].candidates.append(system.row("c")) }.isEmpty)
    }

    @Test func `another conflict is refused`() {
        #expect(!refusals { $0.steps[1].conflict = $0.steps[0].conflict }.isEmpty)
        #expect(!refusals { $0.steps[0].conflict.factors[0] = -2 }.isEmpty)
        #expect(!refusals { $0.steps[0].conflict.sum = -11 }.isEmpty)
        // a was broken when c entered.
        let system = widths()
        #expect(
            !refusals { $0.steps[1].conflict = pair(members: [system.row("a"), system.row("b")], factors: [-1, 1], sum: -10, in: system) }.isEmpty)
    }

    @Test func `a decision that is left out is refused`() {
        let without = refusals { evidence in
            evidence.steps.removeFirst()
            evidence.steps[0].changes = changes(to: layout(0, 0, 20, 0))
        }
        #expect(without.map(\.reason) == ["the rows that remained before the decision are not satisfied: a is violated by 10"])
        #expect(!refusals { $0.steps.removeLast() }.isEmpty)
    }

    @Test func `layouts that do not hold what is kept are refused`() {
        #expect(!refusals { $0.steps[0].changes = changes(to: layout(0, 0, 11, 0)) }.isEmpty)
        #expect(!refusals { $0.steps[1].changes = [] }.isEmpty)
        #expect(!refusals { $0.witness = layout(0, 0, 20, 0) }.isEmpty)
        let reasons = refusals { $0.steps[1].changes.append(VariableChange(1000, 1)) }.map(\.reason)
        #expect(reasons == ["a layout changes an unknown variable"])
    }

    @Test func `a broken row needs a proof that it cannot come back`() {
        #expect(!refusals { $0.barriers = [] }.isEmpty)
        #expect(!refusals { $0.barriers[0].sum = 10 }.isEmpty)
        let system = widths()
        #expect(refusals { $0.barriers[0] = pair(members: [system.row("a"), system.row("b")], factors: [-1, 1], sum: -10, in: system) }.isEmpty)
        // Without its restoration a may not stand in the way of b.
        let apart = refusals { evidence in
            evidence.broken = [system.row("a"), system.row("b")]
            evidence.steps[0].isRestored = false
            evidence.barriers = [
                pair(members: [system.row("a"), system.row("b")], factors: [-1, 1], sum: -10, in: system), evidence.barriers[0],
            ]
        }
        #expect(apart.map(\.reason) == ["the proof uses rows that were broken at that time"])
    }

    @Test func `a conflict with a row that was broken before is refused`() {
        let system = system([constraint("a", .width, 10), constraint("b", .width, 20), constraint("c", .width, 30)])
        let (a, b, c) = (system.row("a"), system.row("b"), system.row("c"))
        func refusals(_ second: ConflictEvidence) -> [String] {
            let first = pair(members: [a, b], factors: [-1, 1], sum: -10, in: system)
            let evidence = BreakingEvidence(
                steps: [
                    .init(
                        trigger: b, conflict: first, broken: a, candidates: [a], policy: .uikit, isRestored: false,
                        changes: changes(to: layout(0, 0, 10, 0))),
                    .init(trigger: c, conflict: second, broken: c, candidates: [c], policy: .uikit, isRestored: false, changes: widened(by: 10)),
                ],
                broken: [a, c], barriers: [first, pair(members: [b, c], factors: [-1, 1], sum: -10, in: system)], witness: layout(0, 0, 20, 0))
            return Checker(system: system).checkBreaking(evidence).map(\.reason)
        }
        #expect(refusals(pair(members: [b, c], factors: [-1, 1], sum: -10, in: system)).isEmpty)
        #expect(refusals(pair(members: [a, c], factors: [-1, 1], sum: -20, in: system)) == ["a member had already been broken"])
    }

    /// As many views of two widths each, with a decision for each of them.
    private func pairs(_ count: Int) -> (LoweredSystem, BreakingEvidence) {
        let views = (1...count).map { LayoutView(id: "v\($0)", parent: 0) }
        let constraints = (1...count).flatMap { view in
            [10, 20].map { width in
                LayoutConstraint(
                    id: "v\(view)=\(width)", first: LayoutAnchor(view, .width), relation: .equal, second: nil, constant: width, priority: 1000)
            }
        }
        let system = LoweredSystem(
            lowering: LayoutDocument(
                root: 0, size: LayoutSize(width: 70, height: 44), views: [LayoutView(id: "root")] + views, constraints: constraints))
        let rows = system.rows.indices.filter { !system.rows[$0].isImplicit }
        var point = [Rational](repeating: .zero, count: system.variables.count)
        (point[2], point[3]) = (70, 44)
        var steps: [BreakingEvidence.Step] = []
        for view in 1...count {
            let (narrow, wide) = (rows[2 * view - 2], rows[2 * view - 1])
            let widened = [VariableChange(4 * view + 2, 10)]
            let conflict = ConflictEvidence(
                members: [narrow, wide], factors: [-1, 1], sum: -10,
                minimality: MinimalityEvidence(steps: [.init(without: wide, widened), .init(without: narrow, widened)]))
            point[4 * view + 2] = 10
            steps.append(
                .init(
                    trigger: wide, conflict: conflict, broken: wide, candidates: [wide, narrow], policy: .uikit, isRestored: false,
                    changes: view == 1 ? changes(to: point) : widened))
        }
        return (system, BreakingEvidence(steps: steps, broken: steps.map(\.broken), barriers: steps.map(\.conflict), witness: point))
    }

    @Test func `the time for many decisions grows with their number`() {
        func seconds(_ count: Int) -> Double {
            let (system, evidence) = pairs(count)
            func now() -> Double {
                var time = timespec()
                clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
            }
            let begin = now()
            let refusals = Checker(system: system).checkBreaking(evidence)
            let end = now()
            #expect(refusals.isEmpty, "\(refusals.first?.reason ?? "")")
            return end - begin
        }
        let few = (0..<3).map { _ in seconds(200) }.min() ?? 0
        let many = (0..<2).map { _ in seconds(3_200) }.min() ?? 0
        #expect(many < 40 * few, "\(few) s for 200, \(many) s for 3,200")
    }

    @Test func `a row that a later step no longer satisfies is refused`() {
        let (system, evidence) = pairs(3)
        func reasons(_ changes: [VariableChange]) -> [String] {
            var evidence = evidence
            evidence.steps[2].changes += changes
            return Checker(system: system).checkBreaking(evidence).map(\.reason)
        }
        let start = "the rows that remained before the decision are not satisfied: "
        #expect(reasons([]) == [])
        #expect(reasons([VariableChange(6, 1)]) == [start + "v1=10 is violated by 1"])
        #expect(reasons([VariableChange(6, -11)]) == [start + "v1.width>=0 is violated by 1"])
        #expect(reasons([VariableChange(14, 5)]) == [start + "v3=10 is violated by 5"])
        #expect(reasons([VariableChange(2, 1)]) == [start + "root.width==size is violated by 1"])
        // Changes that cancel out.
        #expect(reasons([VariableChange(6, 1), VariableChange(6, -1)]) == [])
    }

    // MARK: What may break

    /// One decision over a width that conflicts, with every member as a candidate to break.
    private func choice(
        _ constraints: [LayoutConstraint], size: LayoutSize = LayoutSize(width: 70, height: 44), breaking broken: String,
        policy: BreakingPolicy = .uikit, conflict: [(String, Rational)], sum: Rational, trigger: String, before: [Rational], after: [Rational],
        preferred: [String] = []
    ) -> [String] {
        let system = system(size: size, constraints)
        let members = conflict.map(\.0)
        let layouts = members.contains("b") ? [layout(0, 0, 10, 0), layout(0, 0, 20, 0)] : [before]
        let proof = layouts.reduce(system.conflict(conflict, sum)) { $0.shown(by: $1, in: system) }
        let step = BreakingEvidence.Step(
            trigger: system.row(trigger), conflict: proof, broken: system.row(broken), candidates: [system.row(broken)], policy: policy,
            isRestored: false, changes: changes(to: before))
        let evidence = BreakingEvidence(steps: [step], broken: [system.row(broken)], barriers: [proof], witness: after)
        return Checker(system: system).checkBreaking(evidence, preferred: preferred.map(system.row)).map(\.reason)
    }

    @Test func `the policy last breaks what entered last`() {
        func last(_ broken: String, _ width: Rational) -> [String] {
            choice(
                [constraint("a", .width, 10), constraint("b", .width, 20)], breaking: broken, policy: .last, conflict: [("a", -1), ("b", 1)],
                sum: -10, trigger: "b", before: layout(0, 0, 10, 0), after: layout(0, 0, width, 0))
        }
        #expect(last("b", 10).isEmpty)
        #expect(last("a", 20) == ["the policy breaks the row that entered last"])
    }

    @Test func `the policy fewest breaks what the first repair drops`() {
        func fewest(_ broken: String, _ width: Rational) -> [String] {
            choice(
                [constraint("a", .width, 10), constraint("b", .width, 20)], breaking: broken, policy: .fewest, conflict: [("a", -1), ("b", 1)],
                sum: -10, trigger: "b", before: layout(0, 0, 10, 0), after: layout(0, 0, width, 0), preferred: ["a"])
        }
        #expect(fewest("a", 20).isEmpty)
        #expect(fewest("b", 10) == ["the policy breaks a row that the smallest repair drops"])
    }

    @Test func `a size from outside breaks only if nothing else can`() {
        func external(_ broken: String, _ width: Rational) -> [String] {
            choice(
                [constraint("a", .width, 10, identifier: "UIView-Encapsulated-Layout-Width"), constraint("b", .width, 20)], breaking: broken,
                conflict: [("a", -1), ("b", 1)], sum: -10, trigger: "b", before: layout(0, 0, 10, 0), after: layout(0, 0, width, 0))
        }
        #expect(external("b", 10).isEmpty)
        #expect(external("a", 20).contains("a cannot be broken here"))
    }

    @Test func `sizes that are not negative never break`() {
        let refusals = choice(
            [constraint("a", .width, .lessThanOrEqual, -5)], breaking: "title.width>=0", conflict: [("title.width>=0", 1), ("a", 1)], sum: -5,
            trigger: "a", before: layout(0, 0, 0, 0), after: layout(0, 0, -5, 0))
        #expect(refusals.contains("title.width>=0 cannot be broken here"))
    }

    @Test func `other implicit rows break only where no constraint is a member`() {
        let view = LayoutView(
            id: "title", parent: 0, intrinsicContentSize: LayoutSize(width: 60), hugging: AxisPair(1000), compressionResistance: AxisPair(1000))
        let system = system(title: view, [constraint("a", .width, 10)])
        let proof = system.conflict([("title.compressionResistance.horizontal", 1), ("a", -1)], -50)
            .shown(by: layout(0, 0, 60, 0), layout(0, 0, 10, 0), in: system)
        func refusals(_ broken: String, _ width: Rational) -> [Refusal] {
            let row = system.row(broken)
            let step = BreakingEvidence.Step(
                trigger: system.row("a"), conflict: proof, broken: row, candidates: [row], policy: .uikit, isRestored: false,
                changes: changes(to: layout(0, 0, 60, 0)))
            return Checker(system: system).checkBreaking(
                BreakingEvidence(steps: [step], broken: [row], barriers: [proof], witness: layout(0, 0, width, 0)))
        }
        #expect(refusals("a", 60).isEmpty)
        #expect(!refusals("title.compressionResistance.horizontal", 10).isEmpty)
    }
}
