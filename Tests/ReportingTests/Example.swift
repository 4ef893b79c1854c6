import ExactArithmetic
import LayoutModel

/// An example like that of Manual/documents.md, built by hand: a title in a root of 70 points that needs 76.
enum Example {
    static let document: LayoutDocument = {
        func constraint(_ id: String, _ attribute: LayoutAttribute, _ relation: LayoutRelation = .equal, to root: Bool, _ constant: Rational)
            -> LayoutConstraint
        {
            LayoutConstraint(
                id: id, first: LayoutAnchor(1, attribute), relation: relation, second: root ? LayoutAnchor(0, attribute) : nil,
                constant: constant)
        }
        var leading = constraint("c1", .leading, to: true, 8)
        leading.source = SourceReference(file: "ProfileCell.swift", line: 42)
        return LayoutDocument(
            name: "ProfileCell", root: 0, size: LayoutSize(width: 70, height: 44),
            views: [LayoutView(id: "root"), LayoutView(id: "title", parent: 0, className: "UILabel")],
            constraints: [
                leading, constraint("c2", .trailing, to: true, -8), constraint("c3", .width, to: false, 60),
                constraint("c4", .height, to: false, 20), constraint("c5", .top, .greaterThanOrEqual, to: true, 0),
            ])
    }()

    static let analysis: Analysis = {
        let members = ["c1", "c2", "c3", "root.width==size"]
        let conflict = Conflict(
            id: "K1", members: members, factors: [1, -1, 1, -1], sum: -6, fingerprint: "k1:9f2c",
            explanation: Conflict.Explanation("8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)", .sum),
            fixes: [.relax(constraint: "c3", priority: 999), .constant(constraint: "c3", from: 60, to: 54)])
        let decision = Decision(
            sequence: 1, trigger: "c3", conflict: members, broken: "c3",
            candidates: [
                BreakingCandidate(constraint: "c3", probability: Rational(7, over: 10), rules: [.init(name: "size", points: 3)]),
                BreakingCandidate(constraint: "c2"),
            ], policy: .uikit, reason: "UIKit breaks a constant size before an edge", log: "Unable to simultaneously satisfy constraints.\n")
        let ambiguity = Ambiguity(
            view: 1, cause: .underconstrained, fingerprint: "a1:77", attributes: [.init(dimension: .y, min: 0, max: nil, value: 0)],
            needs: ["vertical position"],
            suggestions: [
                .add(
                    equation: "title.top == root.top",
                    constraint: LayoutConstraint(id: "suggestion", first: LayoutAnchor(1, .top), second: LayoutAnchor(0, .top)))
            ])
        let title = LayoutFrame(x: 8, y: 0, width: 54, height: 20)
        return Analysis(
            verdict: .conflicting, isConflicting: true, isAmbiguous: true, width: 70, height: 44,
            frames: [LayoutFrame(x: 0, y: 0, width: 70, height: 44), title], conflicts: [conflict], decisions: [decision], broken: ["c3"],
            repairs: [Repair(relax: ["c1"]), Repair(relax: ["c2"]), Repair(relax: ["c3"])], ambiguities: [ambiguity], degreesOfFreedom: 1,
            alternates: [
                Alternate(id: "A1", frames: [.init(view: 1, frame: LayoutFrame(x: 8, y: 24, width: 54, height: 20))])
            ],
            unsatisfied: [Unsatisfied(id: "c3", priority: 1000, error: 6, kind: .unmet)],
            feasibleSize: FeasibleSize(width: .init(min: 76, max: 76), height: .init(min: 0, max: nil)),
            counts: Analysis.Counts(views: 2, constraints: 5, implicit: 6))
    }()
}
