internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

@Suite struct ChangeTests {
    private func fix(_ change: Change) -> [Refusal] {
        let system = example()
        return Checker(system: system).checkFix(change, of: exampleConflict(system))
    }

    @Test func `a fix is one change of a member that ends the conflict`() {
        #expect(fix(.relax(constraint: "c3", priority: 999)).isEmpty)
        #expect(fix(.remove(constraint: "c1")).isEmpty)
        #expect(fix(.constant(constraint: "c3", from: 60, to: 54)).isEmpty)
        #expect(fix(.constant(constraint: "c2", from: -8, to: -2)).isEmpty)
    }

    @Test func `another fix is refused`() {
        for change: Change in [
            .relax(constraint: "c4", priority: 999), .relax(constraint: "nothing", priority: 999), .relax(constraint: "c3", priority: 1000),
            .relax(constraint: "c3", priority: 0), .remove(constraint: "c5"), .remove(constraint: "root.width==size"),
            .constant(constraint: "c3", from: 61, to: 54), .constant(constraint: "c3", from: 60, to: 55),
            .constant(constraint: "c3", from: 60, to: 53),
            .priority(constraint: "c3", priority: 999),
            .add(equation: "title.width == 3", constraint: LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .top))),
        ] {
            #expect(fix(change).count == 1, "\(change)")
        }
    }

    @Test func `a constant of an inequality ends a conflict on one side`() {
        let system = system([constraint("a", .width, .lessThanOrEqual, 10), constraint("b", .width, .greaterThanOrEqual, 20)])
        let conflict = system.conflict([("a", 1), ("b", 1)], -10).shown(by: layout(0, 0, 20, 0), layout(0, 0, 10, 0), in: system)
        func refusals(_ id: String, _ from: Rational, _ to: Rational) -> Int {
            Checker(system: system).checkFix(.constant(constraint: id, from: from, to: to), of: conflict).count
        }
        #expect(refusals("a", 10, 20) == 0)
        #expect(refusals("a", 10, 30) == 0)
        #expect(refusals("a", 10, 19) == 1)
        #expect(refusals("b", 20, 10) == 0)
        #expect(refusals("b", 20, 11) == 1)
    }

    @Test func `a suggestion changes what is there`() {
        let view = LayoutView(id: "title", parent: 0, intrinsicContentSize: LayoutSize(width: 60))
        let system = system(title: view, [constraint("a", .width, 10), constraint("b", .height, 20, priority: 500)])
        let checker = Checker(system: system)
        for change: Change in [
            .add(equation: "title.top == root.top", constraint: LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .top))),
            .relax(constraint: "a", priority: 999), .priority(constraint: "b", priority: 501),
            .priority(constraint: "title.hugging.horizontal", priority: 251), .constant(constraint: "a", from: 10, to: 11), .remove(constraint: "b"),
        ] {
            #expect(checker.checkSuggestions([change]).isEmpty, "\(change)")
        }
        for change: Change in [
            .add(equation: "", constraint: LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .top))), .relax(constraint: "b", priority: 400),
            .relax(constraint: "a", priority: 1000),
            .priority(constraint: "b", priority: 500), .priority(constraint: "b", priority: 1001),
            .priority(constraint: "root.width>=0", priority: 3),
            .constant(constraint: "a", from: 9, to: 11), .constant(constraint: "a", from: 10, to: 10),
            .remove(constraint: "title.hugging.horizontal"),
            .remove(constraint: "nothing"),
        ] {
            #expect(checker.checkSuggestions([change]).count == 1, "\(change)")
        }
    }
}
