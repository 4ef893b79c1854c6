internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// Views that do not lie where their mirror image would in the other reading direction.
struct RTLAsymmetry {
    private let scene: Scene

    /// Of one solve; a layout that takes more is not judged.
    private static let mostChecks = 5000

    init(_ scene: Scene) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        guard !scene.analysis.isConflicting else { return [] }
        var mirrored = scene.document
        mirrored.direction = scene.document.direction == .ltr ? .rtl : .ltr
        var asked = 0
        let budget = Budget {
            asked += 1
            return asked > RTLAsymmetry.mostChecks
        }
        guard let solve = try? PlainSolve(LoweredSystem(lowering: mirrored), budget: budget) else {
            return [LintFinding(.unproven, "not proven: whether the layout mirrors: there is too much to solve", subject: ["rtl-asymmetry"])]
        }
        if solve.verdict == .conflicting {
            return [
                LintFinding(
                    .rtlAsymmetry,
                    "the layout conflicts in \(mirrored.direction.rawValue), but not in \(scene.document.direction.rawValue): check it with --directions",
                    subject: [mirrored.direction.rawValue])
            ]
        }
        return scene.views.indices.compactMap { finding($0, solve.values, mirrored.direction) }
    }

    private func finding(_ view: Int, _ values: [Double], _ direction: LayoutDirection) -> LintFinding? {
        guard scene.isSeen(view), let parent = scene.views[view].parent, !scene.ambiguous.contains(view), !scene.ambiguous.contains(parent),
            let area = scene.area(parent), values.count >= 4 * scene.views.count
        else { return nil }
        let own = scene.analysis.frames[view]
        func value(_ view: Int, _ dimension: FrameDimension) -> Double { values[LoweredSystem.variable(view, dimension)] }
        let expected = value(area, .width) - own.x.double - own.width.double
        // The other direction is solved in floating point.
        let tolerance = max(scene.tolerance, .half).double
        let isOff = (value(view, .x) - expected).magnitude > tolerance
        let isResized = (value(view, .width) - own.width.double).magnitude > tolerance
        guard isOff || isResized else { return nil }
        let what =
            isResized
            ? "is \(text(value(view, .width))) wide in \(direction.rawValue), not \(own.width.shown)"
            : "lies at x \(text(value(view, .x))) in \(direction.rawValue), where its mirror image is at \(text(expected))"
        return LintFinding(.rtlAsymmetry, views: [view], "\(scene.name(view)) \(what)", subject: [scene.views[view].id])
    }

    private func text(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}
