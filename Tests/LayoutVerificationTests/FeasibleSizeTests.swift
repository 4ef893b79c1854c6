internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct FeasibleSizeTests {
    private typealias End = FeasibleSizeEvidence.End
    private let atEnd = layout(8, 0, 60, 20, root: (76, 44))

    /// The example's width is 8 + 60 + 8, whatever is given.
    private func end(_ sign: Rational, _ end: Rational = 76, witness: [Rational]? = nil, terms: [(String, Rational)]? = nil) -> End {
        let identity: [(String, Rational)] = [("c1", -sign), ("c2", sign), ("c3", -sign)]
        return .finite(end: end, witness: witness ?? atEnd, combination: example().combination(terms ?? identity))
    }

    private func width(_ least: End, _ greatest: End, claimed: (Rational?, Rational?) = (76, 76)) -> [Refusal] {
        Checker(system: example()).checkFeasibleSize(
            .horizontal, FeasibleSize.Range(min: claimed.0, max: claimed.1), evidence: .range(least: least, greatest: greatest, allowance: 0))
    }

    @Test func `a range is proven by layouts and combinations`() {
        #expect(width(end(1), end(-1)).isEmpty)
    }

    @Test func `another range is refused`() {
        #expect(width(end(1), end(-1), claimed: (75, 76)).count == 1)
        #expect(width(end(1), end(-1), claimed: (76, nil)).count == 1)
        #expect(width(end(1, 75), end(-1), claimed: (75, 76)).count == 1)
        #expect(width(end(1, witness: layout(8, 0, 60, 20, root: (77, 44))), end(-1)).count == 1)
        #expect(width(end(1, witness: []), end(-1)).count == 1)
        #expect(width(end(1), end(-1, terms: [("c1", 1), ("c2", -1)])).count == 1)
        #expect(width(end(1), end(1)).count == 1)
        #expect(width(end(1), end(-1, terms: [("c1", 1), ("c2", -1), ("c3", 1), ("c4", 1)])).count == 1)
        #expect(width(end(1), end(-1, terms: [("root.width==size", 1)])).count == 1, "the given size is not connected")
    }

    private let ray = [0, 0, 0, 1, 0, 0, 0, 0] as [Rational]

    private func height(_ least: End, _ greatest: End, claimed: (Rational?, Rational?) = (0, nil)) -> [Refusal] {
        Checker(system: example()).checkFeasibleSize(
            .vertical, FeasibleSize.Range(min: claimed.0, max: claimed.1), evidence: .range(least: least, greatest: greatest, allowance: 0))
    }

    @Test func `an unbounded end has a ray`() {
        let least = End.finite(
            end: 0, witness: layout(8, 0, 60, 20, root: (70, 0)), combination: example().combination([("root.height>=0", -1)]))
        let point = layout(8, 0, 60, 20)
        #expect(height(least, .unbounded(point: point, ray: ray)).isEmpty)
        #expect(height(least, .unbounded(point: point, ray: ray.map { -$0 })).count == 1)
        #expect(height(least, .unbounded(point: point, ray: [0, 0, 1, 1, 0, 0, 0, 0])).count == 1, "the width is given")
        #expect(height(least, .unbounded(point: [], ray: ray)).count == 1)
        #expect(height(least, .unbounded(point: point, ray: [])).count == 1)
        #expect(height(least, .unbounded(point: layout(8, 0, 60, 20, root: (70, -1)), ray: ray)).count == 1)
        #expect(height(.unbounded(point: point, ray: ray.map { -$0 }), .unbounded(point: point, ray: ray), claimed: (nil, nil)).count == 1)
        let positive = End.finite(
            end: 0, witness: layout(8, 0, 60, 20, root: (70, 0)), combination: example().combination([("root.height>=0", 1)]))
        #expect(height(positive, .unbounded(point: point, ray: ray)).count == 1)
    }

    @Test func `an inequality bounds the size on its own side only`() {
        // The root is as wide as the title or wider: at least 60, with no greatest size.
        let system = system([constraint("w", .width, 60), constraint("fits", .width, .lessThanOrEqual, to: .width, 0)])
        let witness = layout(0, 0, 60, 0, root: (60, 44))
        let least = End.finite(end: 60, witness: witness, combination: system.combination([("fits", -1), ("w", -1)]))
        let ray = [0, 0, 1, 0, 0, 0, 0, 0] as [Rational]
        func reasons(_ greatest: End, _ max: Rational?) -> [String] {
            Checker(system: system).checkFeasibleSize(
                .horizontal, FeasibleSize.Range(min: 60, max: max), evidence: .range(least: least, greatest: greatest, allowance: 0)
            ).map(\.reason)
        }
        #expect(reasons(.unbounded(point: witness, ray: ray), nil).isEmpty)
        let wrong = End.finite(end: 60, witness: witness, combination: system.combination([("fits", 1), ("w", 1)]))
        #expect(reasons(wrong, 60) == ["the factor of an inequality is positive"])
    }

    @Test func `no size is proven by a conflict of connected rows`() {
        let system = system([
            constraint("a", .width, to: .width, 0), constraint("b", .width, 10), constraint("c", .width, 20), constraint("d", .height, 1),
            constraint("e", .height, 2),
        ])
        let checker = Checker(system: system)
        let widths = FeasibleSizeEvidence.none(system.conflict([("b", -1), ("c", 1)], -10))
        #expect(checker.checkFeasibleSize(.horizontal, nil, evidence: widths).isEmpty)
        #expect(!checker.checkFeasibleSize(.vertical, nil, evidence: widths).isEmpty, "the widths are not connected to the height")
        #expect(!checker.checkFeasibleSize(.horizontal, FeasibleSize.Range(min: 10, max: 20), evidence: widths).isEmpty)
        let wrong = FeasibleSizeEvidence.none(system.conflict([("b", -1), ("c", 1)], -11))
        #expect(!checker.checkFeasibleSize(.horizontal, nil, evidence: wrong).isEmpty)
    }

    @Test func `where rows hold only within the tolerance the range allows for it`() {
        let gap = Tolerance.violation
        let system = system([constraint("a", .width, 10), constraint("b", .width, 10 + gap), constraint("c", .width, to: .width, 0)])
        // c lets the root be off by the tolerance from a width that is itself off by it: from 10 (of b's and c's) to 10 + 2 of it.
        func refusals(_ low: Rational, _ high: Rational, allowance: Rational) -> Int {
            let least = End.finite(
                end: low, witness: layout(0, 0, 10, 0, root: (low, 44)),
                combination: system.combination([("c", 1), ("b", -1)]))
            let greatest = End.finite(
                end: high, witness: layout(0, 0, 10 + gap, 0, root: (high, 44)),
                combination: system.combination([("c", -1), ("a", 1)]))
            return Checker(system: system).checkFeasibleSize(
                .horizontal, FeasibleSize.Range(min: low, max: high), evidence: .range(least: least, greatest: greatest, allowance: allowance)
            ).count
        }
        #expect(refusals(10 - gap, 10 + 2 * gap, allowance: gap) == 0)
        #expect(refusals(10 - gap, 10 + 3 * gap, allowance: gap) == 1)
        #expect(refusals(10 - gap, 10 + 2 * gap, allowance: 0) == 2)
        #expect(refusals(10 - gap, 10 + 2 * gap, allowance: 2 * gap) == 1)
    }
}
