/// A block that was solved by the tableau, in an object of its own: a table of thousands of blocks remains small, and grows or is copied
/// without a copy of them.
struct OpenBlock {
    private final class Storage {
        let program: BlockProgram
        var solution: BlockSolution

        init(_ program: BlockProgram, _ solution: BlockSolution) {
            self.program = program
            self.solution = solution
        }
    }

    private var storage: Storage

    init(_ program: BlockProgram, _ solution: BlockSolution) {
        storage = Storage(program, solution)
    }

    var program: BlockProgram { storage.program }
    var solution: BlockSolution { storage.solution }

    /// Returns the storage for a change, which other owners do not see.
    private mutating func owned() -> Storage {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.program, storage.solution) }
        return storage
    }

    mutating func take(_ budget: Budget) { owned().solution.take(budget) }

    mutating func varying() throws(Budget.Spent) -> [Int] { try owned().solution.varying() }

    mutating func describeFace() throws(Budget.Spent) -> BlockFace {
        if let known = storage.solution.face { return known }
        return try owned().solution.describeFace()
    }

    mutating func least(of objective: SparseRow) throws(Budget.Spent) -> RangeEnd { try owned().solution.least(of: objective) }
}
