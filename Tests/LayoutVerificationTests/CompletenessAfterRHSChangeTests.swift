internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

/// The contract's example with c3 broken, and two more rows that hold: c6 is reached where the title moves, c7 is not.
@Suite struct CompletenessAfterRHSChangeTests {
    private let point = layout(8, 0, 54, 20)

    private func document(c1: Rational = 8, c4: Rational = 20, c6: Rational = 1, c7: Rational = 30) -> LoweredSystem {
        system([
            constraint("c1", .leading, to: .leading, c1), constraint("c2", .trailing, to: .trailing, -8), constraint("c3", .width, 60),
            constraint("c4", .height, c4), constraint("c5", .top, .greaterThanOrEqual, to: .top, 0),
            constraint("c6", .leading, .greaterThanOrEqual, to: .leading, c6), constraint("c7", .height, .lessThanOrEqual, c7),
        ])
    }

    private var conflict: [Int] { ["root.width==size", "c1", "c2", "c3"].map(document().row) }

    /// To a wider root, a title farther to the left, and one that ends farther to the right.
    private var plan: CompletenessPlan {
        .independent(
            base: point,
            groups: [
                CompletenessPlan.Group(
                    rows: conflict,
                    alternatives: [
                        [], [VariableChange(2, 6), VariableChange(titleWidth, 6)], [VariableChange(2, -6), VariableChange(titleX, -6)],
                        [VariableChange(titleX, 6)],
                    ])
            ])
    }

    /// Why the conflicts may be others with other constants, or the layout another.
    private func reason(_ next: LoweredSystem, at other: [Rational]? = nil, _ plan: CompletenessPlan? = nil) -> String? {
        var optimum = RHSCertificate(document(), at: point)
        guard var conflicts = CompletenessAfterRHSChange([conflict], plan ?? self.plan, beside: optimum) else { return "there is no plan" }
        guard let step = optimum.next(next) else { return "other rows" }
        if let reason = optimum.move(to: step, at: other ?? point) { return reason }
        return conflicts.move(with: optimum, since: point)
    }

    @Test func `what leaves the changes alone leaves the conflicts`() {
        #expect(Checker(system: document()).checkComplete([conflict], witnesses: [], plan: plan).isEmpty)
        #expect(reason(document()) == nil)
        #expect(reason(document(c7: 25)) == nil)
        #expect(reason(document(c4: 24), at: layout(8, 0, 54, 24)) == nil)
        for next in [document(c7: 25), document(c4: 24)] {
            let base = layout(8, 0, 54, next.matrix.constant(of: next.row("c4")) * -1)
            var moved = plan
            if case .independent(_, let groups) = plan { moved = .independent(base: base, groups: groups) }
            #expect(Checker(system: next).checkComplete([conflict], witnesses: [], plan: moved).isEmpty, "what is carried over is so")
        }
    }

    @Test func `what the changes reach is refused`() {
        #expect(reason(document(c6: 3)) != nil, "the title may not go so far to the left any more")
        #expect(reason(document(c6: 0)) != nil)
        #expect(reason(document(c1: 7), at: layout(7, 0, 55, 20)) != nil)
        #expect(reason(document(c4: 40), at: layout(8, 0, 54, 40)) != nil)
    }

    @Test func `a row that fails at the base alone is refused`() {
        guard case .independent(_, let groups) = plan else { return }
        // c4 fails at the base as well, by as much as before.
        for (height, isProven) in [(22, true), (26, true), (27, false), (29, false)] as [(Rational, Bool)] {
            let base = layout(8, 0, 54, height)
            let reason = reason(document(c4: 24), at: layout(8, 0, 54, 24), .independent(base: base, groups: groups))
            #expect((reason == nil) == isProven, "\(height): \(reason ?? "")")
        }
    }

    /// Why the conflict may not be the only one where rows came or went.
    private func reason(_ change: (inout [LayoutConstraint]) -> Void, members: [String] = ["root.width==size", "c1", "c2", "c3"]) -> String? {
        let former = document()
        var constraints = former.document.constraints
        change(&constraints)
        let next = system(constraints)
        let check = CompletenessAfterRowChange(next, since: former, next.rowMapping(since: former))
        return check.whyIncomplete([members.map(next.row)], plan)
    }

    @Test func `rows that come where nothing reaches them add no conflict`() {
        #expect(reason { $0.removeLast() } == nil)
        #expect(reason { $0.append(constraint("c8", .height, .greaterThanOrEqual, 20)) } == nil)
        #expect(reason { $0.append(constraint("c8", .width, 10, priority: 900)) } == nil)
        #expect(reason { $0[6].constant = 20 } == nil)
        #expect(reason { $0[6].constant = 19 } != nil, "the layout does not hold c7")
        #expect(reason { $0.append(constraint("c8", .height, .greaterThanOrEqual, 21)) } != nil)
        #expect(reason { $0.append(constraint("c8", .width, .greaterThanOrEqual, 10)) } != nil, "the title's width moves")
        #expect(reason { $0[1].constant = -7 } != nil, "a member is another")
        #expect(reason({ _ in }, members: ["c1", "c5"]) == nil)
        #expect(reason({ $0[4].constant = -1 }, members: ["c1", "c5"]) != nil)
    }

    @Test func `other plans are not gone on from`() {
        let optimum = RHSCertificate(document(), at: point)
        #expect(CompletenessAfterRHSChange([conflict], .hittingSets, beside: optimum) == nil)
        #expect(CompletenessAfterRHSChange([conflict], .independent(base: [], groups: []), beside: optimum) == nil)
    }
}
