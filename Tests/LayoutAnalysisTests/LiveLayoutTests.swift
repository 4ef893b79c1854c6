import ExactArithmetic
import LayoutAnalysis
import LayoutLowering
import LayoutModel
import LayoutVerification
import Testing

/// A layout that follows its edits against the same layout solved anew after each.
struct LiveLayoutTests {
    @Test func anEditedLayoutIsTheLayoutSolvedAnew() throws {
        var verdicts: [Analysis.Verdict: Int] = [:]
        for seed in 100..<140 {
            var random = RandomLayouts(seed: UInt64(seed))
            var live = try LiveLayout(try document(random.json()))
            for step in 0..<50 {
                let edit = random.edit(of: live.document)
                try live.apply(edit)
                var anew = try PlainSolve(LoweredSystem(lowering: live.document))
                verdicts[anew.verdict, default: 0] += 1
                #expect(live.verdict == anew.verdict, "seed \(seed), step \(step): \(edit)")
                #expect(live.values == anew.values, "seed \(seed), step \(step): \(edit)")
                #expect(live.conflict?.members == anew.conflict?.members, "seed \(seed), step \(step): \(edit)")
                #expect(try live.ambiguous() == anew.ambiguous(), "seed \(seed), step \(step): \(edit)")
            }
        }
        // Edits that failed were among them, and edits after those.
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] { #expect(verdicts[verdict, default: 0] > 100) }
    }

    /// The same constant or size changed over and over, with now and then another edit between.
    @Test func whatIsDraggedIsTheLayoutSolvedAnew() throws {
        var verdicts: [Analysis.Verdict: Int] = [:]
        for seed in 300..<360 {
            var random = RandomLayouts(seed: UInt64(seed))
            var live = try LiveLayout(try document(random.json()))
            var edit = random.edit(of: live.document)
            for step in 0..<60 {
                if random.below(20) == 0 { edit = random.edit(of: live.document) }
                if random.below(25) == 0 { try live.apply(random.edit(of: live.document)) }
                edit = random.again(edit, live.document)
                try live.apply(edit)
                var anew = try PlainSolve(LoweredSystem(lowering: live.document))
                verdicts[anew.verdict, default: 0] += 1
                #expect(live.verdict == anew.verdict, "seed \(seed), step \(step): \(edit)")
                #expect(live.values == anew.values, "seed \(seed), step \(step): \(edit)")
                if random.below(5) == 0 { #expect(try live.ambiguous() == anew.ambiguous(), "seed \(seed), step \(step): \(edit)") }
            }
        }
        for verdict in [Analysis.Verdict.clean, .ambiguous, .conflicting] { #expect(verdicts[verdict, default: 0] > 100) }
    }

    @Test func anEditOfSomethingThatIsNotThereChangesNothing() throws {
        var live = try LiveLayout(try document(Sample.example))
        let (verdict, values) = (live.verdict, live.values)
        for edit in [
            LayoutEdit.constant(constraint: 99, 1), .priority(constraint: -1, 5), .remove(constraint: 99), .intrinsicSize(view: 99, LayoutSize()),
        ] {
            try live.apply(edit)
            #expect(live.verdict == verdict && live.values == values)
        }
    }

    /// Whether few rows are touched where few views move.
    @Test func anEditCostsWhatItTouches() throws {
        let rows = (0..<200).map { row in
            """
            {'id': 'r\(row)', 'parent': 'root'}, {'id': 'a\(row)', 'parent': 'r\(row)', 'intrinsicContentSize': {'width': \(30 + row % 7), 'height': 20}},
            {'id': 'b\(row)', 'parent': 'r\(row)', 'intrinsicContentSize': {'width': 200, 'height': 20}, 'hugging': {'horizontal': 249, 'vertical': 250}}
            """
        }
        let constraints = (0..<200).flatMap { row in
            [
                "r\(row).left == root.left", "r\(row).right == root.right", "r\(row).top == \(row == 0 ? "root.top" : "r\(row - 1).bottom")",
                "r\(row).height == 44", "a\(row).left == r\(row).left + 8", "b\(row).left == a\(row).right + 8",
                "b\(row).right == r\(row).right - 8", "a\(row).centerY == r\(row).centerY", "b\(row).centerY == r\(row).centerY",
                "a\(row).width <= 80 @ 999",
            ]
        }
        var live = try LiveLayout(
            try document(
                "{'size': {'width': 320, 'height': 10000}, 'views': [{'id': 'root'}, \(rows.joined(separator: ", "))], 'constraints': ["
                    + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}"))
        #expect(live.verdict == .clean)
        let edits: [LayoutEdit] = [
            .constant(constraint: 1004, 12), .intrinsicSize(view: 1 + 3 * 50 + 1, LayoutSize(width: 45, height: 20)),
            .priority(constraint: 1009, 700),
            .remove(constraint: 1009), .add(constraint: 1009),
        ]
        for edit in edits {
            try live.apply(edit)
            #expect(live.work.rowsTouched <= 20 && live.work.pivots <= 20, "\(edit): \(live.work)")
            #expect(live.values == (try PlainSolve(LoweredSystem(lowering: live.document))).values)
        }
    }

    /// Labels and fields whose widths all hang together: what is known of them is kept while optional rows come, go and change priority.
    @Test func aLargeBlockIsSolvedFromWhereItWas() throws {
        var live = try LiveLayout(try form(of: 60))
        // The block has a solver of its own once it was solved after an edit.
        try live.apply(.priority(constraint: 1, 210))
        for row in [0, 7, 30, 59] {
            let edits: [LayoutEdit] = [
                .priority(constraint: 8 * row + 1, 300), .remove(constraint: 8 * row), .remove(constraint: 8 * row + 5), .add(constraint: 8 * row),
                .remove(constraint: 8 * row + 1), .rootWidth(Rational(400 + row)), .add(constraint: 8 * row + 1), .add(constraint: 8 * row + 5),
            ]
            for edit in edits {
                try live.apply(edit)
                let anew = try PlainSolve(LoweredSystem(lowering: live.document))
                #expect(live.work.pivots < 10 && anew.work.pivots > 200, "\(edit): \(live.work), anew \(anew.work)")
                #expect(live.verdict == anew.verdict && live.values == anew.values, "\(edit)")
                // A priority that moves nothing costs its own row alone.
                if case .priority = edit { #expect(live.work.pivots > 0 || live.work.rowsTouched < 5, "\(live.work)") }
            }
        }
    }

    @Test func aLargeBlockFollowsEditsOfEveryKind() throws {
        for seed in 500..<504 {
            var random = RandomLayouts(seed: UInt64(seed))
            var live = try LiveLayout(try form(of: 12))
            for step in 0..<80 {
                let edit = random.edit(of: live.document)
                try live.apply(edit)
                let anew = try PlainSolve(LoweredSystem(lowering: live.document))
                #expect(live.verdict == anew.verdict && live.values == anew.values, "seed \(seed), step \(step): \(edit)")
            }
        }
    }

    /// A width in the middle of a chain is let go: it may be anything that leaves all widths from there on at 0 or above.
    @Test(arguments: [0, 1, 17, 39]) func whereAChainEndsIsWhereTheFirstOfItsBoundsIs(first: Int) throws {
        let factors = (0..<40).map { Rational([13, 7, 11, 9][$0 % 4], over: 10) ?? .one }
        let constants = (0..<40).map { [0, 0, -7, 3, -2][$0 % 5] }
        let views = (0..<40).map { "{'id': 'v\($0)', 'parent': 'root'}" }
        let constraints = (0..<40).flatMap { view in
            [
                "{'first': {'item': 'v\(view)', 'attribute': 'width'}, 'relation': '==', 'second': {'item': '\(view == 0 ? "root" : "v\(view - 1)")', "
                    + "'attribute': 'width'}, 'multiplier': \(factors[view].double), 'constant': \(constants[view])}",
                "'v\(view).left == root.left'", "'v\(view).top == root.top'", "'v\(view).height == 20'",
            ]
        }
        var live = try LiveLayout(
            try document(
                "{'size': {'width': 300, 'height': 100}, 'views': [{'id': 'root'}, \(views.joined(separator: ", "))], 'constraints': ["
                    + constraints.joined(separator: ", ") + "]}"))
        try live.apply(.remove(constraint: 4 * first))
        // Each width as `scale` times the free one and `rest` more.
        var (scale, rest, least) = (Rational.one, Rational.zero, Rational.zero)
        var lines: [(scale: Rational, rest: Rational)] = []
        for view in first..<40 {
            if view > first { (scale, rest) = (scale * factors[view], rest * factors[view] + Rational(constants[view])) }
            least = max(least, -rest * scale.reciprocal)
            lines.append((scale, rest))
        }
        let ambiguous = try live.ambiguous()
        #expect(live.verdict == .ambiguous && ambiguous.count == lines.count)
        for (found, line) in zip(ambiguous, lines) { #expect(found.min == line.scale * least + line.rest && found.max == nil) }
    }

    /// Labels beside fields, whose widths all hang together.
    private func form(of count: Int) throws -> LayoutDocument {
        let views = (0..<count).map { row in
            """
            {'id': 'a\(row)', 'parent': 'root', 'intrinsicContentSize': {'width': \(40 + 7 * row % 90), 'height': 20},
            'hugging': {'horizontal': 251, 'vertical': 250}, 'compressionResistance': {'horizontal': 751, 'vertical': 750}},
            {'id': 'b\(row)', 'parent': 'root', 'intrinsicContentSize': {'width': 60, 'height': 30}}
            """
        }
        let constraints = (0..<count).flatMap { row in
            [
                "a\(row).left >= root.left + 16", "a\(row).left == root.left + 16 @ 200",
                row == 0 ? "a0.width >= 10" : "a\(row).right == a\(row - 1).right",
                "b\(row).left == a\(row).right + 8", "b\(row).right == root.right - 16", "b\(row).width >= 80",
                "b\(row).top == \(row == 0 ? "root.top" : "b\(row - 1).bottom") + 8", "a\(row).centerY == b\(row).centerY",
            ]
        }
        return try document(
            "{'size': {'width': 390, 'height': 10000}, 'views': [{'id': 'root'}, \(views.joined(separator: ", "))], 'constraints': ["
                + constraints.map { "'\($0)'" }.joined(separator: ", ") + "]}")
    }
}
