internal import ExactArithmetic
internal import LayoutModel

/// The fixed size to change if views along a line do not fit in a size that nothing can change, such as the root's.
///
/// A log shows only a part of a layout, and a canvas shows which constraint is meant, so this is about documents alone.
struct SizeToChange {
    private let facts: ConflictFacts
    /// The size that cannot change.
    private let outer: DiagnosedRow
    /// By how much the contents exceed it, in points; negative if they are too short.
    private let excess: (total: Rational, ofConflict: Rational)
    /// The fixed sizes along the line, with the constants for which there is room.
    private let sizes: [(row: DiagnosedRow, room: Rational, share: Rational)]

    /// Returns the diagnosis of a line in which one size should change, or nil if there is no such size.
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard !facts.document.isFragment, let choice = SizeToChange(facts) else { return nil }
        return choice.scrolled ?? choice.larger ?? choice.repeated ?? choice.filling ?? choice.shrinking ?? choice.content
    }

    private init?(_ facts: ConflictFacts) {
        guard let conflict = facts.conflicts.first, let outer = facts.outerSize, let excess = facts.excess(), !excess.ofConflict.isZero
        else { return nil }
        (self.facts, self.outer, self.excess) = (facts, outer, excess)
        sizes = facts.own.compactMap { row in
            guard row.isSize, row.relation != .lessThanOrEqual, row.axis == outer.axis, row.first.item != outer.first.item, row.constant.isPositive,
                !facts.definesGuide(row),
                facts.document.views[row.first.item].design?.frame == nil, let least = facts.needed(of: row, in: conflict),
                let share = (least - row.constant).divided(by: excess.ofConflict)
            else { return nil }
            return (row, row.constant + share * excess.total, share)
        }
    }

    /// The diagnosis of a content of a scroll view that must be as high as the scroll view, so that it cannot scroll.
    private var scrolled: Diagnosis? {
        guard isTooLong, axis == .vertical else { return nil }
        for row in facts.own where row.axis == axis && row.relation == .equal && row.first.attribute == row.second?.attribute {
            guard row.first.attribute.kind == .size, let second = row.second else { continue }
            for (inner, scroll) in [(row.first.item, second.item), (second.item, row.first.item)] where isContent(inner, of: scroll) {
                return diagnosis(
                    "\(facts.name(inner)) is as high as the scroll view \(facts.name(scroll)), but its contents need "
                        + "\(facts.number(excess.total)) pt more.",
                    row, [facts.remove(row, why: ", so that the content can scroll"), facts.lower(row)])
            }
        }
        return nil
    }

    private func isContent(_ view: Int, of scroll: Int) -> Bool {
        guard facts.isScroll(scroll), let parent = facts.document.views[view].parent else { return false }
        return parent == scroll || facts.document.views[parent].kind == .content && facts.document.views[parent].parent == scroll
    }

    /// The diagnosis of a line that only contents fill which may not be cut: the last one may be, with a lower priority.
    private var content: Diagnosis? {
        let contents = facts.rows.filter { $0.role == .content && $0.relation == .greaterThanOrEqual && $0.axis == axis }
        guard isTooLong, let last = contents.last, let pin = facts.own.last(where: \.isFarPin) ?? facts.own.last else { return nil }
        let name = facts.name(last.first.item)
        let yielding = Remedy(
            .setCompressionResistance, view: facts.document.views[last.first.item].id, axis: axis, priority: 999,
            sentence: "Give the \(axis.rawValue) compression resistance of \(name) a priority of 999, so that its content is cut.")
        return diagnosis(OverconstrainedChain.sentence(facts), pin, [yielding, facts.lower(pin), facts.remove(pin)])
    }

    private var axis: Axis { outer.axis }
    private var isTooLong: Bool { excess.total.isPositive }

    /// The diagnosis of a size that alone is larger than the size around it, which is probably a mistake in typing.
    private var larger: Diagnosis? {
        let found = sizes.filter { $0.row.constant > outer.constant && $0.room.isPositive }.max { $0.row.constant < $1.row.constant }
        guard isTooLong, let found else { return nil }
        let row = found.row
        return diagnosis(
            "\(facts.name(row.first.item)) is fixed at \(facts.size(row.constant, axis)), more than all of \(facts.name(outer.first.item)) "
                + "(\(facts.number(outer.constant))).",
            row, [change(row, found.room), facts.lower(row, why: smaller)])
    }

    /// The diagnosis of a size that other views have, too, since they are as long as the view.
    private var repeated: Diagnosis? {
        let isEqual = facts.own.contains { row in
            guard let second = row.second else { return false }
            return row.first.attribute.kind == .size && second.attribute == row.first.attribute && second.item != row.first.item && row.axis == axis
        }
        guard isEqual, let found = sizes.first(where: { $0.share.magnitude < .one && $0.room.isPositive }) else { return nil }
        let (row, room) = (found.row, facts.number(found.room))
        let dimension = axis.sizeName
        return diagnosis(
            "\(facts.name(row.first.item)) and the views of the same \(dimension) are fixed at \(facts.number(row.constant)), "
                + "but there is room for \(room) each.",
            row,
            [
                facts.remove(row, why: ": the equal \(dimension)s already determine it"), change(row, found.room),
                facts.lower(row),
            ])
    }

    /// The diagnosis of the size of a view that fills what others leave, such as a table view.
    private var filling: Diagnosis? {
        let found = sizes.filter { ConflictFacts.isFilling(facts.shortClass(of: $0.row.first.item)) || facts.isScroll($0.row.first.item) }
        guard found.count == 1, let (row, room, _) = found.first, !room.isNegative else { return nil }
        return diagnosis(
            "\(facts.name(row.first.item)) is fixed at \(facts.size(row.constant, axis)), but the constraints around it leave \(facts.number(room)).",
            row, [facts.remove(row, why: ": its pins already determine it"), facts.lower(row), change(row, room)])
    }

    /// The diagnosis of the size of an image, or else of the longest view, that can be smaller without cutting its content.
    private var shrinking: Diagnosis? {
        guard isTooLong else { return nil }
        let possible = sizes.filter { $0.room.isPositive && !facts.cuts($0.row.first, to: $0.room) }
        let images = possible.filter { facts.shortClass(of: $0.row.first.item).contains("Image") }
        guard let found = (images.isEmpty ? possible : images).max(by: { $0.row.constant < $1.row.constant }) else { return nil }
        return diagnosis(
            OverconstrainedChain.sentence(facts), found.row, [facts.lower(found.row, why: smaller), change(found.row, found.room)])
    }

    private var smaller: String { ", so that it can be smaller" }

    private func change(_ row: DiagnosedRow, _ room: Rational) -> Remedy {
        let most = isTooLong && (facts.isLineOpen || row.relation == .greaterThanOrEqual) ? " or less" : ""
        return Remedy(
            .changeConstant, [row.id], from: row.constant, to: room,
            sentence: "Change the constant of \(facts.title(row)) (\(row.id)) to \(facts.number(room))\(most), for which there is room.")
    }

    private func diagnosis(_ sentence: String, _ row: DiagnosedRow, _ remedies: [Remedy]) -> Diagnosis {
        Diagnosis(
            cause: .overconstrainedChain, owner: .app, sentence: sentence, culprits: [row.id], because: facts.because(facts.own), remedies: remedies)
    }
}

extension ConflictFacts {
    /// The size from outside with which a line is compared, or nil if there is none.
    var outerSize: DiagnosedRow? {
        guard let conflict = conflicts.first else { return nil }
        return rows.first { $0.isFixedSize && $0.role != .own && $0.role != .stack && needed(of: $0, in: conflict) != nil && needed(of: $0) != nil }
    }

    /// Whether the length of a view in the first conflict is open, so that more than the room is left to it.
    var isLineOpen: Bool { conflicts.first?.members.contains { $0.hasSuffix(">=0") } ?? false }

    /// The sentence about a line that is too long or too short for a size from outside; nil for a log, and without such a size.
    var roomSentence: String? {
        guard !document.isFragment, !hasCenter, let outer = outerSize, let excess = excess(), !excess.total.isZero,
            let conflict = conflicts.first, isSum(outer, of: conflict)
        else { return nil }
        let needed = outer.constant + excess.total
        let along = outer.axis == .horizontal ? "across" : "down"
        let needs = openSizes(within: outer).isEmpty || excess.total.isNegative ? number(needed) : "at least \(number(needed))"
        let difference = "\(number(excess.total.magnitude)) pt too \(excess.total.isPositive ? "much" : "little")"
        return "\(name(outer.first.item)) is \(size(outer.constant, outer.axis)), but what is pinned \(along) it "
            + "\(excess.total.isPositive ? "needs" : "adds up to") \(needs), \(difference)."
    }

    /// Whether a row is about a center, which makes sums count half of each length.
    var hasCenter: Bool { own.contains { $0.first.attribute.isCenter || $0.second?.attribute.isCenter ?? false } }

    /// Returns the gap between two neighbors that a row sets, negative if they would overlap; nil for other rows.
    func spacing(_ row: DiagnosedRow) -> (before: Int, after: Int, length: Rational)? {
        guard let second = row.second, row.multiplier.isOne, row.relation == .equal, second.item != row.first.item,
            document.views[row.first.item].parent == document.views[second.item].parent
        else { return nil }
        if row.first.attribute.isNearEdge, second.attribute.isFarEdge { return (second.item, row.first.item, row.constant) }
        return row.first.attribute.isFarEdge && second.attribute.isNearEdge ? (row.first.item, second.item, -row.constant) : nil
    }

    func isScroll(_ view: Int) -> Bool { document.views[view].kind == .scroll }

    /// Returns whether views of a class fill what others leave.
    static func isFilling(_ className: String) -> Bool {
        ["Scroll", "Table", "Collection", "Map", "Web", "TextView"].contains(where: className.contains) && !className.contains("Cell")
    }
}
