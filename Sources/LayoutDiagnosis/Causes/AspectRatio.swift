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
        let culprit = sizes.first(where: \.isSize) ?? sizes.first ?? farPin(of: view, facts) ?? ratio
        let isOfSize = culprit.id != ratio.id
        return Diagnosis(
            cause: .aspectRatio, owner: .app,
            sentence: sentence(ratio, facts),
            culprits: [culprit.id], because: facts.because([ratio] + sizes),
            remedies: [
                facts.remove(culprit, why: isOfSize ? ": the aspect ratio already determines it" : ": the others already determine the size"),
                facts.lower(ratio),
            ])
    }

    /// Returns the pin to give up in place of the ratio of a view that the canvas of Interface Builder draws, since the ratio is that of what it
    /// shows: the last one of a bottom edge, else of a trailing edge. Nil for other layouts.
    private static func farPin(of view: Int, _ facts: ConflictFacts) -> DiagnosedRow? {
        guard facts.document.views[view].design?.frame != nil else { return nil }
        let far = facts.own.filter { $0.isFarPin && $0.items.contains(view) }
        return far.last { $0.axis == .vertical } ?? far.last
    }

    /// Returns the sentence with what else determines the sizes of the view, such as `its leading edge, trailing edge and height of 100`, if
    /// constraints name the view.
    private static func sentence(_ ratio: DiagnosedRow, _ facts: ConflictFacts) -> String {
        let view = ratio.first.item
        var words: [String] = []
        for row in facts.own where row.id != ratio.id && row.items.contains(view) && !row.isRatio {
            let side = row.first.item == view ? row.first : row.second ?? row.first
            let relation = row.relation == .equal ? "" : row.relation == .lessThanOrEqual ? "at most " : "at least "
            let text = side.attribute.words + (row.isSize ? " of \(relation)\(facts.number(row.constant))" : "")
            if !words.contains(text) { words.append(text) }
        }
        let name = facts.name(view)
        return words.isEmpty
            ? "\(name) has a required aspect ratio, and other constraints also determine its width and height."
            : "The aspect ratio of \(name) does not fit its \(words.listed()), which also determine its size."
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
