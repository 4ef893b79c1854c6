internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

/// A title that would be 60 wide and may be 50, with all else fixed.
@Suite struct BlockwiseTests {
    private let point = layout(8, 0, 50, 20)

    private func document(_ more: [LayoutConstraint] = [], wish: Rational = 60, priority: Rational = 500) -> LoweredSystem {
        system(
            [
                constraint("c1", .leading, to: .leading, 8), constraint("c4", .height, 20), constraint("c5", .top, to: .top, 0),
                constraint("c3", .width, wish, priority: priority), constraint("c6", .width, .lessThanOrEqual, 50),
            ] + more)
    }

    private func order(_ system: LoweredSystem) -> BlockOrder {
        func assignment(_ id: String, _ variable: Int) -> BlockOrder.Assignment {
            BlockOrder.Assignment(row: Int32(system.row(id)), variable: Int32(variable))
        }
        return BlockOrder(
            fixed: [
                assignment("root.width==size", 2), assignment("root.height==size", 3), assignment("c1", titleX), assignment("c5", titleY),
                assignment("c4", 7),
            ],
            rows: IndexLists([[Int32(system.row("c3")), Int32(system.row("c6"))]]), variables: IndexLists([[Int32(titleWidth)]]), following: [])
    }

    private func proven(
        _ system: LoweredSystem, at point: [Rational]? = nil, _ multipliers: [(String, Rational)] = [("c3", -1), ("c6", -1)],
        _ change: (inout BlockOrder) -> Void = { _ in }
    ) -> BlockwiseCertificate? {
        var order = order(system)
        change(&order)
        var check = BlockwiseCheck(system, at: point ?? self.point, order, known: nil)
        for part in check.openParts {
            check.prove(part: part, by: multipliers.map { BlockMultiplier(row: system.row($0.0), level: 0, factor: $0.1) })
        }
        return check.finish()
    }

    @Test func `the only optimum is proven`() throws {
        let optimum = try #require(proven(document()))
        #expect(optimum.holds(document().row("c6")))
        #expect(!optimum.holds(document().row("c3")))
    }

    @Test func `another point is refused`() {
        for (variable, value) in [(titleWidth, 49), (titleWidth, 51), (titleX, 9), (titleY, 1), (0, 1), (2, 71)] as [(Int, Rational)] {
            var other = point
            other[variable] = value
            #expect(proven(document(), at: other) == nil)
        }
        #expect(proven(document(), at: Array(point.dropLast())) == nil)
    }

    @Test func `wrong multipliers are refused`() {
        for wrong in [
            [], [("c3", -1)], [("c6", -1)], [("c3", -1), ("c6", 1)], [("c3", -2), ("c6", -2)], [("c3", 1), ("c6", 1)],
            [("c3", -1), ("c6", -1), ("c1", 1)],
        ] as [[(String, Rational)]] {
            #expect(proven(document(), wrong) == nil, "\(wrong)")
        }
    }

    @Test func `an order that leaves something out is refused`() {
        let system = document([constraint("slack", .width, .lessThanOrEqual, 90), constraint("soft", .width, 70, priority: 400)])
        // The wish of 70 is violated, and not in the part.
        #expect(proven(system) == nil)
        for change in [
            { $0.fixed.removeFirst() }, { $0.fixed.removeLast() }, { $0.fixed.swapAt(0, 2) }, { $0.fixed.append($0.fixed[0]) },
            { ($0.rows, $0.variables) = (IndexLists(), IndexLists()) }, { $0.rows = IndexLists() },
            { order in
                order.rows.append(order.rows[0])
                order.variables.append(order.variables[0])
            },
            { $0.rows.append($0.rows[0]) }, { $0.rows = IndexLists([Array($0.rows[0]) + $0.rows[0].prefix(1)]) },
            { $0.rows = IndexLists([Array($0.rows[0].dropLast())]) }, { $0.rows = IndexLists([Array($0.rows[0]) + [1000]]) },
            { $0.variables = IndexLists([Array($0.variables[0]) + $0.variables[0]]) }, { $0.variables = IndexLists([[7]]) },
            { $0.variables = IndexLists([[100]]) },
            { $0.fixed[2].variable = 7 }, { $0.fixed[2].row = $0.rows[0][0] }, { $0.fixed[4].row = 10_000 }, { $0.fixed[4].variable = -1 },
        ] as [(inout BlockOrder) -> Void] {
            var order = order(document())
            let before = order.fixed
            change(&order)
            let isSwap = order.fixed.count == before.count && order.fixed != before && Set(order.fixed) == Set(before)
            // Rows of one variable may come in any order.
            #expect((proven(document()) { $0 = order } != nil) == isSwap, "\(order)")
        }
    }

    // MARK: - Sections

    /// The title without a position, and what is open of it.
    private func proofOfFloating(_ open: [Int] = [titleX], at point: [Rational]? = nil, _ more: [LayoutConstraint] = []) -> BlockwiseCertificate? {
        let system = system(
            [
                constraint("c4", .height, 20), constraint("c5", .top, to: .top, 0), constraint("c3", .width, 60, priority: 500),
                constraint("c6", .width, .lessThanOrEqual, 50),
            ] + more)
        func assignment(_ id: String, _ variable: Int) -> BlockOrder.Assignment {
            BlockOrder.Assignment(row: Int32(system.row(id)), variable: Int32(variable))
        }
        let order = BlockOrder(
            fixed: [assignment("root.width==size", 2), assignment("root.height==size", 3), assignment("c5", titleY), assignment("c4", 7)],
            rows: IndexLists([[Int32(system.row("c3")), Int32(system.row("c6"))]]), variables: IndexLists([[Int32(titleWidth)]]), following: [],
            open: open.map { Int32($0) })
        var check = BlockwiseCheck(system, at: point ?? self.point, order, known: nil)
        for part in check.openParts {
            let level = more.contains { $0.priority > 500 && $0.priority < 1000 } ? 1 : 0
            check.prove(part: part, by: ["c3", "c6"].map { BlockMultiplier(row: system.row($0), level: level, factor: -1) })
        }
        return check.finish()
    }

    private func evidence(
        _ proven: BlockwiseCertificate, _ levels: [[(String, Rational)]] = [[]], ranges: [RangeEvidence] = [], witnesses: [[Rational]] = []
    ) -> OptimumEvidence {
        OptimumEvidence(
            point: proven.point,
            levels: levels.enumerated().map { DualProof(objective: .level($0), bound: 0, combination: proven.system.combination($1)) },
            ranges: ranges, witnesses: witnesses)
    }

    @Test func `what may have several values is left to a subsystem`() throws {
        let proven = try #require(proofOfFloating())
        let subsystem = try #require(proven.subsystem)
        let floats = RangeEvidence(
            variable: titleX, least: .unbounded(changes: [], ray: [VariableChange(titleX, -1)]),
            greatest: .unbounded(changes: [], ray: [VariableChange(titleX, 1)]))
        func judged(_ ranges: [RangeEvidence]) -> (OptimumChecker, [Refusal]) {
            var judge = OptimumChecker(subsystem, evidence(proven, ranges: ranges))
            #expect(judge.isOptimumProven)
            let refusals = judge.checkRanges() + judge.checkUniqueness(degreesOfFreedom: 1)
            return (judge, refusals)
        }
        let (judge, refusals) = judged([floats])
        #expect(refusals.isEmpty, "\(refusals)")
        #expect(judge.checkCause(variable: titleX, cause: .underconstrained).isEmpty)
        #expect(!judge.checkCause(variable: titleX, cause: .priorityTie).isEmpty)
        #expect(!judge.checkCause(variable: titleWidth, cause: .underconstrained).isEmpty)
        #expect(judge.checkOptimal(layout(12, 0, 50, 20)).isEmpty)
        #expect(!judge.checkOptimal(layout(12, 0, 49, 20)).isEmpty)
        #expect(!judge.checkOptimal([0, 0]).isEmpty)
        #expect(!judged([]).1.isEmpty)
        var other = floats
        other.variable = titleWidth
        #expect(!judged([other]).1.isEmpty)
        other = floats
        other.least = .unbounded(changes: [], ray: [VariableChange(titleX, 1)])
        #expect(!judged([other]).1.isEmpty)
        var wrong = judge
        #expect(!wrong.checkUniqueness(degreesOfFreedom: 0).isEmpty)
        #expect(OptimumChecker(onlyOptimum: proven) == nil)
    }

    @Test func `a subsystem is what nothing else gives`() {
        for open in [[], [titleX, titleWidth], [titleWidth], [titleX, titleX], [titleY, titleX], [titleX, 100], [0, titleX], [-1, titleX]] {
            #expect(proofOfFloating(open) == nil, "\(open)")
        }
        #expect(proofOfFloating(at: layout(8, 0, 49, 20)) == nil)
    }

    /// Where what is open competes with what a part gives, the parts prove nothing by themselves.
    @Test func `rows that join a subsystem to a part prove no level`() throws {
        let more = [constraint("at", .leading, to: .leading, 0, priority: 600), constraint("far", .trailing, to: .leading, 90, priority: 600)]
        let proven = try #require(proofOfFloating(at: layout(20, 0, 50, 20), more))
        let subsystem = try #require(proven.subsystem)
        let judge = OptimumChecker(subsystem, evidence(proven, [[("at", 1), ("far", -1)], []]))
        #expect(judge.optimumRefusals.contains { "\($0)".contains("far") }, "\(judge.optimumRefusals)")
    }

    @Test func `what an edit leaves alone stays proven`() throws {
        let first = try #require(proven(document()))
        func next(_ system: LoweredSystem, at point: [Rational]? = nil) -> BlockwiseCertificate? {
            let mapping = system.rowMapping(since: first.system)
            guard let order = first.order.remapped(by: mapping) else { return nil }
            var check = BlockwiseCheck(system, at: point ?? self.point, order, known: (first, mapping))
            return check.finish()
        }
        #expect(next(document()) != nil)
        #expect(next(document(wish: 55)) != nil)
        #expect(next(document([constraint("more", .width, .greaterThanOrEqual, 10), constraint("wish", .width, 50, priority: 20)])) != nil)
        // Rows of the proof have other signs, are violated, or are others.
        #expect(next(document(wish: 50)) == nil)
        #expect(next(document(wish: 40)) == nil)
        #expect(next(document([constraint("more", .width, .lessThanOrEqual, 40)])) == nil)
        #expect(next(document([constraint("wish", .width, 70, priority: 20)])) == nil)
        #expect(next(document(priority: 400)) == nil)
        #expect(next(document(), at: layout(8, 0, 49, 20)) == nil)
    }

    @Test func `a size that was proven is proven again for what is new`() throws {
        let before = document()
        let evidence = FeasibleSizeEvidence.range(
            least: .finite(end: 0, witness: layout(8, 0, 50, 20, root: (0, 44)), combination: before.combination([("root.width>=0", -1)])),
            greatest: .unbounded(point: point, ray: [0, 0, 1, 0, 0, 0, 0, 0]), allowance: 0)
        let range = FeasibleSize.Range(min: 0, max: nil)
        #expect(Checker(system: before).checkFeasibleSize(.horizontal, range, evidence: evidence).isEmpty)
        let known = Checker.KnownFeasibleSize(evidence, of: before)
        func ends(_ after: LoweredSystem) -> (least: String?, greatest: String?) {
            let mapping = after.rowMapping(since: before)
            guard case .range(.finite(let end, let witness, let combination), let greatest, _) = evidence else { return ("", "") }
            let terms = combination.terms.map { RowCombination.Term(mapping[$0.row] ?? -1, $0.factor) }
            let check = FeasibleBoundRecheck(Checker(system: after), .horizontal, known: known, mapping: mapping)
            let least = FeasibleSizeEvidence.End.finite(end: end, witness: witness, combination: RowCombination(terms))
            return (check.whyNot(least, .least), check.whyNot(greatest, .greatest))
        }
        #expect(ends(document()) == (nil, nil))
        let inside = ends(document([constraint("inside", .trailing, .lessThanOrEqual, to: .trailing, 0)]))
        #expect(inside.least != nil)
        #expect(inside.greatest == nil)
        let equal = ends(document([constraint("equal", .trailing, to: .trailing, -12)]))
        #expect(equal.least != nil)
        #expect(equal.greatest != nil)
    }
}

extension BlockOrder {
    /// Returns the order in the numbers of another system's rows, or nil if one was removed.
    fileprivate func remapped(by mapping: RowMapping) -> BlockOrder? {
        var result = self
        var rows = IndexLists()
        for block in result.rows.indices {
            let numbers = result.rows[block].map { mapping.numbers[Int($0)] }
            if numbers.contains(where: { $0 < 0 }) { return nil }
            rows.append(numbers[...])
        }
        result.rows = rows
        func remapped(_ assignments: [Assignment]) -> [Assignment]? {
            let next = assignments.compactMap { assignment in
                mapping[Int(assignment.row)].map { Assignment(row: Int32($0), variable: assignment.variable) }
            }
            return next.count == assignments.count ? next : nil
        }
        guard let fixed = remapped(fixed), let following = remapped(following) else { return nil }
        (result.fixed, result.following) = (fixed, following)
        return result
    }
}
