import ExactArithmetic
import Simplex
import Testing

struct DependencyBlocksTests {
    private func row(_ coefficients: Rational..., constant: Rational = 0) -> SparseRow {
        SparseRow(constant: constant, entries: coefficients.enumerated().map { SparseRow.Entry($0.offset, $0.element) })
    }

    private func blocks(_ rows: [SparseRow], contracting contracted: [SparseRow] = []) throws -> [[Int]] {
        try DependencyBlocks.blocks(of: rows, contracting: contracted, variableCount: 4, budget: Budget())
    }

    @Test func rowsThatDependOnNoOtherAreInNoBlock() throws {
        #expect(try blocks([row(1), row(1, 1), row(0, 0, 1)]) == [])
    }

    @Test func parallelRowsAreABlockWhateverTheirConstants() throws {
        #expect(try blocks([row(1, 2), row(0, 0, 3), row(2, 4, constant: 7), row(0, 0, 1), row(0, 0, 0, 1)]) == [[0, 2], [1, 3]])
    }

    @Test func dependenciesWithACommonRowAreOneBlock() throws {
        // 0 = row 0 - row 1 - row 2 and 0 = row 2 - row 3 - row 4.
        #expect(try blocks([row(1, 1), row(1), row(0, 1), row(0, 0, 1), row(0, 1, -1)]) == [[0, 1, 2, 3, 4]])
    }

    @Test func whatIsGivenJoinsNothing() throws {
        // Each of the pairs depends on the given row; with each other they do too, but not by a dependency that has it.
        let rows = [row(1, 1), row(0, 1), row(1, 0, 1), row(0, 0, 1), row(0, 0, 0, 1)]
        #expect(try blocks(rows) == [[0, 1, 2, 3]])
        #expect(try blocks(rows, contracting: [row(1)]) == [[0, 1], [2, 3]])
    }

    @Test func aRowThatFollowsFromWhatIsGivenIsABlock() throws {
        #expect(try blocks([row(3, 3), row(0, 0, 1)], contracting: [row(1), row(0, 1)]) == [[0]])
    }
}
