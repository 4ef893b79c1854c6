internal import LayoutLowering
internal import Simplex

/// Parts of rows such that each conflict lies in one part, but for rows that conflicts in several parts share, like the root's width.
///
/// A conflict either lacks one of the shared rows, or it has them all and its other rows in one part.
struct ConflictCut {
    /// Ascending.
    private(set) var shared: [Int] = []
    /// Each ascending.
    private(set) var parts: [[Int]] = []

    /// More shared rows than these are not tried: each has to be left out once.
    private static let mostShared = 6

    /// nil where no cut was found that takes the known conflicts apart.
    ///
    /// - Parameters:
    ///   - rows: rows of the system, ascending.
    ///   - family: conflicts among them.
    init?(of rows: [Int], family: [Set<Int>], in system: LoweredSystem, budget: Budget) throws(Budget.Spent) {
        while true {
            let others = rows.filter { !shared.contains($0) }
            let blocks = try DependencyBlocks.blocks(
                of: others.map { system.expression(of: $0) }, contracting: shared.map { system.expression(of: $0) },
                variableCount: system.variables.count, budget: budget
            ).map { $0.map { others[$0] } }
            parts = ConflictCut.parts(blocks, family: family.map { $0.subtracting(shared) })
            if parts.count(where: { part in family.contains { !$0.isDisjoint(with: part) } }) > 1 { break }
            guard shared.count < ConflictCut.mostShared, let next = mostShared(family) else { return nil }
            shared.append(next)
        }
        shared.sort()
    }

    /// The row that most conflicts with all shared rows so far have in common.
    private func mostShared(_ family: [Set<Int>]) -> Int? {
        var counts: [Int: Int] = [:]
        for conflict in family where conflict.isSuperset(of: shared) {
            for row in conflict where !shared.contains(row) { counts[row, default: 0] += 1 }
        }
        let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return most.flatMap { $0.value > 1 ? $0.key : nil }
    }

    /// The blocks, those without a known conflict put together: they can hold by one trial.
    private static func parts(_ blocks: [[Int]], family: [Set<Int>]) -> [[Int]] {
        var parts: [[Int]] = []
        var quiet: [Int] = []
        for block in blocks {
            if family.contains(where: { !$0.isEmpty && $0.isSubset(of: block) }) { parts.append(block) } else { quiet += block }
        }
        if !quiet.isEmpty { parts.append(quiet.sorted()) }
        return parts
    }
}
