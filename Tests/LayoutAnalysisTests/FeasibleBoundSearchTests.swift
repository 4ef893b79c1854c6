import ExactArithmetic
import LayoutLowering
import LayoutModel
import LayoutVerification
import Simplex
import Testing

@testable import LayoutAnalysis

/// Ends of feasible sizes that are found near those of the layout before, against those that are sought anew.
@Suite struct FeasibleBoundSearchTests {
    /// Rows of a list, each as wide as the root, that hold a label and an image of fixed sizes: the widest one decides how narrow the root may be.
    private static func list(_ count: Int, _ gaps: [Int]) throws -> LayoutDocument {
        let rows = (0..<count).map { row in
            """
            {'id': 'r\(row)', 'parent': 'root'}, {'id': 'a\(row)', 'parent': 'r\(row)'}, {'id': 'b\(row)', 'parent': 'r\(row)'}
            """
        }
        let constraints = (0..<count).map { row in
            """
            'r\(row).leading == root.leading', 'r\(row).trailing == root.trailing', 'r\(row).height == 40',
            'r\(row).top == \(row == 0 ? "root.top" : "r\(row - 1).bottom")',
            {'id': 'gap\(row)', 'equation': 'a\(row).leading == r\(row).leading + \(gaps[row])'}, 'a\(row).width >= \(20 + row)',
            'b\(row).leading == a\(row).trailing + 8', 'b\(row).trailing == r\(row).trailing - 8', 'b\(row).width == 30',
            'a\(row).top == r\(row).top', 'a\(row).height == 10', 'b\(row).top == r\(row).top', 'b\(row).height == 10'
            """
        }
        return try document(
            """
            {'size': {'width': 400, 'height': 900}, 'views': [{'id': 'root'}, \(rows.joined(separator: ", "))],
            'constraints': [\(constraints.joined(separator: ", "))]}
            """)
    }

    /// Views one behind the other over the root's whole width, each at least 10 wide; the first one takes what is left.
    private static func chain(_ count: Int, _ gaps: [Int]) throws -> LayoutDocument {
        let constraints = (0..<count).map { view in
            """
            {'id': 'gap\(view)', 'equation': 'v\(view).leading == \(view == 0 ? "root.leading" : "v\(view - 1).trailing") + \(gaps[view])'},
            'v\(view).width >= 10', \(view == 0 ? "" : "'v\(view).width == 10 @ 500', ")'v\(view).top == root.top', 'v\(view).height == 10'
            """
        }
        return try document(
            """
            {'size': {'width': 4000, 'height': 50}, 'views': [{'id': 'root'}, \((0..<count).map { "{'id': 'v\($0)', 'parent': 'root'}" }.joined(separator: ", "))],
            'constraints': [\(constraints.joined(separator: ", ")), 'v\(count - 1).trailing == root.trailing - 4']}
            """)
    }

    /// What a walk through changed gaps comes to.
    private struct Walk {
        var steps = 0
        var found = 0
        /// Sizes that were other ones than before.
        var moved = 0
    }

    private func walk(
        _ count: Int, steps: Int, seed: UInt64, _ make: (Int, [Int]) throws -> LayoutDocument
    ) throws -> Walk {
        var random = RandomLayouts(seed: seed)
        var gaps = (0..<count).map { _ in random.below(30) }
        var before = LoweredSystem(lowering: try make(count, gaps))
        var live = try IncrementalProgram(StagedProblem(system: before, broken: [], isRelaxed: false).program(of: before), budget: Budget())
        var known = try #require(try FeasibleSizes.find(.horizontal, before, beside: nil, budget: Budget())).evidence
        var steady = RHSCertificate(before, at: try live.ask(budget: Budget()) { $0.point })
        steady.know(known, .horizontal)
        var columns: RequiredRowIndex?
        var walk = Walk()
        for _ in 0..<steps {
            gaps[random.below(count)] = random.below(30)
            let next = LoweredSystem(lowering: try make(count, gaps))
            for row in try #require(next.changedConstants(since: before)) { live.setConstant(of: row, next.matrix.constant(of: row)) }
            try live.update(budget: Budget())
            let point = try live.ask(budget: Budget()) { $0.point }
            if let reason = steady.move(to: try #require(steady.next(next)), at: point) {
                Issue.record("\(reason)")
                return walk
            }
            let anew = try #require(try FeasibleSizes.find(.horizontal, next, beside: point, budget: Budget())).evidence
            let end = try FeasibleBoundSearch(.horizontal, .least).find(&steady, &columns, Budget())
            walk.steps += 1
            if anew.range != known.range { walk.moved += 1 }
            if let end {
                walk.found += 1
                #expect(end.value == anew.range?.min)
                // Nothing of what was known is believed here.
                if case .range(_, let greatest, let allowance) = anew {
                    let evidence = FeasibleSizeEvidence.range(least: end, greatest: greatest, allowance: allowance)
                    #expect(Checker(system: next).checkFeasibleSize(.horizontal, evidence.range, evidence: evidence).isEmpty)
                }
            }
            known = anew
            steady.know(known, .horizontal, isSought: end == nil)
            before = next
        }
        return walk
    }

    @Test func `the widest row of a list decides`() throws {
        let walk = try walk(12, steps: 120, seed: 3, FeasibleBoundSearchTests.list)
        #expect(walk.moved > 10)
        // Not where the root may become narrower than in the layouts that are known.
        #expect(walk.found > 100, "\(walk)")
    }

    @Test func `a chain stretches as a whole`() throws {
        let walk = try walk(60, steps: 60, seed: 4, FeasibleBoundSearchTests.chain)
        #expect(walk.moved > 40)
        // Where it becomes shorter, too.
        #expect(walk.found == walk.steps, "\(walk)")
    }
}
