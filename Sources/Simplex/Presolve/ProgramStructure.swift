/// How a program falls apart before anything is solved, in numbers.
public struct ProgramStructure: Sendable, Hashable {
    /// Variables that equalities fix one after the other.
    public var fixedVariables: Int
    /// Variables that follow from others once these are known.
    public var peeledVariables: Int
    /// What is left, in parts that share no variable.
    public var blocks: Int
    /// The greatest number of rows and of variables of one block.
    public var mostBlockRows: Int
    public var mostBlockVariables: Int
}

extension LinearProgram {
    /// Runs the presolve alone.
    public func structure() -> ProgramStructure {
        let decomposition = Decomposition(self, RowIndex(matrix, variableCount: variableCount))
        let blocks = 0..<decomposition.blockCount
        return ProgramStructure(
            fixedVariables: decomposition.fixedCount, peeledVariables: decomposition.peeledCount, blocks: blocks.count,
            mostBlockRows: blocks.lazy.map { decomposition.rows(ofBlock: $0).count }.max() ?? 0,
            mostBlockVariables: blocks.lazy.map { decomposition.variables(ofBlock: $0).count }.max() ?? 0)
    }
}
