internal import ExactArithmetic
internal import LayoutModel

/// A view is pinned to both sides of its container and has a fixed size as well.
enum EdgesAndSize: CauseRule {
    /// Returns the diagnosis if the pins leave less than the view's content needs and the size is right, else nil.
    private static func tooNarrow(_ size: DiagnosedRow, _ between: Rational, _ facts: ConflictFacts) -> Diagnosis? {
        guard facts.cuts(size.first, to: between), !facts.cuts(size.first, to: size.constant), let pins = pins(beside: size, facts),
            let content = facts.document.views[size.first.item].intrinsicContentSize[size.axis]
        else { return nil }
        let name = facts.name(size.first.item)
        return Diagnosis(
            cause: .edgesAndSize, owner: .app,
            sentence:
                "\(name) is fixed at \(facts.size(size.constant, size.axis)) and its content needs \(facts.number(content)), "
                + "but its pins on both sides leave it only \(facts.number(between)).",
            culprits: pins.map(\.id), because: facts.because([size] + facts.rows.filter { $0.axis == size.axis && $0.id != size.id }),
            remedies: [facts.lower(pins, why: ", so that its content is not cut off"), facts.remove(pins)])
    }

    /// Returns the pins of the view's edges to give up so that it can have its size: the far one, or both if the conflicts with its center
    /// contain only the near one; nil if that does not resolve all conflicts with the size.
    private static func pins(beside size: DiagnosedRow, _ facts: ConflictFacts) -> [DiagnosedRow]? {
        let along = facts.own.filter { $0.axis == size.axis && $0.items.contains(size.first.item) }
        guard let far = along.last(where: \.isFarPin) else { return nil }
        let met = facts.conflicts.filter { $0.members.contains(size.id) }
        func resolve(_ pins: [DiagnosedRow]) -> Bool { met.allSatisfy { conflict in pins.contains { conflict.members.contains($0.id) } } }
        if resolve([far]) { return [far] }
        let near = along.last { $0.first.attribute.isNearEdge && $0.second?.attribute.isNearEdge == true }
        return near.flatMap { resolve([$0, far]) ? [$0, far] : nil }
    }

    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let size = facts.sizesBetweenEdges.first, !isSetTwice(size, facts) else { return nil }
        let name = facts.name(size.first.item)
        let between = facts.conflicts.first.flatMap { facts.needed(of: size, in: $0) }
        let room = between.map { ", which leaves it \(facts.size($0, size.axis))," } ?? ""
        let ends = size.axis == .horizontal ? "both sides" : "top and bottom"
        if let between, let remedy = tooNarrow(size, between, facts) { return remedy }
        let device = device(size, between, facts)
        if device.isEmpty, let between, let found = centered(size, between, facts) { return found }
        let far = pins(beside: size, facts)
        if device.isEmpty, let far, far.count == 1, isRatherPinnedOnce(size, between, facts) {
            return Diagnosis(
                cause: .edgesAndSize, owner: .app,
                sentence: "\(name) is pinned to \(ends)\(room) and is also fixed at \(facts.number(size.constant)).",
                culprits: [far[0].id, size.id],
                because: facts.because([size] + facts.rows.filter { $0.axis == size.axis && $0.id != size.id }),
                remedies: [
                    facts.remove(far[0], why: ": its top edge and its height already place it"),
                    facts.remove(size, why: ", if it should fill the space between the pins"), facts.lower(size),
                ])
        }
        var remedies = [facts.remove(size, why: ": the pins already determine it"), facts.lower(size)]
        if let far {
            // Without its size, a view to which the pins leave nothing would not be seen.
            let isGone = between.map { !$0.isPositive } ?? false
            remedies.insert(facts.remove(far), at: isGone ? 0 : remedies.count)
        }
        return Diagnosis(
            cause: .edgesAndSize, owner: .app,
            sentence:
                "\(name) is \(facts.isCenteredAndPinned(size) ? "centered and pinned to one side" : "pinned to \(ends)")\(room) and is also fixed at \(facts.number(size.constant)).\(device)",
            culprits: [size.id],
            because: facts.because([size] + facts.rows.filter { $0.axis == size.axis && $0.id != size.id }),
            remedies: remedies)
    }

    /// Returns the diagnosis of a view that is centered and has a size, and would be more than twice as long by the pin of one of its edges;
    /// nil for other views. The pin is one too many, since no such view is meant to fill what is between.
    private static func centered(_ size: DiagnosedRow, _ between: Rational, _ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isCenteredAndPinned(size), between > size.constant * 2, facts.document.views[size.first.item].design?.frame == nil,
            let pin = facts.own.first(where: { row in
                row.axis == size.axis && row.items.contains(size.first.item) && (row.first.attribute.isNearEdge || row.first.attribute.isFarEdge)
                    && facts.conflicts.allSatisfy { $0.members.contains(row.id) }
            })
        else { return nil }
        let dimension = size.axis.sizeName
        return Diagnosis(
            cause: .edgesAndSize, owner: .app,
            sentence:
                "\(facts.name(size.first.item)) is centered and pinned to one side, which would make it \(facts.size(between, size.axis)), "
                + "and is also fixed at \(facts.number(size.constant)).",
            culprits: [pin.id, size.id], because: facts.because([size] + facts.rows.filter { $0.axis == size.axis && $0.id != size.id }),
            remedies: [facts.remove(pin, why: ": its center and its \(dimension) already place it"), facts.lower(pin)])
    }

    /// Returns whether two constraints fix the size at different lengths, which contradict each other without the edges. A message of a log has
    /// one conflict, so there the edges take part.
    private static func isSetTwice(_ size: DiagnosedRow, _ facts: ConflictFacts) -> Bool {
        !facts.document.isFragment
            && facts.own.contains { $0.isFixedSize && $0.first == size.first && $0.constant != size.constant }
    }

    /// Returns whether it is rather a pin than the fixed height that is one too many: the pins leave the view much more than its height, and it is
    /// not a view that fills what there is.
    private static func isRatherPinnedOnce(_ size: DiagnosedRow, _ between: Rational?, _ facts: ConflictFacts) -> Bool {
        let view = size.first.item
        guard size.axis == .vertical, let between, between > size.constant, !facts.isCenteredAndPinned(size) else { return false }
        // In Interface Builder the canvas shows which of the two is meant.
        if facts.document.views[view].design?.frame != nil || facts.document.views[view].kind == .scroll { return false }
        if facts.document.isFragment, between < size.constant * Rational(2) { return false }
        let filling = ["Scroll", "Table", "Collection", "Map", "Web", "TextView", "Stack"]
        return !filling.contains(where: facts.shortClass(of: view).contains)
    }

    /// Returns a sentence if the size equals that of a screen, or the space that the pins leave on another screen.
    private static func device(_ size: DiagnosedRow, _ between: Rational?, _ facts: ConflictFacts) -> String {
        let screens = facts.screenLengths(along: size.axis)
        if screens.contains(size.constant) { return " \(facts.number(size.constant)) is the \(size.first.attribute.rawValue) of some screens only." }
        let outer = facts.rows.filter { $0.isFixedSize && $0.axis == size.axis && $0.id != size.id && ($0.role == .given || $0.role == .imposed) }
        guard let between, outer.count == 1, let here = outer.first?.constant, screens.contains(here), between < here else { return "" }
        let other = size.constant + here - between
        guard other != here, screens.contains(other) else { return "" }
        return " \(facts.number(size.constant)) is what the pins leave on a screen of \(facts.number(other)); this screen has \(facts.number(here))."
    }
}
