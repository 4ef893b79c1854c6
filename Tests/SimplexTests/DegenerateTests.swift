import ExactArithmetic
import Simplex
import Testing

/// Programs on which simplex methods cycle, crawl or stall: each ends at the optimum that theory or brute force knows.
struct DegenerateTests {
    // MARK: Cycling

    /// Source: Beale, Cycling in the dual simplex algorithm, 1955; it cycles under the largest-coefficient rule.
    @Test func bealesExampleEnds() throws {
        let least = try minimum(
            of: [r(-3, 4), 150, r(-1, 50), 6],
            atMost: [([r(1, 4), -60, r(-1, 25), 9], 0), ([r(1, 2), -90, r(-1, 50), 3], 0), ([0, 0, 1, 0], 1)])
        #expect(least == r(-1, 20))
    }

    /// Source: Kuhn, in Balinski and Tucker, Duality theory of linear programs, 1969.
    @Test func kuhnsExampleEnds() throws {
        let least = try minimum(
            of: [-2, -3, 1, 12], atMost: [([-2, -9, 1, 9], 0), ([r(1, 3), 1, r(-1, 3), -2], 0), ([2, 3, -1, -12], 2)])
        #expect(least == -2)
    }

    /// Source: Chvátal, Linear Programming, 1983, chapter 3.
    @Test func chvatalsExampleEnds() throws {
        let least = try minimum(
            of: [-10, 57, 9, 24],
            atMost: [([r(1, 2), r(-11, 2), r(-5, 2), 9], 0), ([r(1, 2), r(-3, 2), r(-1, 2), 1], 0), ([1, 0, 0, 0], 1)])
        #expect(least == -1)
    }

    /// Source: Marshall and Suurballe, A note on cycling in the simplex method, 1969. Without a bound it falls forever: the target is met.
    @Test func anUnboundedCyclingExampleReachesItsTarget() throws {
        let least = try minimum(
            of: [r(-2, 5), r(-2, 5), r(9, 5)], atMost: [([r(3, 5), r(-32, 5), r(24, 5)], 0), ([r(1, 5), r(-9, 5), r(3, 5)], 0)])
        #expect(least == -floor)
    }

    // MARK: Klee-Minty

    /// Source: Klee and Minty, How good is the simplex algorithm?, 1972, in Chvátal's form: its numbers leave 64 bits.
    @Test(arguments: [2, 3, 6, 9, 12]) func theKleeMintyCubeEnds(size: Int) throws {
        func power(_ base: Rational, _ exponent: Int) -> Rational { (0..<exponent).reduce(.one) { value, _ in value * base } }
        let rows = (0..<size).map { row -> (coefficients: [Rational], bound: Rational) in
            ((0..<size).map { $0 > row ? 0 : $0 == row ? 1 : 2 * power(10, row - $0) }, power(100, row))
        }
        let costs = (0..<size).map { -power(10, size - 1 - $0) }
        #expect(try minimum(of: costs, atMost: rows, floor: 2 * power(100, size)) == -power(100, size - 1))
    }

    /// The cube squeezed by a third along each axis: `x[k-1] / 3 <= x[k] <= 1 - x[k-1] / 3`.
    @Test(arguments: [2, 5, 12]) func theSqueezedCubeEnds(size: Int) throws {
        var rows: [(coefficients: [Rational], bound: Rational)] = []
        for row in 0..<size {
            let before = { (factor: Rational) in (0..<size).map { $0 == row - 1 ? factor : 0 } }
            let own = { (factor: Rational) in (0..<size).map { $0 == row ? factor : 0 } }
            rows.append((zip(before(r(1, 3)), own(1)).map { $0 + $1 }, 1))
            rows.append((zip(before(r(1, 3)), own(-1)).map { $0 + $1 }, 0))
        }
        #expect(try minimum(of: (0..<size).map { $0 == size - 1 ? -1 : 0 }, atMost: rows) == -1)
    }

    // MARK: Ties

    /// Everything at one level pulls with the same force: the total is the distance to a median, and the range lies between the two.
    @Test(arguments: 1...24) func equalPullsSettleAtTheMedian(count: Int) throws {
        let places = (0..<count).map { Rational($0 * 7 % 11 * 3) }.sorted()
        let program = LinearProgram(
            variableCount: 1, levelCount: 1,
            rows: places.map { LinearProgram.Row(expression([0: 1], -$0), .soft(level: 0, isEquality: true)) })
        var solution = try optimum(program)
        let median = places[count / 2]
        let total = places.reduce(Rational.zero) { $0 + ($1 - median).magnitude }
        #expect(try solution.levelProofs().map(\.bound) == [total])
        let (least, greatest) = try solution.range(of: 0)
        #expect(value(least) == places[(count - 1) / 2] && value(greatest) == median)
    }

    /// Too little room for views that all want the same size at one priority: the total is what is missing, however it is shared.
    @Test(arguments: [2, 10, 60]) func equalWishesShareTooLittleRoom(count: Int) throws {
        var rows = (0..<count).flatMap { view -> [LinearProgram.Row] in
            [
                LinearProgram.Row(expression([view: 1]), .atLeast),
                LinearProgram.Row(expression([view: 1], -10), .soft(level: 0, isEquality: false)),
                LinearProgram.Row(expression([view: -1], 10), .soft(level: 1, isEquality: false)),
            ]
        }
        let room = Rational(4 * count)
        rows.append(LinearProgram.Row(SparseRow(constant: room, entries: (0..<count).map { SparseRow.Entry($0, -1) }), .equal))
        var solution = try optimum(LinearProgram(variableCount: count, levelCount: 2, rows: rows))
        #expect(try solution.levelProofs().map(\.bound) == [Rational(6 * count), 0])
        #expect(try solution.describeFace().dimension == count - 1)
        let (least, greatest) = try solution.range(of: count / 2)
        #expect(value(least) == max(0, room - Rational(10 * (count - 1))) && value(greatest) == min(10, room))
    }

    /// One wish in many copies, against another in as many, at every level: nothing but ties.
    @Test func copiesOfTheSameWishesEnd() throws {
        let levels = 8
        let rows = (0..<levels).flatMap { level in
            (0..<20).map { copy in
                LinearProgram.Row(expression([0: 1, 1: level % 2 == 0 ? 1 : -1], copy % 2 == 0 ? 0 : -8), .soft(level: level, isEquality: true))
            }
        }
        var solution = try optimum(LinearProgram(variableCount: 2, levelCount: levels, rows: rows))
        #expect(try solution.levelProofs().map(\.bound) == Array(repeating: 80, count: levels))
    }

    // MARK: Assignment

    /// `n` of `n * n` sides are above 0 at a vertex, where `2 n - 1` would be the rule: the more degenerate the larger.
    @Test(arguments: 0..<24) func anAssignmentIsAsCheapAsTheBestPermutation(seed: Int) throws {
        var random = RandomPrograms(seed: UInt64(seed))
        let size = 3 + seed % 4
        let costs = (0..<size * size).map { _ in Rational(random.below(seed % 3 == 0 ? 2 : 6)) }
        var solution = try optimum(assignment(size, costs))
        let best = permutations(size).map { order in order.enumerated().reduce(Rational.zero) { $0 + costs[$1.offset * size + $1.element] } }
        #expect(try solution.levelProofs().map(\.bound) == [best.min()])
    }

    @Test func anAssignmentOfEqualCostsEnds() throws {
        let size = 9
        var solution = try optimum(assignment(size, Array(repeating: 1, count: size * size)))
        #expect(try solution.levelProofs().map(\.bound) == [Rational(size)])
    }

    /// Each of six takes a place, but there are five: the proof needs every sum and nothing else.
    @Test func anAssignmentWithTooFewPlacesIsRefuted() throws {
        let (takers, places) = (6, 5)
        var rows = (0..<takers * places).map { LinearProgram.Row(expression([$0: 1]), .atLeast) }
        rows += (0..<takers).map { taker in
            LinearProgram.Row(SparseRow(constant: -1, entries: (0..<places).map { SparseRow.Entry(taker * places + $0, 1) }), .equal)
        }
        rows += (0..<places).map { place in
            LinearProgram.Row(SparseRow(constant: 1, entries: (0..<takers).map { SparseRow.Entry($0 * places + place, -1) }), .atLeast)
        }
        let program = LinearProgram(variableCount: takers * places, rows: rows)
        guard case .infeasible(let factors, let sum) = try Solver().solve(program) else {
            Issue.record("the rows cannot hold")
            return
        }
        let combined = program.combined(factors)
        #expect(combined.coefficients.isEmpty && combined.constant == sum && sum.isNegative)
        #expect(Set(factors.map(\.row)) == Set(takers * places..<rows.count))
    }

    private func assignment(_ size: Int, _ costs: [Rational]) -> LinearProgram {
        var rows = costs.indices.map { LinearProgram.Row(expression([$0: 1]), .atLeast) }
        rows += costs.indices.map { LinearProgram.Row(expression([$0: -costs[$0]]), .soft(level: 0, isEquality: false)) }
        for place in 0..<size {
            for cells in [(0..<size).map { place * size + $0 }, (0..<size).map { $0 * size + place }] {
                rows.append(LinearProgram.Row(SparseRow(constant: -1, entries: cells.map { SparseRow.Entry($0, 1) }), .equal))
            }
        }
        return LinearProgram(variableCount: costs.count, levelCount: 1, rows: rows)
    }

    private func permutations(_ size: Int) -> [[Int]] {
        if size == 0 { return [[]] }
        return permutations(size - 1).flatMap { shorter in
            (0..<size).map { Array(shorter[..<$0]) + [size - 1] + Array(shorter[$0...]) }
        }
    }

    // MARK: Parts

    /// Below every least value of the examples.
    private let floor: Rational = 1000

    private func r(_ numerator: Int, _ denominator: Int) -> Rational { Rational(numerator, over: denominator) ?? .zero }

    private func expression(_ coefficients: [Int: Rational], _ constant: Rational = 0) -> SparseRow {
        SparseRow(constant: constant, entries: coefficients.filter { !$0.value.isZero }.map { SparseRow.Entry($0.key, $0.value) })
    }

    private func value(_ end: RangeEnd) -> Rational? {
        if case .finite(let value, _, _) = end { value } else { nil }
    }

    private func optimum(_ program: LinearProgram) throws -> Solution {
        guard case .optimal(var solution) = try Solver().solve(program) else { throw NoOptimum() }
        #expect(program.holdsHardRows(at: solution.point))
        for (level, proof) in try solution.levelProofs().enumerated() {
            #expect(program.total(ofLevel: level, at: solution.point) == proof.bound)
        }
        return solution
    }

    private struct NoOptimum: Error {}

    /// The least value of `costs * x` where `x >= 0` and each row is at most its bound: the objective is drawn to `-floor`, which it
    /// does not reach, unless it falls without end.
    private func minimum(
        of costs: [Rational], atMost rows: [(coefficients: [Rational], bound: Rational)], floor: Rational? = nil
    ) throws -> Rational {
        let floor = floor ?? self.floor
        func entries(_ coefficients: [Rational]) -> [Int: Rational] {
            Dictionary(uniqueKeysWithValues: coefficients.enumerated().map { ($0.offset, $0.element) })
        }
        var program = costs.indices.map { LinearProgram.Row(expression([$0: 1]), .atLeast) }
        program += rows.map { LinearProgram.Row(expression(entries($0.coefficients.map { -$0 }), $0.bound), .atLeast) }
        program.append(LinearProgram.Row(expression(entries(costs), floor), .soft(level: 0, isEquality: true)))
        var solution = try optimum(LinearProgram(variableCount: costs.count, levelCount: 1, rows: program))
        return try (solution.levelProofs().first?.bound ?? 0) - floor
    }
}
