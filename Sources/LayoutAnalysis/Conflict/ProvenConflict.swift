internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutVerification
internal import Simplex

/// A set of infeasible rows with the factors of its Farkas proof, which is the only linear dependency among them.
struct ProvenConflict: Hashable {
    /// The rows, ascending, which is the order in which they enter.
    var rows: [Int]
    /// The factor of each row; coprime integers.
    var factors: [Rational]
    /// The sum of the rows times the factors, which is negative.
    var sum: Rational
    /// The evidence that the conflict is minimal, or nil if that was not checked.
    var minimality: MinimalityEvidence?

    /// Creates a conflict from rows in any order, with any factors of these proportions, and their sum.
    init(_ terms: [RowFactor], sum: Rational) {
        var scale = Rational.one
        for term in terms {
            let denominator = (term.factor * scale).denominator
            scale *= denominator
        }
        var divisor = Rational.zero
        for term in terms { divisor = Rational.greatestCommonDivisor(divisor, term.factor * scale) }
        scale *= divisor.reciprocal
        let sorted = terms.sorted { $0.row < $1.row }
        rows = sorted.map(\.row)
        factors = sorted.map { $0.factor * scale }
        self.sum = sum * scale
    }

    /// Returns the rows that can be changed or dropped: all but background rows.
    func own(in system: LoweredSystem) -> [Int] { rows.filter { !system.isBackground($0) } }

    /// Returns the conflict with rows renumbered, or nil if one was removed. Variables have their former numbers.
    func remapped(by mapping: RowMapping) -> ProvenConflict? {
        guard let rows = rows.remapped(by: mapping) else { return nil }
        var next = self
        next.rows = rows
        for place in minimality?.steps.indices ?? 0..<0 {
            guard let row = minimality.flatMap({ [$0.steps[place].row].remapped(by: mapping) })?.first else { return nil }
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
