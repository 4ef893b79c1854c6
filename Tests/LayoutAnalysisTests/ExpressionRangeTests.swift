import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import Simplex
import Testing

/// How far linear functions go over all optimal layouts, against layouts that have to lie at the ends and beyond them.
@Suite struct ExpressionRangeTests {
    private func violations(_ document: LayoutDocument) throws -> [Rational]? {
        // A sum that is 0 is that of a level with no row, too.
        try PlainSolve(LoweredSystem(lowering: document)).violations()?.map(\.sum)
    }

    @Test func `ends are reached by optimal layouts, and nothing beyond them is`() throws {
        var (ends, unbounded, fixed) = (0, 0, 0)
        for seed in 0..<250 {
            var random = RandomLayouts(seed: UInt64(seed))
            let layout = try document(random.json())
            guard try PlainSolve(LoweredSystem(lowering: layout)).verdict == .ambiguous else { continue }
            let before = try #require(try violations(layout))
            var ranges = try #require(try ExpressionRanges(layout, broken: [], budget: Budget()))
            for _ in 0..<3 {
                let (first, second) = (random.below(layout.views.count), random.below(layout.views.count))
                if first == second { continue }
                let (one, other): (LayoutAttribute, LayoutAttribute) = random.pick([(.right, .left), (.bottom, .centerY), (.width, .height)])
                var probe = layout
                let last = probe.constraints.count
                probe.constraints.append(LayoutConstraint(id: "probe", first: LayoutAnchor(first, one), second: LayoutAnchor(second, other)))
                let system = LoweredSystem(lowering: probe)
                let range = try ranges.range(of: system.rows.count - 1, in: system)
                func isOptimal(at place: Rational) throws -> Bool {
                    probe.constraints[last].constant = place
                    return try violations(probe) == before
                }
                if range.least == range.greatest { fixed += 1 }
                for (end, step) in [(range.least, -1), (range.greatest, 1)] as [(Rational?, Rational)] {
                    guard let end else {
                        unbounded += 1
                        #expect(try isOptimal(at: (range.least ?? range.greatest ?? .zero) + step * 100_000), "seed \(seed)")
                        continue
                    }
                    ends += 1
                    #expect(try isOptimal(at: end) && !isOptimal(at: end + step), "seed \(seed)")
                }
            }
        }
        #expect(ends > 100 && unbounded > 50 && fixed > 20, "\(ends) \(unbounded) \(fixed)")
    }

    @Test func `over all sizes of the root required rows alone bound`() throws {
        let layout = try document(
            "{'size': {'width': 100, 'height': 9}, "
                + "'constraints': ['a.leading == root.leading', 'a.trailing <= root.trailing', 'a.width == 30 @ 500']}")
        var probe = layout
        probe.constraints.append(LayoutConstraint(id: "probe", first: LayoutAnchor(1, .width), second: nil))
        let system = LoweredSystem(lowering: probe)
        let row = system.rows.count - 1
        var optimal = try #require(try ExpressionRanges(layout, broken: [], budget: Budget()))
        let fixed = try optimal.range(of: row, in: system)
        #expect(fixed.least == 30 && fixed.greatest == 30)
        var allowed = try #require(try ExpressionRanges(layout, sizes: [.horizontal: 50...200], budget: Budget()))
        let wide = try allowed.range(of: row, in: system)
        #expect(wide.least == 0 && wide.greatest == 200)
    }
}
