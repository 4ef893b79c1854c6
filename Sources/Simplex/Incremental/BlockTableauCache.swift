internal import ExactArithmetic

/// Blocks of an earlier program whose sets of optima were described, reused for blocks of another program that are equal.
///
/// All results about a block depend on its own program alone, not on the numbering of the whole.
public struct BlockTableauCache {
    /// The blocks by the number of their first variable.
    private var blocks: [Int32: BlockSolution] = [:]

    public init() {}

    init(_ opened: some Sequence<(program: BlockProgram, solution: BlockSolution)>) {
        for block in opened {
            guard let first = block.program.variables.first else { continue }
            blocks[first] = block.solution.resting
        }
    }

    /// Returns the solution of an equal block.
    func solution(of block: BlockProgram, _ budget: Budget) -> BlockSolution? {
        guard let first = block.variables.first, var solution = blocks[first], solution.program.isSame(as: block.program) else { return nil }
        solution.take(budget)
        return solution
    }
}

extension LinearProgram {
    /// Returns whether both have the same rows in the same order.
    func isSame(as other: LinearProgram) -> Bool {
        let (own, others) = (matrix, other.matrix)
        return variableCount == other.variableCount && levelCount == other.levelCount && roles == other.roles && own.starts == others.starts
            && own.columns == others.columns
            && zip(own.coefficients, others.coefficients).allSatisfy { own.isSame($0, as: $1, of: others) }
            && zip(own.constants, others.constants).allSatisfy { own.isSame($0, as: $1, of: others) }
    }
}
