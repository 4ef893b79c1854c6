internal import ExactArithmetic
internal import LayoutLowering

/// A row echelon form of equations of a system, which decides whether further equations are implied by them. For each equation it
/// has the linear combination of the system's rows.
///
/// Equations are not reduced by those that are added later, so a chain of views takes one step per row.
struct RowEchelon {
    /// Thrown when the limit of work is reached.
    struct Spent: Error {}

    /// The remainder of a row after reduction: the row plus a combination of rows.
    struct Remainder {
        /// The terms by descending variable. Empty if the row is a linear combination of others.
        var terms: [LinearTerm]
        var constant: Rational
        /// The factor of each row that was added.
        var factors: [Int: Rational]
    }

    private let system: LoweredSystem
    private var pivots: [Int: Remainder] = [:]
    /// The number of terms that may still be visited.
    private var work: Int

    init(_ system: LoweredSystem, work: Int = 4_000_000) {
        self.system = system
        self.work = work
    }

    /// Reduces a row by the rows added so far.
    ///
    /// - Returns: the remainder, which contains no pivot variable.
    mutating func reduce(_ row: Int) throws(Spent) -> Remainder {
        var rest = Remainder(
            terms: system.terms(of: row).filter { !system.isFixedAtZero($0.variable) }.reversed(), constant: system.rows[row].constant, factors: [:])
        // The terms before this index have no pivot.
        var at = 0
        while at < rest.terms.count {
            let term = rest.terms[at]
            guard let pivot = pivots[term.variable], let own = pivot.terms.first?.coefficient else {
                at += 1
                continue
            }
            let factor = -term.coefficient * own.reciprocal
            try subtract(pivot, times: factor, from: &rest, at: at)
        }
        return rest
    }

    /// Adds a remainder as a further equation. `row` is the row that it was reduced from.
    mutating func add(_ remainder: Remainder, of row: Int) {
        // None of its variables is a pivot yet. Pivoting on the last one leaves rows short.
        guard let last = remainder.terms.first else { return }
        var own = remainder
        own.factors[row, default: .zero] += .one
        pivots[last.variable] = own
    }

    private mutating func subtract(_ pivot: Remainder, times factor: Rational, from rest: inout Remainder, at start: Int) throws(Spent) {
        work -= rest.terms.count - start + pivot.terms.count + pivot.factors.count
        if work < 0 { throw Spent() }
        var merged = Array(rest.terms[..<start])
        var (a, b) = (start, 0)
        let (own, other) = (rest.terms, pivot.terms)
        while a < own.count || b < other.count {
            if b == other.count || a < own.count && own[a].variable > other[b].variable {
                merged.append(own[a])
                a += 1
            } else if a == own.count || other[b].variable > own[a].variable {
                merged.append(LinearTerm(other[b].variable, factor * other[b].coefficient))
                b += 1
            } else {
                let sum = own[a].coefficient + factor * other[b].coefficient
                if !sum.isZero { merged.append(LinearTerm(own[a].variable, sum)) }
                (a, b) = (a + 1, b + 1)
            }
        }
        rest.terms = merged
        rest.constant += factor * pivot.constant
        for (row, times) in pivot.factors {
            let sum = (rest.factors[row] ?? .zero) + factor * times
            rest.factors[row] = sum.isZero ? nil : sum
        }
    }
}
