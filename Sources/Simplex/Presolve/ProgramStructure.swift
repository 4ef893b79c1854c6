/// The sizes of a program's decomposition; see `Decomposition`.
public struct ProgramStructure: Sendable, Hashable {
    /// The number of variables fixed by row singletons.
    public var fixedVariables: Int
    /// The number of variables that peeled rows assign.
    public var peeledVariables: Int
    /// The number of blocks.
    public var blocks: Int
    /// The greatest number of rows of a block, and the greatest number of variables of a block.
    public var mostBlockRows: Int
    public var mostBlockVariables: Int
}

extension LinearProgram {
    /// Runs the presolve alone.
    public func structure() -> ProgramStructure {
        let decomposition = Decomposition(self, ColumnIndex(matrix, variableCount: variableCount))
        let blocks = 0..<decomposition.blockCount
        return ProgramStructure(
            fixedVariables: decomposition.fixing.count, peeledVariables: decomposition.peeledCount, blocks: blocks.count,
            mostBlockRows: blocks.lazy.map { decomposition.rows(ofBlock: $0).count }.max() ?? 0,
            mostBlockVariables: blocks.lazy.map { decomposition.variables(ofBlock: $0).count }.max() ?? 0)
    }
}
