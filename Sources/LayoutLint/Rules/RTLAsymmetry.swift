internal import ExactArithmetic
internal import LayoutAnalysis
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// Finds views whose alignment rectangle in the other reading direction is not the mirror image.
struct RTLAsymmetry {
    private let scene: VisibleLayout

    /// The work limit of one solve. A layout that exceeds it is skipped.
    private static let mostChecks = 5000

    init(_ scene: VisibleLayout) {
        self.scene = scene
    }

    func findings() -> [LintFinding] {
        guard !scene.analysis.isConflicting else { return [] }
        var mirrored = scene.document
        mirrored.direction = scene.document.direction == .ltr ? .rtl : .ltr
        var asked = 0
        let budget = Budget {
            asked += 1
            return asked > RTLAsymmetry.mostChecks || !scene.work.mayContinue(LintWork.interval)
        }
        guard let solve = try? PlainSolve(LoweredSystem(lowering: mirrored), budget: budget) else {
            return scene.work.isSpent
                ? [] : [LintFinding(.unproven, "not proven: whether the layout is mirrored (it is too large to solve)", subject: ["rtl-asymmetry"])]
        }
        if solve.verdict == .conflicting {
            return [
                LintFinding(
                    .rtlAsymmetry,
                    "the layout has conflicts in \(mirrored.direction.rawValue), but not in \(scene.document.direction.rawValue): check it with "
                        + "--directions",
                    subject: [mirrored.direction.rawValue])
            ]
        }
        guard solve.values.count >= 4 * scene.views.count else { return [] }
        let frames = scene.analysis.frames.flatMap { [$0.x.double, $0.y.double, $0.width.double, $0.height.double] }
        let (own, other) = (Sides(document: scene.document, values: frames), Sides(document: mirrored, values: solve.values))
        return scene.findings { finding($0, own, other) }
    }

    /// Left and right of alignment rectangles in one direction.
    private struct Sides {
        let document: LayoutDocument
        let values: [Double]

        func value(_ view: Int, _ dimension: FrameDimension) -> Double { values[LoweredSystem.variable(view, dimension)] }

        /// Returns the sides relative to the left of the view's own frame.
        func within(_ view: Int) -> (left: Double, right: Double) {
            let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
            return (insets.left.double, value(view, .width) - insets.right.double)
        }

        /// Returns the sides relative to the left of the superview's frame.
        func beside(_ view: Int) -> (left: Double, right: Double) {
            let (x, own) = (value(view, .x), within(view))
            return (x + own.left, x + own.right)
        }
    }

    private func finding(_ view: Int, _ own: Sides, _ other: Sides) -> LintFinding? {
        guard scene.isSeen(view), let parent = scene.views[view].parent, !scene.ambiguous.contains(view), !scene.ambiguous.contains(parent),
            let area = scene.area(parent)
        else { return nil }
        let (before, after) = (own.beside(view), other.beside(view))
        let (width, direction) = (before.right - before.left, other.document.direction.rawValue)
        // The distance from the right must equal the distance from the left.
        let expected = other.within(area).right - (before.right - own.within(area).left)
        // The other direction is solved in floating point.
        let tolerance = max(scene.tolerance, .half).double
        let isOff = (after.left - expected).magnitude > tolerance
        let isResized = (after.right - after.left - width).magnitude > tolerance
        guard isOff || isResized else { return nil }
        let what =
            isResized
            ? "is \(text(after.right - after.left)) wide in \(direction), not \(text(width))"
            : "is at x \(text(after.left)) in \(direction), but its mirror image would be at \(text(expected))"
        return LintFinding(.rtlAsymmetry, views: [view], "\(scene.name(view)) \(what)", subject: [scene.views[view].id])
    }

    private func text(_ value: Double) -> String {
        let rounded = (value * 100).rounded() / 100
        return Int(exactly: rounded).map(String.init) ?? rounded.description
    }
}
