internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A blockwise proof of an optimum, with the blocks that belong to its undetermined subsystem.
struct BlockwiseProof {
    let optimum: BlockwiseCertificate
    let openBlocks: [Int]

    /// Returns the proof, or nil if the optimum cannot be proven blockwise.
    ///
    /// - Parameters:
    ///   - point: the solution's point.
    ///   - known: earlier proofs to reuse, and the system's `rowMapping` since.
    static func find(
        _ system: LoweredSystem, _ problem: StagedProblem, _ solution: inout Solution, at point: [Rational],
        known: (optimum: BlockwiseCertificate, mapping: RowMapping)?
    ) throws(Budget.Spent) -> BlockwiseProof? {
        let parts = solution.parts
        let loose = solution.looseVariables
        var open = Set(solution.undecidedBlocks)
        while true {
            let closed = parts.blocks.filter { !open.contains($0) }
            var check = BlockwiseCheck(system, problem, at: point, BlockOrder(parts, open: open, loose: loose, in: system), known: known)
            let before = open.count
            let openParts = Array(check.openParts)
            try solution.findMultipliers(ofBlocks: openParts.map { closed[$0] }) { place, multipliers in
                if let multipliers {
                    check.prove(
                        part: openParts[place], by: multipliers.map { BlockMultiplier(row: $0.row, level: $0.level, factor: $0.factor) })
                } else {
                    // The block has a single optimum, but only its tableau proves it.
                    open.insert(closed[openParts[place]])
                }
            }
            if open.count > before { continue }
            return check.finish().map { BlockwiseProof(optimum: $0, openBlocks: open.sorted()) }
        }
    }
}

extension BlockOrder {
    /// - Parameters:
    ///   - open: the numbers of blocks that are no parts, as they may have several optima.
    ///   - loose: variables that no row assigns or bounds.
    fileprivate init(_ parts: SolutionParts, open: Set<Int>, loose: [Int], in system: LoweredSystem) {
        var isOpen = [Bool](repeating: false, count: system.variables.count)
        for variable in loose where !system.isFixedAtZero(variable) { isOpen[variable] = true }
        var (rows, variables) = (parts.rows, parts.variables)
        if !open.isEmpty {
            (rows, variables) = (IndexLists(), IndexLists())
            for (place, block) in parts.blocks.enumerated() {
                if open.contains(block) {
                    for variable in parts.variables[place] { isOpen[Int(variable)] = true }
                } else {
                    rows.append(parts.rows[place])
                    variables.append(parts.variables[place])
                }
            }
        }
        var following: [Assignment] = []
        let matrix = system.matrix
        for given in parts.following {
            if matrix.range(of: Int(given.row)).contains(where: { isOpen[Int(matrix.columns[$0])] }) {
                isOpen[Int(given.variable)] = true
            } else {
                following.append(Assignment(row: given.row, variable: given.variable))
            }
        }
        self.init(
            fixed: parts.fixed.map { Assignment(row: $0.row, variable: $0.variable) },
            rows: rows, variables: variables,
            following: following, open: isOpen.indices.filter { isOpen[$0] }.map { Int32(truncatingIfNeeded: $0) })
    }
}
