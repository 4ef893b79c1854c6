internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification

/// Rows that cannot hold together, with the factors of the proof: the only linear dependency among them.
struct ProvenConflict: Hashable {
    /// Ascending, that is in the order in which the rows enter.
    var rows: [Int]
    /// Integers without common divisor.
    var factors: [Rational]
    /// What the rows times the factors add up to: negative.
    var sum: Rational
    /// What shows that the conflict is minimal; nil if that was not looked at.
    var minimality: MinimalityEvidence?

    /// The rows that somebody could change or drop: all but the background.
    func own(in system: LoweredSystem) -> [Int] { rows.filter { !system.isBackground($0) } }

    /// The same with rows' present numbers; nil if one is gone. Variables have the numbers that they had.
    func goingOn(_ kept: [Int32]) -> ProvenConflict? {
        guard let rows = rows.goingOn(kept) else { return nil }
        var next = self
        next.rows = rows
        for place in minimality?.steps.indices ?? 0..<0 {
            guard let row = minimality.flatMap({ [$0.steps[place].row].goingOn(kept) })?.first else { return nil }
            next.minimality?.steps[place].row = row
        }
        return next
    }

    static func == (one: ProvenConflict, other: ProvenConflict) -> Bool {
        one.rows == other.rows && one.factors == other.factors && one.sum == other.sum
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(rows)
    }
}
