internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Testing

@Suite struct ConstraintRowTests {
    private func row(
        _ first: LayoutAnchor, _ relation: LayoutRelation = .equal, _ second: LayoutAnchor? = nil, times multiplier: Rational = 1,
        plus constant: Rational = 0, in make: ([LayoutConstraint]) -> LayoutDocument = { document($0) }
    ) -> String? {
        LoweredSystem(
            lowering: make([
                LayoutConstraint(id: "c", first: first, relation: relation, second: second, multiplier: multiplier, constant: constant, priority: 700)
            ])
        ).text(of: "c")
    }

    @Test func `locations are taken in the nearest common ancestor's coordinates`() {
        #expect(row(LayoutAnchor(inner, .left), .equal, LayoutAnchor(root, .left), plus: 8) == "1 * outer.x + 1 * inner.x + -8 == 0 @ 700")
        #expect(row(LayoutAnchor(inner, .left), .equal, LayoutAnchor(outer, .left), plus: 8) == "1 * inner.x + -8 == 0 @ 700")
        #expect(
            row(LayoutAnchor(outer, .centerX), .equal, LayoutAnchor(root, .centerX), times: .half)
                == "-0.25 * root.width + 1 * outer.x + 0.5 * outer.width + 0 == 0 @ 700")
    }

    @Test func `less or equal is negated`() {
        #expect(row(LayoutAnchor(outer, .width), .lessThanOrEqual, plus: 60) == "-1 * outer.width + 60 >= 0 @ 700")
        #expect(row(LayoutAnchor(outer, .width), .greaterThanOrEqual, plus: 60) == "1 * outer.width + -60 >= 0 @ 700")
    }

    @Test func `terms that cancel drop out`() {
        #expect(row(LayoutAnchor(outer, .width), .equal, LayoutAnchor(outer, .width), plus: 3) == "-3 == 0 @ 700")
        #expect(row(LayoutAnchor(outer, .right), .equal, LayoutAnchor(outer, .left), plus: 3) == "1 * outer.width + -3 == 0 @ 700")
    }

    @Test func `inactive constraints give no row`() {
        let constraint = LayoutConstraint(id: "c", first: LayoutAnchor(outer, .width), isActive: false)
        #expect(LoweredSystem(lowering: document([constraint])).text(of: "c") == nil)
    }

    @Test func `leading in right to left is measured leftwards from the common ancestor's right edge`() {
        let mirrored = { document(direction: .rtl, $0) }
        #expect(
            row(LayoutAnchor(outer, .leading), .equal, LayoutAnchor(root, .leading), plus: 8, in: mirrored)
                == "1 * root.width + -1 * outer.x + -1 * outer.width + -8 == 0 @ 700")
        #expect(
            row(LayoutAnchor(outer, .trailing), .equal, LayoutAnchor(root, .leading), times: .half, in: mirrored)
                == "1 * root.width + -1 * outer.x + 0 == 0 @ 700")
        #expect(
            row(LayoutAnchor(outer, .centerX), .equal, LayoutAnchor(root, .centerX), plus: 8, in: mirrored)
                == "-0.5 * root.width + 1 * outer.x + 0.5 * outer.width + -8 == 0 @ 700")
        #expect(
            row(LayoutAnchor(outer, .left), .equal, LayoutAnchor(root, .left), plus: 8, in: mirrored) == "1 * outer.x + -8 == 0 @ 700")
    }

    @Test func `margins lie inside the alignment rectangle, 8 points where not stated`() {
        let view = LayoutView(
            id: "outer", parent: 0, alignmentRectInsets: LayoutInsets(top: 1, bottom: 2, left: 3, right: 5),
            layoutMargins: LayoutInsets(top: 20, left: 10))
        let make = { document(outer: view, $0) }
        #expect(row(LayoutAnchor(inner, .left), .equal, LayoutAnchor(outer, .leftMargin), in: make) == "1 * inner.x + -13 == 0 @ 700")
        #expect(
            row(LayoutAnchor(inner, .right), .equal, LayoutAnchor(outer, .trailingMargin), in: make)
                == "-1 * outer.width + 1 * inner.x + 1 * inner.width + 13 == 0 @ 700")
        #expect(
            row(LayoutAnchor(inner, .top), .equal, LayoutAnchor(outer, .centerYWithinMargins), in: make)
                == "-0.5 * outer.height + 1 * inner.y + -5.5 == 0 @ 700")
    }

    @Test func `the first baseline is the last where it is not stated`() {
        let both = { document(inner: LayoutView(id: "inner", parent: 1, firstBaselineFromTop: 16, lastBaselineFromBottom: 4), $0) }
        let one = { document(inner: LayoutView(id: "inner", parent: 1, lastBaselineFromBottom: 4), $0) }
        let anchor = LayoutAnchor(inner, .firstBaseline)
        #expect(row(anchor, .equal, LayoutAnchor(outer, .top), in: both) == "1 * inner.y + 16 == 0 @ 700")
        #expect(row(anchor, .equal, LayoutAnchor(outer, .top), in: one) == "1 * inner.y + 1 * inner.height + -4 == 0 @ 700")
        #expect(
            row(LayoutAnchor(inner, .lastBaseline), .equal, LayoutAnchor(outer, .top), in: both)
                == "1 * inner.y + 1 * inner.height + -4 == 0 @ 700")
    }

    @Test func `sizes are those of the alignment rectangle`() {
        let view = LayoutView(id: "outer", parent: 0, alignmentRectInsets: LayoutInsets(left: 3, right: 5))
        #expect(row(LayoutAnchor(outer, .width), plus: 60, in: { document(outer: view, $0) }) == "1 * outer.width + -68 == 0 @ 700")
        #expect(
            row(LayoutAnchor(inner, .height), .equal, LayoutAnchor(outer, .width), times: 2, in: { document(outer: view, $0) })
                == "-2 * outer.width + 1 * inner.height + 16 == 0 @ 700")
    }

    @Test func `a chain of 100,000 views lowers with rows between neighbours`() {
        let count = 100_000
        let views = (0..<count).map { LayoutView(id: "v\($0)", parent: $0 == 0 ? nil : $0 - 1) }
        let constraints = (1..<count).map {
            LayoutConstraint(id: "c\($0)", first: LayoutAnchor($0, .left), second: LayoutAnchor($0 - 1, .left), constant: 1)
        }
        let system = LoweredSystem(lowering: LayoutDocument(root: 0, views: views, constraints: constraints))
        #expect(system.rows.count == 2 * count + 2 + count - 1)
        #expect(system.text(of: system.rows.count - 1) == "1 * v99999.x + -1 == 0 @ 1000")
    }
}
