internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Testing

@Suite struct FragmentRowTests {
    private func fragment(_ constraints: [LayoutConstraint]) -> LoweredSystem {
        LoweredSystem(lowering: document(size: LayoutSize(), isFragment: true, constraints))
    }

    @Test func `the shared space has no size and stands in no row`() {
        let system = fragment([LayoutConstraint(id: "c", first: LayoutAnchor(outer, .left), second: LayoutAnchor(root, .right), constant: 8)])
        #expect(system.rows.indices.map(system.id(of:)) == ["outer.width>=0", "outer.height>=0", "inner.width>=0", "inner.height>=0", "c"])
        #expect(system.text(of: "c") == "1 * outer.x + -8 == 0 @ 1000")
        #expect((0..<4).allSatisfy(system.isFixedAtZero) && !system.isFixedAtZero(4))
    }

    @Test func `a margin that is not stated is one unknown wherever it is named`() {
        let system = fragment([
            LayoutConstraint(id: "a", first: LayoutAnchor(inner, .left), second: LayoutAnchor(outer, .leftMargin)),
            LayoutConstraint(id: "b", first: LayoutAnchor(inner, .leading), second: LayoutAnchor(outer, .leadingMargin)),
            LayoutConstraint(id: "c", first: LayoutAnchor(inner, .centerX), second: LayoutAnchor(outer, .centerXWithinMargins)),
        ])
        #expect(system.text(of: "a") == "1 * inner.x + -1 * <left margin of outer> + 0 == 0 @ 1000")
        #expect(system.text(of: "b") == system.text(of: "a"))
        #expect(
            system.text(of: "c")
                == "-0.5 * outer.width + 1 * inner.x + 0.5 * inner.width + -0.5 * <left margin of outer> + 0.5 * <right margin of outer> + 0 == 0 @ 1000"
        )
        #expect(system.variables.count == 4 * 3 + 2)
    }

    @Test func `baselines and symbolic spaces are unknowns`() {
        let system = fragment([
            LayoutConstraint(id: "a", first: LayoutAnchor(inner, .lastBaseline), second: LayoutAnchor(outer, .firstBaseline)),
            LayoutConstraint(id: "b", first: LayoutAnchor(inner, .left), second: LayoutAnchor(outer, .left), unknownConstant: "NSSpace"),
        ])
        #expect(system.text(of: "a") == "1 * inner.y + 1 * <last baseline of inner> + -1 * <first baseline of outer> + 0 == 0 @ 1000")
        // All that is known of a baseline: it lies within its view.
        #expect(system.text(of: "inner.lastBaseline>=top") == "1 * <last baseline of inner> + 0 >= 0 @ 1000")
        #expect(system.text(of: "inner.lastBaseline<=bottom") == "1 * inner.height + -1 * <last baseline of inner> + 0 >= 0 @ 1000")
        #expect(system.text(of: "outer.firstBaseline<=bottom") == "1 * outer.height + -1 * <first baseline of outer> + 0 >= 0 @ 1000")
        #expect(system.text(of: "outer.lastBaseline>=top") == nil)
        #expect(system.rows.indices.filter { system.rows[$0].isImplicit }.count == system.implicitCount)
        #expect(system.text(of: "b") == "1 * inner.x + -1 * <NSSpace of b> + 0 == 0 @ 1000")
    }

    @Test func `a factor on a location is known only within a view that is shown`() {
        let other = LayoutView(id: "inner", parent: 0)
        let apart = LoweredSystem(
            lowering: document(
                size: LayoutSize(), inner: other, isFragment: true,
                [LayoutConstraint(id: "c", first: LayoutAnchor(inner, .left), second: LayoutAnchor(outer, .left), multiplier: 2)]))
        #expect(apart.text(of: "c") == "-2 * outer.x + 1 * inner.x + 1 * <coordinate space of c> + 0 == 0 @ 1000")
        let nested = fragment([LayoutConstraint(id: "c", first: LayoutAnchor(inner, .right), second: LayoutAnchor(outer, .right), multiplier: .half)])
        #expect(nested.text(of: "c") == "-0.5 * outer.width + 1 * inner.x + 1 * inner.width + 0 == 0 @ 1000")
    }
}
