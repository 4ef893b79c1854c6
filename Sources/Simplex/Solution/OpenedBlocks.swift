internal import ExactArithmetic

/// Blocks of an earlier program whose sets of optima were described, for blocks of another one that say the same.
///
/// All that is told of a block follows from its own program, whatever its rows and variables are numbered in the whole.
public struct OpenedBlocks {
    /// By the number of a block's first variable.
    private var blocks: [Int32: BlockSolution] = [:]

    public init() {}

    init(_ opened: some Sequence<(program: BlockProgram, solution: BlockSolution)>) {
        for block in opened {
            guard let first = block.program.variables.first else { continue }
            blocks[first] = block.solution.resting
        }
    }

    /// The solution of a block that says the same.
    func solution(of block: BlockProgram, _ budget: Budget) -> BlockSolution? {
        guard let first = block.variables.first, var solution = blocks[first], solution.program.isSame(as: block.program) else { return nil }
        solution.take(budget)
        return solution
    }
}

extension LinearProgram {
    /// Whether both have the same rows, in the same order.
    func isSame(as other: LinearProgram) -> Bool {
        let (own, others) = (matrix, other.matrix)
        return variableCount == other.variableCount && levelCount == other.levelCount && roles == other.roles && own.starts == others.starts
            && own.columns == others.columns
            && zip(own.coefficients, others.coefficients).allSatisfy { own.isSame($0, as: $1, of: others) }
            && zip(own.constants, others.constants).allSatisfy { own.isSame($0, as: $1, of: others) }
    }
}
