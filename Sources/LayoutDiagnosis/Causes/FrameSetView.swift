internal import ExactArithmetic
internal import LayoutModel

/// A view's size comes from its frame as intended, and its contents need another one.
enum FrameSetView: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        // The outermost view fills its window, so its size is right.
        let isOfWindow: (DiagnosedRow) -> Bool = { row in
            ConflictFacts.screenLengths.contains(row.constant) && !facts.views.contains { facts.lies(row.first.item, inside: $0) }
        }
        guard let size = facts.rows.first(where: { $0.role == .mask && $0.isFixedSize && !$0.constant.isNegative && !isOfWindow($0) }) else {
            return nil
        }
        let name = facts.name(size.first.item)
        let culprit = facts.softest(in: size.first.item, size.axis)
        let give = Remedy(
            .giveSizeFirst, [size.id] + (culprit.map { [$0.id] } ?? []), view: facts.document.views[size.first.item].id, axis: size.axis,
            sentence: "Set the frame of \(name) from systemLayoutSizeFitting before it is shown.",
            swift:
                "\(facts.variable(size.first.item)).frame.size = \(facts.variable(size.first.item)).systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)"
        )
        return Diagnosis(
            cause: .frameSetView, owner: facts.owner,
            sentence:
                "The frame of \(name) is \(facts.size(size.constant, size.axis)), but its contents need "
                + "\(facts.needs(size) ?? "a different size").",
            culprits: culprit.map { [$0.id] } ?? [], because: facts.because([size] + facts.own),
            remedies: [give] + (culprit.map { [facts.lower($0)] } ?? []))
    }
}
