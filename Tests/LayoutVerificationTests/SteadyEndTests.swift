internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

/// Ends of the root's width that are carried on: the title is 8 and more from the left, 50 wide and more, and ends 8 from the right.
@Suite struct SteadyEndTests {
    private func document(left: Rational = 8, least: Rational = 50, right: Rational = -8, most: Rational = 400) -> LoweredSystem {
        system(
            size: LayoutSize(width: 170, height: 44),
            [
                constraint("left", .leading, to: .leading, left), constraint("least", .width, .greaterThanOrEqual, least),
                constraint("right", .trailing, to: .trailing, right), constraint("most", .width, .lessThanOrEqual, most),
                constraint("top", .top, to: .top, 0), constraint("height", .height, 20),
            ])
    }

    private func point(left: Rational = 8, width: Rational = 170) -> [Rational] { layout(left, 0, width - left - 8, 20, root: (width, 44)) }

    /// Proven of `document()`: widths from 66 to 416.
    private func evidence(_ system: LoweredSystem) -> FeasibleSizeEvidence {
        func combination(_ sign: Rational, _ bound: String) -> RowCombination {
            RowCombination([
                .init(system.row("left"), sign * factor("left")), .init(system.row("right"), sign * factor("right")), .init(system.row(bound), -1),
            ])
        }
        // A row of `leading == leading + c` may be written with either sign.
        func factor(_ id: String) -> Rational {
            let slope = system.terms(of: system.row(id)).first { $0.variable == titleX }?.coefficient ?? .one
            return id == "left" ? -slope : slope
        }
        return .range(
            least: .finite(end: 66, witness: point(width: 66), combination: combination(1, "least")),
            greatest: .finite(end: 416, witness: point(width: 416), combination: combination(-1, "most")), allowance: .zero)
    }

    private func value(_ end: FeasibleSizeEvidence.End?) -> Rational? {
        if case .finite(let value, _, _) = end { value } else { nil }
    }

    private func moved(to next: LoweredSystem, at point: [Rational]) throws -> RHSCertificate {
        let first = document()
        let known = evidence(first)
        #expect(Checker(system: first).checkFeasibleSize(.horizontal, FeasibleSize.Range(min: 66, max: 416), evidence: known).isEmpty)
        var steady = RHSCertificate(first, at: self.point())
        steady.know(known, .horizontal)
        let step = try #require(steady.next(next))
        let reason = steady.move(to: step, at: point)
        #expect(reason == nil)
        return steady
    }

    @Test func `a layout on the way to the optimum has the size that the combination gives`() throws {
        let steady = try moved(to: document(least: 60), at: point())
        let trial = try #require(steady.trial(.horizontal, .least, isMixed: true))
        #expect(trial.bound == 76)
        #expect(trial.violated.isEmpty)
        #expect(trial.point == point(width: 76))
        #expect(value(steady.end(trial, movedBy: [])) == 76)
        #expect(steady.end(trial, movedBy: [VariableChange(titleX, 1)]) == nil, "left does not hold there")
        #expect(steady.end(trial, movedBy: [VariableChange(2, 1)]) == nil, "it is not the end")
        #expect(steady.end(trial, movedBy: [VariableChange(99, 1)]) == nil)
        #expect(steady.trial(.horizontal, .greatest, isMixed: true)?.bound == 416)
    }

    @Test func `rows with other constants are looked at`() throws {
        let steady = try moved(to: document(left: 18), at: point(left: 18))
        let trial = try #require(steady.trial(.horizontal, .least, isMixed: true))
        #expect(trial.bound == 76)
        #expect(trial.violated == [document().row("left")])
        #expect(steady.end(trial, movedBy: []) == nil)
        #expect(steady.end(trial, movedBy: [VariableChange(titleX, 1)]) == nil, "the width and right do not hold")
        let missing = 18 - trial.point[titleX]
        let end = steady.end(trial, movedBy: [VariableChange(titleX, missing), VariableChange(titleWidth, 50 - trial.point[titleWidth])])
        #expect(value(end) == 76)
    }

    @Test func `beyond the known end there is no layout between`() throws {
        let steady = try moved(to: document(least: 40), at: point())
        #expect(steady.trial(.horizontal, .least, isMixed: true) == nil)
        #expect(steady.trial(.horizontal, .least, isMixed: false)?.bound == 56)
    }

    @Test func `what was taken back is as it was`() throws {
        var steady = try moved(to: document(least: 60), at: point())
        let old = try #require(steady.trial(.horizontal, .least, isMixed: true))
        let step = try #require(steady.next(document()))
        let reason = steady.move(to: step, at: point())
        #expect(reason == nil)
        let trial = try #require(steady.trial(.horizontal, .least, isMixed: true))
        #expect(trial.bound == 66 && trial.violated.isEmpty && trial.point == point(width: 66))
        #expect(steady.end(old, movedBy: []) == nil, "it is of the layout before")
    }

    @Test func `only what bounds the size is kept`() throws {
        var steady = try moved(to: document(), at: point())
        let system = document()
        guard case .range(.finite(_, _, let lower), .finite(_, _, let upper), _) = evidence(system) else { return }
        let refused = [
            // Its width does not cancel.
            RowCombination([.init(system.row("least"), -1)]), RowCombination([.init(999, 1)]),
            // It bounds the other end.
            upper,
        ]
        for combination in refused {
            let isKept = steady.know(combination, .horizontal, .least)
            #expect(!isKept)
        }
        let isKept = steady.know(lower, .horizontal, .least)
        #expect(isKept)
    }
}
