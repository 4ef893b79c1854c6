import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

/// Rows hold together where some layout violates none by more than 1e-6 points.
struct ToleranceTests {
    /// Three views side by side, each of this width, from one side of the root to the other.
    private func thirds(_ width: String, root: String = "100") throws -> LayoutDocument {
        try document(
            """
            {'size': {'width': \(root), 'height': 10}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'b', 'parent': 'root'},
            {'id': 'c', 'parent': 'root'}], 'constraints': ['a.left == root.left', 'b.left == a.right', 'c.left == b.right', 'c.right == root.right',
            'a.width == \(width)', 'b.width == \(width)', 'c.width == \(width)', 'a.top == root.top', 'b.top == a.top', 'c.top == a.top',
            'a.height == 10', 'b.height == 10', 'c.height == 10']}
            """)
    }

    @Test func whatIsOffByLessThanTheToleranceHolds() throws {
        for width in ["33.3333333", "33.33333333333", "33.3333334"] {
            let found = try analysis(thirds(width))
            #expect(found.verdict == .clean && found.conflicts.isEmpty && found.broken.isEmpty, "\(width)")
            #expect(found.conflictsComplete && found.ambiguities.isEmpty && found.unsatisfied.isEmpty)
            for (view, x) in [(1, 0), (2, Rational(100, over: 3)), (3, Rational(200, over: 3))] as [(Int, Rational?)] {
                let distance = try found.frames[view].x - #require(x)
                #expect(distance.magnitude < Rational(1, over: 250_000) ?? 0)
            }
        }
    }

    @Test func whatIsOffByMoreConflicts() throws {
        for width in ["33.333", "33.3334", "33.33333"] {
            let found = try analysis(thirds(width))
            #expect(found.verdict == .conflicting && found.conflicts.count == 1, "\(width)")
        }
    }

    @Test func theEdgeOfTheToleranceIsExact() throws {
        // Two widths that are apart by 2e-6 can each be missed by 1e-6.
        func verdict(_ width: String) throws -> Analysis.Verdict {
            try analysis(
                document(
                    "{'views': [{'id': 'root'}], 'size': {'height': 1}, 'constraints': ['root.width == 5', 'root.width == \(width)']}")
            ).verdict
        }
        #expect(try verdict("5.000002") == .clean)
        #expect(try verdict("5.0000020001") == .conflicting)
        #expect(try verdict("4.999998") == .clean)
        #expect(try verdict("4.9999979999") == .conflicting)
    }

    @Test func aFeasibleSizeIsFoundWithinTheTolerance() throws {
        let found = try analysis(thirds("33.3333333", root: "100"))
        let range = try #require(found.feasibleSize.width)
        let (least, greatest) = try (#require(range.min), #require(range.max))
        #expect(least < 100 && greatest >= 99 && greatest - least < Rational(1, over: 1000) ?? 0)
    }

    @Test(arguments: ["1000000000000", "3000000000000"]) func aFeasibleSizeMayBeFartherThanAnyScreen(_ size: String) throws {
        let text = "{'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}], 'constraints': ['a.width == 2 * root.width', 'a.width == \(size)']}"
        let width = try analysis(document(text)).feasibleSize.width
        #expect(width?.min != nil && width?.min == width?.max)
    }

    @Test func aRangeBelowTheToleranceIsNone() throws {
        let found = try analysis(
            document(
                "{'views': [{'id': 'root'}], 'size': {'height': 1}, 'constraints': ['root.width >= 5', 'root.width <= 5.0000005', 'root.width == 6 @ 10', 'root.width == 4 @ 10']}"
            ))
        #expect(found.verdict == .clean && found.ambiguities.isEmpty)
    }

    @Test func ambiguityIsJudgedWithinTheTolerance() throws {
        var layout = try thirds("33.3333333")
        layout.constraints.removeLast()
        let found = analysis(layout)
        #expect(found.verdict == .ambiguous && found.ambiguities.map(\.view) == [3])
    }
}
