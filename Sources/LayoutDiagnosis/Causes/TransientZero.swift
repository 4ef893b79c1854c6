internal import ExactArithmetic
internal import LayoutModel

/// A view has no size yet, in an early or measuring layout pass, and its contents do not fit.
enum TransientZero: CauseRule {
    /// The greatest size that is too small even for margins, in points.
    private static let greatest: Rational = 20

    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let imposed = facts.outsideSizes.first { size in
            // A frame from Interface Builder is not the size of an early layout pass.
            if size.role == .mask, !facts.document.isFragment { return false }
            return size.constant <= greatest && !(size.constant.isPositive && size.constant < CellSize.nothing)
        }
        guard let zero = imposed ?? facts.own.first(where: { isUnmarkedZero($0, facts) }) else { return nil }
        let (view, axis) = (zero.first.item, zero.axis)
        let name = facts.name(view)
        let sentence =
            "\(name) is only \(facts.size(zero.constant, axis)) here, so its contents do not fit; in an early layout pass this is transient and ends when the view gets its size."
        let culprit = facts.softest(in: view, axis)
        let isFrame = zero.role == .mask && [.app, .library].contains(facts.viewClass(of: view))
        let give = Remedy(
            .giveSizeFirst, isFrame ? [zero.id] + (culprit.map { [$0.id] } ?? []) : [], view: facts.document.views[view].id, axis: axis,
            sentence: "Give \(name) its size before its first layout pass.")
        var remedies = [give]
        if let culprit, culprit.id != zero.id {
            let soft = facts.lower(culprit, why: ", so that it yields in that pass")
            remedies = isFrame ? [give, soft] : [soft, give]
        }
        return Diagnosis(
            cause: .transientZero, owner: isFrame ? facts.owner : facts.owner == .library ? .library : .transient, sentence: sentence,
            culprits: culprit.map { [$0.id] } ?? [], because: facts.because([zero] + facts.own), remedies: remedies)
    }

    /// Returns whether a row is a size of a cell or header that older systems print without identifier.
    private static func isUnmarkedZero(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        row.isFixedSize && row.constant.isZero && facts.document.isFragment && facts.document.views[row.first.item].kind != .guide
    }
}
