internal import ExactArithmetic
internal import LayoutModel

/// The one constraint of a conflict that contradicts what the canvas of Interface Builder shows. The others agree with the drawing, so the
/// layout was drawn before this one was changed or added.
struct DrawnSuspect {
    let row: DiagnosedRow
    /// The conflicts that contain it.
    let conflicts: [Conflict]
    private let facts: ConflictFacts
    private let error: Rational
    /// Another constraint of the same two sides, with the value that the canvas shows.
    private let twin: DiagnosedRow?
    /// The edge that the canvas shows in place of one that the constraint has; nil if another constraint has the right edge.
    private let edge: DrawnEdge?

    /// Returns nil if no conflict has exactly one such constraint, and for two whole sets of constraints, of which one is not drawn.
    init?(_ facts: ConflictFacts, _ drawn: DrawnPlaces) {
        if BothVariants.sets(facts) != nil { return nil }
        let suspects = facts.own.filter(drawn.contradicts)
        let alone = facts.conflicts.lazy.compactMap { conflict -> DiagnosedRow? in
            let members = Set(conflict.members)
            let own = suspects.filter { members.contains($0.id) }
            return own.count == 1 ? own[0] : DrawnSuspect.farther(own, drawn)
        }
        guard let row = alone.first, let error = drawn.error(of: row) else { return nil }
        (self.row, self.facts, self.error) = (row, facts, error)
        conflicts = facts.conflicts.filter { $0.members.contains(row.id) }
        twin = facts.own.first { other in
            DrawnSuspect.areTwins(other, row) && drawn.error(of: other).map { DrawnSuspect.isNearer($0, than: error) } == true
        }
        edge = twin == nil ? DrawnEdge(row, drawn) : nil
        // Of an outdated drawing, only a value that one of two constraints has is trusted.
        if drawn.isOutdated, twin.map(drawn.contradicts) ?? true { return nil }
    }

    /// Returns the one of two constraints of the same two sides that is clearly farther from the drawing, or nil if none is.
    private static func farther(_ rows: [DiagnosedRow], _ drawn: DrawnPlaces) -> DiagnosedRow? {
        guard rows.count == 2, areTwins(rows[0], rows[1]), let one = drawn.error(of: rows[0]), let other = drawn.error(of: rows[1]) else {
            return nil
        }
        return isNearer(one, than: other) ? rows[1] : isNearer(other, than: one) ? rows[0] : nil
    }

    private static func areTwins(_ one: DiagnosedRow, _ other: DiagnosedRow) -> Bool {
        one.id != other.id && one.relation == .equal && other.relation == .equal && one.first == other.first && one.second == other.second
            && one.multiplier == other.multiplier
    }

    private static func isNearer(_ error: Rational, than other: Rational) -> Bool { error.magnitude * 3 < other.magnitude }

    /// The causes of which any constraint that takes part may be the mistake.
    private static let causes: Set<Diagnosis.Cause> = [
        .duplicate, .edgesAndSize, .overconstrainedChain, .aspectRatio, .boundsContradict, .stackContents, .negativeSize,
        .wrongAnchor, .cellHeight, .cellWidth, .frameSetView, .other,
    ]

    /// Makes the constraint the culprit, and a change after which the layout is as it is drawn the first remedy.
    func blame(in diagnosis: inout Diagnosis) {
        guard diagnosis.owner == .app, DrawnSuspect.causes.contains(diagnosis.cause) else { return }
        let own = diagnosis.remedies.filter { $0.constraints == [row.id] && [.removeConstraint, .lowerPriority].contains($0.kind) }
        let removal = own.first { $0.kind == .removeConstraint }
        var remedies: [Remedy]
        if let twin {
            remedies = [facts.remove(row, why: ": \(twin.id) is what the canvas shows")]
        } else {
            remedies = [edge?.remedy(facts) ?? restoring].compactMap(\.self) + [removal ?? facts.remove(row)]
            // A pin that leaves out a view needs no other constant.
            if removal != nil, BypassingPin(facts)?.row.id == row.id { remedies.reverse() }
        }
        // A cell may be meant to become larger.
        let isCell = diagnosis.cause == .cellHeight || diagnosis.cause == .cellWidth
        remedies.insert(contentsOf: diagnosis.remedies.filter { isCell && $0.constraints.isEmpty }.prefix(1), at: 1)
        // Beside the drawn constant, one alternative is enough.
        if edge == nil, restoring == nil { remedies += own.filter { $0.kind == .lowerPriority } }
        if diagnosis.cause == .stackContents { sayWhatDiffers(&diagnosis) }
        diagnosis.remedies = Array(remedies.prefix(3))
        diagnosis.culprits = [row.id]
        diagnosis.sentence += sentence(diagnosis)
    }

    /// Replaces the words for another constraint, which the sentence of the cause chose, by those for this one.
    private func sayWhatDiffers(_ diagnosis: inout Diagnosis) {
        if diagnosis.sentence.contains(facts.says(row)) { return }
        for other in facts.own where diagnosis.sentence.hasSuffix(", but \(facts.says(other)).") {
            diagnosis.sentence = diagnosis.sentence.dropLast(facts.says(other).count + 1) + "\(facts.says(row))."
            return
        }
    }

    private func sentence(_ diagnosis: Diagnosis) -> String {
        let cause = diagnosis.cause
        let shown = drawnConstant
        // The distance of centers has a direction, which words do not state.
        let isCenter = row.first.attribute.isCenter
        let value = facts.number(isCenter ? shown : shown.magnitude)
        if cause == .duplicate, row.isRatio { return "" }
        if cause == .duplicate, twin != nil {
            return " The canvas shows \(row.isSize ? value : shown.isZero ? "no distance" : "a distance of \(value)")."
        }
        if let edge { return " The canvas shows the \(edge.right.attribute.words) of \(facts.name(edge.right.item)) there." }
        if row.isRatio || row.isMultipleOfLength || hasOtherSign { return " Only \(facts.title(row)) contradicts the canvas." }
        let own = facts.number(isCenter ? row.constant : row.constant.magnitude)
        return isNamed(own, in: diagnosis)
            ? " The canvas shows \(value), not \(own)." : " On the canvas, \(facts.title(row)) is \(value), not \(own)."
    }

    /// Returns whether the sentence of a cause states the constant once, so that it needs no title. A sum and the need of a cell are of several rows.
    private func isNamed(_ constant: String, in diagnosis: Diagnosis) -> Bool {
        let sums: Set<Diagnosis.Cause> = [.cellHeight, .cellWidth, .frameSetView]
        if sums.contains(diagnosis.cause) || diagnosis.sentence.contains(" = ") { return false }
        return diagnosis.sentence.split { !"0123456789.".contains($0) }.count { $0 == constant || $0 == constant + "." } == 1
    }

    /// Whether the drawn constant is on the other side.
    private var hasOtherSign: Bool {
        let shown = drawnConstant
        return shown.isNegative != row.constant.isNegative && !shown.isZero && !row.constant.isZero
    }

    /// The constant with which the constraint agrees with the drawing: the one that the others require, if the two differ only by rounding.
    private var drawnConstant: Rational {
        if let twin { return twin.constant }
        let drawn = row.constant + error
        let needed = conflicts.lazy.compactMap { facts.needed(of: row, in: $0) }.first { ($0 - drawn).magnitude <= DrawnPlaces.tolerance }
        return needed ?? (drawn + .half).floor
    }

    /// The change to the constant that the canvas shows; nil if that has the opposite sign, hides the view, or is not what differs.
    private var restoring: Remedy? {
        let constant = drawnConstant
        guard !row.isRatio, row.multiplier.isOne || row.isSize, !hasOtherSign, !row.isSize || constant.isPositive else { return nil }
        return Remedy(
            .changeConstant, [row.id], from: row.constant, to: constant,
            sentence: "Change the constant of \(facts.title(row)) (\(row.id)) from \(facts.number(row.constant)) to \(facts.number(constant)), "
                + "as on the canvas.")
    }
}
