internal import LayoutLowering
internal import Simplex

/// A partition of rows such that each conflict is in one part, except for rows that conflicts in several parts share, such as the
/// root's width.
///
/// A conflict either lacks one of the shared rows, or contains them all and its other rows are in one part.
struct ConflictCut {
    /// The shared rows, ascending.
    private(set) var shared: [Int] = []
    /// The parts, each ascending.
    private(set) var parts: [[Int]] = []

    /// The maximum number of shared rows. For each of them, the conflicts without it are searched separately.
    private static let mostShared = 6

    /// Returns nil if no partition was found that separates the known conflicts.
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

    /// Returns the row that is in most of the conflicts that contain all shared rows.
    private func mostShared(_ family: [Set<Int>]) -> Int? {
        var counts: [Int: Int] = [:]
        for conflict in family where conflict.isSuperset(of: shared) {
            for row in conflict where !shared.contains(row) { counts[row, default: 0] += 1 }
        }
        let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
        return most.flatMap { $0.value > 1 ? $0.key : nil }
    }

    /// Returns the blocks as parts. Blocks without a known conflict are merged into one, as a single solve shows that they are
    /// feasible.
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
