internal import ExactArithmetic
internal import LayoutLowering
internal import Testing

@testable internal import LayoutVerification

@Suite struct RowSpaceTests {
    @Test func `a chain determines every variable`() {
        let count = 2_000
        var rows = [[LinearTerm(0, 1)]]
        for index in 1..<count { rows.append([LinearTerm(index - 1, -1), LinearTerm(index, 1)]) }
        let space = RowSpace(columnCount: count + 1, rows: rows)
        #expect(space.rank == count)
        #expect((0..<count).allSatisfy { space.determines($0) })
        #expect(!space.determines(count))
    }

    @Test func `an expression is determined though its variables are not`() {
        let space = RowSpace(columnCount: 3, rows: [[LinearTerm(0, 1), LinearTerm(1, 2)], [LinearTerm(0, 2), LinearTerm(1, 4)]])
        #expect(space.rank == 1)
        #expect(!space.determines(0) && !space.determines(1) && !space.determines(2))
        #expect(space.determines([LinearTerm(0, 3), LinearTerm(1, 6)]))
        #expect(!space.determines([LinearTerm(0, 3), LinearTerm(1, 5)]))
        #expect(space.determines([]))
    }

    @Test(arguments: 0..<60)
    func `random rows have the rank and span of dense elimination`(seed: Int) {
        var random = Generator(state: UInt64(seed) &* 7919 &+ 1)
        let columns = 3 + random.below(7)
        let rows = (0..<random.below(10)).map { _ in
            (0..<columns).compactMap { column -> LinearTerm? in
                let value = random.below(7) - 3
                return value == 0 || random.below(2) == 0 ? nil : LinearTerm(column, Rational(value))
            }
        }
        let space = RowSpace(columnCount: columns, rows: rows)
        let rank = denseRank(rows, columns)
        #expect(space.rank == rank)
        for column in 0..<columns {
            #expect(space.determines(column) == (denseRank(rows + [[LinearTerm(column, 1)]], columns) == rank))
        }
        let other = (0..<columns).map { LinearTerm($0, Rational(random.below(5) - 2)) }
        #expect(space.determines(other) == (denseRank(rows + [other], columns) == rank))
    }

    private func denseRank(_ rows: [[LinearTerm]], _ columns: Int) -> Int {
        var matrix = rows.map { row in
            var dense = [Rational](repeating: 0, count: columns)
            for term in row { dense[term.variable] = term.coefficient }
            return dense
        }
        var rank = 0
        for column in 0..<columns {
            guard let pivot = matrix.indices.dropFirst(rank).first(where: { !matrix[$0][column].isZero }) else { continue }
            matrix.swapAt(rank, pivot)
            for row in matrix.indices where row != rank {
                let factor = matrix[row][column] * matrix[rank][column].reciprocal
                for place in 0..<columns { matrix[row][place] -= factor * matrix[rank][place] }
            }
            rank += 1
        }
        return rank
    }

    private struct Generator {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }
}
