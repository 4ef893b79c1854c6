public import ExactArithmetic

/// The variables of an optimum in an order of evaluation: fixed ones, then those of blocks, then peeled ones.
public struct SolutionParts: Sendable {
    /// A hard equality that assigns a variable from its others.
    public struct Assignment: Sendable, Hashable {
        public fileprivate(set) var row: Int32
        public let variable: Int32
    }

    /// The assignments of fixed variables; each needs only assignments before it.
    public private(set) var fixed: [Assignment]
    /// The numbers of the blocks: rows and variables that are connected to each other, and apart from that only to fixed
    /// variables.
    public let blocks: [Int]
    /// The rows of each of `blocks`; ascending, except that bounds come last.
    public private(set) var rows: IndexLists
    /// The variables of each of `blocks`, ascending.
    public let variables: IndexLists
    /// The assignments of peeled variables; each needs only fixed variables, blocks, and those before it.
    public private(set) var following: [Assignment]
}

extension Solution {
    /// The parts of the optimum.
    public var parts: SolutionParts {
        func assignment(_ given: Decomposition.Assignment) -> SolutionParts.Assignment {
            SolutionParts.Assignment(row: given.row, variable: given.variable)
        }
        var blocks: [Int] = []
        var (rows, variables) = (IndexLists(), IndexLists())
        for block in 0..<decomposition.blockCount where !decomposition.rows(ofBlock: block).isEmpty {
            blocks.append(block)
            rows.append(decomposition.rows(ofBlock: block))
            variables.append(decomposition.variables(ofBlock: block))
        }
        return SolutionParts(
            fixed: decomposition.fixing.map(assignment), blocks: blocks, rows: rows, variables: variables,
            following: decomposition.peeledInwards.map(assignment))
    }

    /// The blocks that may have more than one optimum, ascending.
    public var undecidedBlocks: [Int] { undecided }

    /// Returns, for each level, the factors of some blocks' own rows in the level's proof. Rows that fix variables are not among
    /// them.
    public mutating func levelFactors(ofBlocks blocks: some Sequence<Int>) throws(Budget.Spent) -> [[RowFactor]] {
        var factors = [[RowFactor]](repeating: [], count: program.levelCount)
        for block in blocks {
            if !isUndecided(block), !provenByTableau.contains(block) { provenByTableau.append(block) }
            _ = try open(block)
            guard let known = opened[block] else { continue }
            for (place, proof) in known.solution.levelProofs().enumerated() {
                factors[known.program.levels[place]] += known.program.global(proof.factors)
            }
        }
        return factors
    }

    /// Computes the factors of blocks' own rows in the levels' proofs. At each level, the combination of a block's rows contains
    /// no variable of the block.
    ///
    /// - Parameter take: receives the factors of each block with its place in the list; nil if the block may have several optima
    ///   or numbers get too long.
    public func findMultipliers(
        ofBlocks blocks: [Int], take: (_ place: Int, _ multipliers: [(level: Int, row: Int, factor: Rational)]?) -> Void
    ) throws(Budget.Spent) {
        var solver = BlockSolver(recordsSteps: true)
        for (place, block) in blocks.enumerated() {
            var isSolved = !isUndecided(block)
            if isSolved { isSolved = try solver.solve(program, decomposition, values, block: block, for: goal, budget: budget) }
            let hardLevel = program.levelCount > 0 ? 0 : nil
            take(place, isSolved ? solver.multipliers(program, decomposition, block: block, hardLevel: hardLevel) : nil)
        }
    }
}
