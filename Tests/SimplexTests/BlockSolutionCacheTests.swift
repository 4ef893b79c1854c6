import ExactArithmetic
@testable import Simplex
import Testing

/// What is found with blocks known from an earlier program is what is found without.
struct BlockSolutionCacheTests {
    /// Some random programs side by side that can hold and have nothing to do with each other.
    private func program(_ random: inout RandomPrograms) throws -> LinearProgram {
        var rows: [LinearProgram.Row] = []
        var variables = 0
        for _ in 0..<6 {
            let part = random.program()
            guard case .optimal = try Solver().solve(part) else { continue }
            for row in part.rows {
                let entries = row.expression.entries.map { SparseRow.Entry($0.column + variables, $0.coefficient) }
                rows.append(LinearProgram.Row(SparseRow(constant: row.expression.constant, entries: entries), row.role))
            }
            variables += part.variableCount
        }
        return LinearProgram(variableCount: variables, levelCount: 3, rows: rows)
    }

    private func known(_ solution: Solution, unchanged: [Bool], kept: [Int32]) -> BlockSolutionCache {
        let parts = solution.parts
        var (rows, variables) = (IndexLists(), IndexLists())
        for (place, block) in parts.blocks.enumerated() where !solution.undecidedBlocks.contains(block) {
            rows.append(parts.rows[place].map { kept[Int($0)] }[...])
            variables.append(parts.variables[place])
        }
        return BlockSolutionCache(rows: rows, variables: variables, at: solution.point, isSame: unchanged)
    }

    @Test func editsOfRowsAreSolvedAsFromNothing() throws {
        var used = 0
        var solved = 0
        for seed in 0..<300 {
            var random = RandomPrograms(seed: UInt64(seed))
            let before = try program(&random)
            if before.rowCount == 0 { continue }
            guard case .optimal(let former) = try Solver().solve(before) else { continue }
            var edited: [LinearProgram.Row?] = before.rows
            var unchanged = [Bool](repeating: true, count: before.rowCount)
            for _ in 0..<2 {
                let row = random.below(before.rowCount)
                unchanged[row] = false
                switch random.below(3) {
                case 0: edited[row]?.expression.constant = Rational(random.below(20))
                case 1: edited[row]?.role = .soft(level: 1, isEquality: random.below(2) == 0)
                default: edited[row] = nil
                }
            }
            let after = LinearProgram(variableCount: before.variableCount, levelCount: before.levelCount, rows: edited.compactMap(\.self))
            var next: Int32 = 0
            let kept = edited.map { row -> Int32 in
                if row == nil { return -1 }
                defer { next += 1 }
                return next
            }
            let left = unchanged.indices.filter { kept[$0] >= 0 }.map { unchanged[$0] }
            let blocks = known(former, unchanged: left, kept: kept)
            switch (try Solver().solve(after), try Solver().solve(after, knowing: blocks)) {
            case (.optimal(let fresh), .optimal(let following)):
                solved += 1
                #expect(fresh.point == following.point && fresh.undecidedBlocks == following.undecidedBlocks, "\(seed)")
                let decomposition = fresh.decomposition
                for block in 0..<decomposition.blockCount
                where blocks.hasOptimum(
                    rows: decomposition.rows(ofBlock: block), variables: decomposition.variables(ofBlock: block), fresh.values, after.matrix)
                {
                    used += 1
                }
            case (.infeasible(let fresh, let sum), .infeasible(let following, let other)):
                #expect(fresh == following && sum == other, "\(seed)")
            default: Issue.record("\(seed): one is feasible")
            }
        }
        #expect(solved > 100 && used > 100, "\(solved), \(used)")
    }

    @Test func aRowThatProvedTheOptimumIsMissed() throws {
        // x is 10 by a wish, at least 4 otherwise.
        func row(_ constant: Int, _ role: LinearProgram.Role) -> LinearProgram.Row {
            LinearProgram.Row(SparseRow(constant: Rational(constant), entries: [SparseRow.Entry(0, .one)]), role)
        }
        let program = LinearProgram(
            variableCount: 1, levelCount: 2,
            rows: [row(-4, .atLeast), row(-10, .soft(level: 0, isEquality: true)), row(-6, .soft(level: 1, isEquality: true))])
        guard case .optimal(let former) = try Solver().solve(program) else { throw Missing() }
        #expect(former.point == [10])
        let blocks = known(former, unchanged: [true, true], kept: [0, -1, 1])
        guard case .optimal(let found) = try Solver().solve(program.removing([1]), knowing: blocks) else { throw Missing() }
        #expect(found.point == [6])
    }

    private struct Missing: Error {}
}
