internal import ExactArithmetic
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
        if let size = sizes.first(where: \.isFixedSize), let found = fixed(size, ratio, facts) { return found }
        let culprit = sizes.first(where: \.isSize) ?? sizes.first ?? farPin(of: view, facts) ?? outside(ratio, facts) ?? ratio
        let isOfSize = culprit.id != ratio.id
        return Diagnosis(
            cause: .aspectRatio, owner: .app,
            sentence: sentence(ratio, facts),
            culprits: [culprit.id], because: facts.because([ratio] + sizes),
            remedies: [
                facts.remove(culprit, why: isOfSize ? why(culprit, view) : ": the others already determine the size"),
                isOfSize && !facts.document.isFragment ? facts.lower(culprit) : facts.lower(ratio),
            ])
    }

    /// Returns the pin to give up in place of the ratio of a view that the canvas of Interface Builder draws, since the ratio is that of what it
    /// shows: the last one of a bottom edge, else of a trailing edge. Nil for other layouts.
    private static func farPin(of view: Int, _ facts: ConflictFacts) -> DiagnosedRow? {
        guard facts.document.views[view].design?.frame != nil else { return nil }
        let far = facts.own.filter { $0.isFarPin && $0.items.contains(view) }
        return far.last { $0.axis == .vertical } ?? far.last
    }

    /// Diagnoses a fixed size that the ratio contradicts, with the product that the ratio requires in its place. Nil for a log, which may not
    /// show where the other length comes from, and if that length is not known.
    private static func fixed(_ size: DiagnosedRow, _ ratio: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis? {
        guard !facts.document.isFragment, ratio.relation == .equal, ratio.constant.isZero, ratio.multiplier.isPositive,
            let conflict = facts.conflicts.first, let needed = facts.needed(of: size, in: conflict), needed.isPositive,
            let inverse = Rational.one.divided(by: ratio.multiplier)
        else { return nil }
        let (name, isFirst) = (facts.name(size.first.item), size.first.attribute == ratio.first.attribute)
        let other = isFirst ? needed * inverse : needed * ratio.multiplier
        let product = "\(facts.number(other)) \(factor(ratio.multiplier, inverse, isDivisor: !isFirst)) = \(facts.number(needed))"
        let length = facts.size(needed, size.axis)
        let change = Remedy(
            .changeConstant, [size.id], from: size.constant, to: needed,
            sentence: "Change the constant of \(facts.title(size)) (\(size.id)) to \(facts.number(needed)), which the aspect ratio requires.")
        return Diagnosis(
            cause: .aspectRatio, owner: .app,
            sentence:
                "\(name) is fixed at \(facts.size(size.constant, size.axis)), but its aspect ratio requires \(length): \(product).",
            culprits: [size.id], because: facts.because([ratio, size]),
            remedies: [facts.remove(size, why: ": the aspect ratio already determines it"), facts.lower(size), change])
    }

    /// Returns the factor of a product, or its divisor: `× 9/16`, `/ 1.7778`.
    private static func factor(_ factor: Rational, _ inverse: Rational, isDivisor: Bool) -> String {
        func text(_ value: Rational) -> String {
            let fraction = value.description
            return fraction.utf8.count > shortest ? value.decimalText() : fraction
        }
        if !isDivisor { return "× \(text(factor))" }
        return inverse.description.utf8.count > shortest ? "/ \(text(factor))" : "× \(text(inverse))"
    }

    /// The number of characters of a fraction such as `9/16`.
    private static let shortest = 5

    /// Returns the row to change instead of the ratio in a document if both lengths of the view come from pins: the fixed size of a view
    /// around it, else the last pin along the ratio's first side; nil for a log, and if there is none.
    private static func outside(_ ratio: DiagnosedRow, _ facts: ConflictFacts) -> DiagnosedRow? {
        let view = ratio.first.item
        guard !facts.document.isFragment, facts.document.views[view].design?.frame == nil else { return nil }
        let shared = facts.own.filter { row in facts.conflicts.allSatisfy { $0.members.contains(row.id) } }
        let around = shared.first { $0.isFixedSize && $0.first.item != view && facts.document.views[view].parent == $0.first.item }
        return around ?? shared.last { $0.isFarPin && $0.axis == .vertical }
    }

    private static func why(_ culprit: DiagnosedRow, _ view: Int) -> String {
        culprit.isSize && culprit.first.item == view ? ": the aspect ratio already determines it" : ", so that the aspect ratio remains"
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
