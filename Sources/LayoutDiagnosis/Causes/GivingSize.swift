internal import ExactArithmetic
internal import LayoutModel

/// The fixed size that should give way if views along a line do not fit in a size that nothing can change, such as the root's.
///
/// A log shows only a part of a layout, and a canvas shows which constraint is meant, so this is about documents alone.
struct GivingSize {
    private let facts: ConflictFacts
    /// The size that cannot change.
    private let outer: DiagnosedRow
    /// By how much the contents exceed it, in points; negative if they are too short.
    private let excess: (total: Rational, ofConflict: Rational)
    /// The fixed sizes along the line, with the constants for which there is room.
    private let sizes: [(row: DiagnosedRow, room: Rational, share: Rational)]

    /// Returns the diagnosis of a line in which one size should give way, or nil if there is no such size.
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard !facts.document.isFragment, let giving = GivingSize(facts) else { return nil }
        return giving.larger ?? giving.repeated ?? giving.filling ?? giving.shrinking
    }

    private init?(_ facts: ConflictFacts) {
        guard let conflict = facts.conflicts.first, let outer = facts.outerSize, let excess = facts.excess(), !excess.ofConflict.isZero
        else { return nil }
        (self.facts, self.outer, self.excess) = (facts, outer, excess)
        sizes = facts.own.compactMap { row in
            guard row.isFixedSize, row.axis == outer.axis, row.first.item != outer.first.item, row.constant.isPositive, !facts.definesGuide(row),
                facts.document.views[row.first.item].design?.frame == nil, let least = facts.needed(of: row, in: conflict),
                let share = (least - row.constant).divided(by: excess.ofConflict)
            else { return nil }
            return (row, row.constant + share * excess.total, share)
        }
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
        let most = facts.isLineOpen && isTooLong ? " or less" : ""
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
        guard !document.isFragment, let outer = outerSize, let excess = excess(), let needed = needed(of: outer), !excess.total.isZero
        else { return nil }
        let along = outer.axis == .horizontal ? "across" : "down"
        let needs = openSizes(within: outer).isEmpty || excess.total.isNegative ? number(needed) : "at least \(number(needed))"
        let difference = "\(number(excess.total.magnitude)) pt too \(excess.total.isPositive ? "much" : "little")"
        return "\(name(outer.first.item)) is \(size(outer.constant, outer.axis)), but what is pinned \(along) it "
            + "\(excess.total.isPositive ? "needs" : "adds up to") \(needs), \(difference)."
    }

    func isScroll(_ view: Int) -> Bool { document.views[view].kind == .scroll }

    /// Returns whether views of a class fill what others leave.
    static func isFilling(_ className: String) -> Bool {
        ["Scroll", "Table", "Collection", "Map", "Web", "TextView"].contains(where: className.contains) && !className.contains("Cell")
    }
}
