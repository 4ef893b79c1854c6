import ExactArithmetic
import Simplex
import Testing

/// Long chains of numbers that outgrow 64 bits: their doubles are those of the exact values.
struct EstimateTests {
    private let third = EstimateTests.r(3_333_333, 10_000_000)

    @Test func aNumberTooLongToEstimateFromFollowsFromExactOnes() throws {
        var factors = Array(repeating: third, count: 8)
        factors.append((0..<12).reduce(.one) { value, _ in value * EstimateTests.r(12_345_679, 10_000_000) })
        factors.append(third)
        try check(factors, constant: 0)
    }

    @Test func aConstantMayBeTooLong() throws {
        let constant = (0..<12).reduce(Rational.one) { value, _ in value * third }
        try check(Array(repeating: third, count: 12), constant: constant)
    }

    /// The numbers between leave the range of doubles, below and above.
    @Test(arguments: [true, false]) func extremesOnTheWayDoNotSpoilTheEnd(isSmallFirst: Bool) throws {
        let small = Array(repeating: EstimateTests.r(1, 10_000), count: 100)
        let large = Array(repeating: Rational(10_000), count: 100)
        try check(isSmallFirst ? small + large : large + small, constant: 0)
    }

    /// `end - middle` where both are 10^40 and more, but for a rest that thirty digits do not show.
    @Test func whatCancelsIsWorkedOutExactly() throws {
        let large = Array(repeating: EstimateTests.r(10_000_019, 1000), count: 10)
        let program = chain(large, constant: 7, closing: true)
        guard case .optimal(let solution) = try Solver().solve(program) else {
            Issue.record("a chain holds")
            return
        }
        #expect(solution.doubles.last == solution.point.last?.double)
    }

    /// A fixed variable lies below its bound, by a number that is too long: the proof is made of the number, not of what stands in its place.
    @Test func aBoundThatAnEstimateRefutesIsProvenToFail() throws {
        let tiny = (0..<30).reduce(Rational.one) { value, _ in value * third }
        let program = LinearProgram(
            variableCount: 2,
            rows: [
                row([(0, 1)], -tiny), row([(1, 1), (0, -1)], 30),
                LinearProgram.Row(SparseRow(constant: 0, entries: [SparseRow.Entry(1, 1)]), .atLeast),
            ])
        guard case .infeasible(let factors, let sum) = try Solver().solve(program) else {
            Issue.record("the rows cannot hold")
            return
        }
        let combined = program.combined(factors)
        #expect(combined.coefficients.isEmpty && combined.constant == sum && sum.isNegative)
    }

    private static func r(_ numerator: Int, _ denominator: Int) -> Rational { Rational(numerator, over: denominator) ?? .zero }

    private func check(_ factors: [Rational], constant: Rational) throws {
        guard case .optimal(let solution) = try Solver().solve(chain(factors, constant: constant, closing: false)) else {
            Issue.record("a chain holds")
            return
        }
        var value: Rational = 320
        let point = solution.point
        let doubles = solution.doubles
        #expect(point[0] == value)
        for (place, factor) in factors.enumerated() {
            value = value * factor + constant
            #expect(point[place + 1] == value)
            let exact = value.double
            #expect(doubles[place + 1] == exact || abs(doubles[place + 1] - exact) <= max(1e-12, exact.magnitude * 1e-15))
        }
    }

    /// `x[0] == 320`, `x[k + 1] == factor * x[k] + constant`; closing: one more variable is the last less `factor * x[k]`.
    private func chain(_ factors: [Rational], constant: Rational, closing: Bool) -> LinearProgram {
        var rows = [row([(0, 1)], -320)]
        for (place, factor) in factors.enumerated() { rows.append(row([(place + 1, 1), (place, -factor)], -constant)) }
        let last = factors.count
        if closing, let factor = factors.last { rows.append(row([(last + 1, 1), (last, -1), (last - 1, factor)], 0)) }
        return LinearProgram(variableCount: last + (closing ? 2 : 1), rows: rows)
    }

    private func row(_ terms: [(column: Int, coefficient: Rational)], _ constant: Rational) -> LinearProgram.Row {
        LinearProgram.Row(
            SparseRow(constant: constant, entries: terms.map { SparseRow.Entry($0.column, $0.coefficient) }),
            .equal)
    }
}
