internal import LayoutModel

/// An aspect ratio conflicts with two other sources of a view's size.
enum AspectRatio: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let ratio = facts.own.first(where: \.isRatio) else { return nil }
        let view = ratio.first.item
        let sizes = facts.own.filter { $0.id != ratio.id && $0.first.item == view && $0.first.attribute.kind == .size && !$0.isRatio }
        guard facts.isConflict || !sizes.isEmpty else { return nil }
        let culprit = sizes.first(where: \.isSize) ?? sizes.first ?? ratio
        return Diagnosis(
            cause: .aspectRatio, owner: .app,
            sentence: "\(facts.name(view)) has a required aspect ratio, and other constraints also determine its width and height: "
                + "\(facts.says(culprit)).",
            culprits: [culprit.id], because: facts.because([ratio] + sizes),
            remedies: [facts.remove(culprit, why: ": the aspect ratio already determines it"), facts.lower(ratio)])
    }
}
