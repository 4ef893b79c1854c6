internal import LayoutModel
internal import StandardAdditions

/// An aspect ratio conflicts with two other sources of a view's size.
enum AspectRatio: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let ratio = facts.own.first(where: \.isRatio) else { return nil }
        let view = ratio.first.item
        let sizes = facts.own.filter { $0.id != ratio.id && $0.first.item == view && $0.first.attribute.kind == .size && !$0.isRatio }
        guard facts.isConflict || !sizes.isEmpty else { return nil }
        let ratios = facts.own.filter { $0.isRatio && $0.first.item == view }
        if ratios.count > 1, sizes.count < 2 { return twice(ratios, sizes, facts) }
        let culprit = sizes.first(where: \.isSize) ?? sizes.first ?? ratio
        let isOfSize = culprit.id != ratio.id
        return Diagnosis(
            cause: .aspectRatio, owner: .app,
            sentence: "\(facts.name(view)) has a required aspect ratio, and other constraints also determine its width and height"
                + "\(others(than: ratio, facts)).",
            culprits: [culprit.id], because: facts.because([ratio] + sizes),
            remedies: [
                facts.remove(culprit, why: isOfSize ? ": the aspect ratio already determines it" : ": the others already determine the size"),
                facts.lower(ratio),
            ])
    }

    /// Returns what else determines the sizes of the view, such as `: its leading edge, trailing edge and height of 100`; empty if no
    /// constraint names the view.
    private static func others(than ratio: DiagnosedRow, _ facts: ConflictFacts) -> String {
        let view = ratio.first.item
        var words: [String] = []
        for row in facts.own where row.id != ratio.id && row.items.contains(view) && !row.isRatio {
            let side = row.first.item == view ? row.first : row.second ?? row.first
            let relation = row.relation == .equal ? "" : row.relation == .lessThanOrEqual ? "at most " : "at least "
            let text = side.attribute.words + (row.isSize ? " of \(relation)\(facts.number(row.constant))" : "")
            if !words.contains(text) { words.append(text) }
        }
        return words.isEmpty ? "" : ": its \(words.listed())"
    }

    /// Diagnoses an aspect ratio that two constraints set, often by rounded multipliers: `height == 0.5625 * width` and
    /// `width == 1.77778 * height`.
    private static func twice(_ ratios: [DiagnosedRow], _ sizes: [DiagnosedRow], _ facts: ConflictFacts) -> Diagnosis? {
        guard let last = ratios.last else { return nil }
        return Diagnosis(
            cause: .duplicate, owner: .app,
            sentence: "The aspect ratio of \(facts.name(last.first.item)) is set twice: \(ratios.map(facts.says).joined(separator: ", and ")).",
            culprits: ratios.map(\.id), because: facts.because(ratios + sizes),
            remedies: [facts.remove(last, why: ", since the other one determines the same"), facts.lower(last)])
    }
}
