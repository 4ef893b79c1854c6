internal import ExactArithmetic

/// The result of presolve: a partition of a program's rows and variables that uses only the sparsity pattern, without any
/// arithmetic.
///
/// 1. *Fixing* (row singletons): an equality in which all variables but one are fixed fixes that one. A row whose variables are
///    all fixed by others is *settled*.
/// 2. *Peeling* (column singletons): an equality with a variable that is in no other remaining row can always be satisfied; it
///    assigns that variable from the others. Peeling from the outside in removes chains and trees of any length.
/// 3. *Blocks* (connected components): the remaining rows, connected by variables that are not fixed. A variable that no row
///    fixes or assigns and that is in no block is *loose*.
///
/// A *bound* is a hard inequality of one variable. It connects nothing and does not prevent peeling. Bounds of block variables
/// belong to the block. The others are checked when all values are computed, and one that is violated becomes an ordinary row
/// (`active`).
///
/// The order of each list is a function of the numbers of rows and variables, so equal programs have equal decompositions.
///
/// Source of the presolve steps: E. D. Andersen and K. D. Andersen, Presolving in linear programming, Mathematical Programming
/// 71, 1995.
struct Decomposition {
    struct Assignment {
        /// The equality that determines `variable` from its other variables; -1 in an unused place.
        var row: Int32
        var variable: Int32
    }

    /// The peeled rows. The row of an assignment contains variables that later assignments determine, and none that earlier
    /// assignments determine. Some places may be unused.
    private(set) var peeled: [Assignment] = []
    /// The fixing rows. The row of an assignment contains its own variable and variables that earlier ones fix.
    private(set) var fixing: [Assignment] = []
    /// Rows other than bounds that fix no variable and whose variables are all fixed; ascending.
    var settled: [Int32] = []
    /// Bounds outside all blocks, ascending.
    var looseBounds: [Int32] = []
    /// Variables that no row assigns and that are in no block, ascending.
    private(set) var looseVariables: [Int32] = []

    /// The rows of the blocks, block by block; ascending within a block, except that bounds come last.
    private var blockRows: [Int32] = []
    /// The variables of the blocks, block by block; ascending within a block.
    private var blockVariables: [Int32] = []
    /// The ranges of each block in `blockRows` and `blockVariables`; empty if the block number is unused.
    private var blocks: [BlockPlace] = []
    private var freeBlocks: [Int32] = []
    private var freePeeled = 0

    private struct BlockPlace {
        var firstRow: Int32 = 0
        var endRow: Int32 = 0
        var firstVariable: Int32 = 0
        var endVariable: Int32 = 0
    }

    /// The source of a variable's value: the place of its assignment, or its block.
    enum Source {
        case peeled(Int)
        case fixed(Int)
        case block(Int)
        /// No source: the variable may have any value within its bounds.
        case loose
        /// The source is not determined yet, during an update.
        case open
    }

    /// Encoded sources: three times the place plus 0 (peeled), 1 (fixed) or 2 (block); -1 for a loose variable, -2 for an open
    /// one. See `source(of:)`.
    private var sources: [Int32] = []
    /// The index of a block variable within its block.
    private(set) var localIndex: [Int32] = []

    /// The upper bound of block numbers. Unused numbers have no rows.
    var blockCount: Int { blocks.count }

    func rows(ofBlock block: Int) -> ArraySlice<Int32> {
        blockRows[Int(blocks[block].firstRow)..<Int(blocks[block].endRow)]
    }

    func variables(ofBlock block: Int) -> ArraySlice<Int32> {
        blockVariables[Int(blocks[block].firstVariable)..<Int(blocks[block].endVariable)]
    }

    /// The peeled assignments, each after all that assign variables of its row.
    var peeledInwards: some Sequence<Assignment> { peeled.lazy.reversed().filter { $0.row >= 0 } }

    var peeledCount: Int { peeled.count - freePeeled }

    func source(of variable: Int) -> Source {
        let code = Int(sources[variable])
        if code < 0 { return code == -1 ? .loose : .open }
        return switch code % 3 {
        case 0: .peeled(code / 3)
        case 1: .fixed(code / 3)
        default: .block(code / 3)
        }
    }

    func isFixed(_ variable: Int) -> Bool { sources[variable] >= 0 && sources[variable] % 3 == 1 }

    func isOpen(_ variable: Int) -> Bool { sources[variable] == -2 }

    func isIn(_ variable: Int, block: Int) -> Bool { sources[variable] == Int32(truncatingIfNeeded: 3 * block + 2) }

    /// Creates an empty decomposition.
    init() {}

    /// Decomposes a whole program.
    ///
    /// - Parameter active: bounds that count as ordinary rows.
    init(_ program: LinearProgram, active: Set<Int32> = [], _ index: ColumnIndex) {
        sources = Array(repeating: -1, count: program.variableCount)
        localIndex = Array(repeating: -1, count: program.variableCount)
        let whole = DecompositionBuilder(program, active: active, index)
        peeled = whole.peeled
        fixing = whole.fixing
        settled = whole.settled
        looseBounds = whole.looseBounds
        let lists = whole.blocks
        blockRows = lists.rows
        blockVariables = lists.variables
        blocks.reserveCapacity(lists.count)
        for block in 0..<lists.count {
            blocks.append(
                BlockPlace(
                    firstRow: lists.rowStarts[block], endRow: lists.rowStarts[block + 1],
                    firstVariable: lists.variableStarts[block], endVariable: lists.variableStarts[block + 1]))
        }
        for place in fixing.indices { sources[Int(fixing[place].variable)] = Int32(truncatingIfNeeded: 3 * place + 1) }
        for place in peeled.indices { sources[Int(peeled[place].variable)] = Int32(truncatingIfNeeded: 3 * place) }
        for block in 0..<blockCount { number(block) }
        for variable in sources.indices where sources[variable] < 0 { looseVariables.append(Int32(truncatingIfNeeded: variable)) }
    }

    private mutating func number(_ block: Int) {
        var local: Int32 = 0
        for place in Int(blocks[block].firstVariable)..<Int(blocks[block].endVariable) {
            let variable = Int(blockVariables[place])
            sources[variable] = Int32(truncatingIfNeeded: 3 * block + 2)
            localIndex[variable] = local
            local += 1
        }
    }

    /// Whether there are rows, other than bounds, that are neither fixing nor peeled.
    var hasOtherRows: Bool { !settled.isEmpty || blocks.contains { $0.firstRow < $0.endRow } }

    /// Returns, for each variable, whether a row of a block or a settled row depends on its value, directly or through fixed
    /// variables. The values of other fixed variables are used only by peeled rows, for which an estimate suffices.
    func needed(in matrix: SparseRows) -> [Bool] {
        var needed = [Bool](repeating: false, count: sources.count)
        if !hasOtherRows { return needed }
        func need(_ row: Int32) {
            for entry in matrix.range(of: Int(row)) { needed[Int(matrix.columns[entry])] = true }
        }
        for row in settled { need(row) }
        for block in 0..<blockCount { for row in rows(ofBlock: block) { need(row) } }
        for assignment in fixing.reversed() where needed[Int(assignment.variable)] { need(assignment.row) }
        return needed
    }

    // MARK: - Changes

    /// Marks the source of a variable as not yet determined.
    mutating func open(_ variable: Int) {
        if sources[variable] == -1 { looseVariables.removeSorted(Int32(truncatingIfNeeded: variable)) }
        sources[variable] = -2
        localIndex[variable] = -1
    }

    mutating func loosen(_ variable: Int) {
        sources[variable] = -1
        looseVariables.insertSorted(Int32(truncatingIfNeeded: variable))
    }

    mutating func removePeeled(_ place: Int) {
        peeled[place].row = -1
        freePeeled += 1
    }

    mutating func addPeeled(row: Int, variable: Int) {
        sources[variable] = Int32(truncatingIfNeeded: 3 * peeled.count)
        peeled.append(Assignment(row: Int32(truncatingIfNeeded: row), variable: Int32(truncatingIfNeeded: variable)))
    }

    mutating func removeBlock(_ block: Int) {
        blocks[block] = BlockPlace()
        freeBlocks.append(Int32(truncatingIfNeeded: block))
    }

    mutating func setRows(_ rows: [Int32], ofBlock block: Int) {
        if rows.count > self.rows(ofBlock: block).count {
            blocks[block].firstRow = Int32(truncatingIfNeeded: blockRows.count)
            blockRows += rows
        } else {
            for (place, row) in rows.enumerated() { blockRows[Int(blocks[block].firstRow) + place] = row }
        }
        blocks[block].endRow = blocks[block].firstRow + Int32(truncatingIfNeeded: rows.count)
    }

    /// Adds a block and returns its number.
    mutating func addBlock(_ rows: ArraySlice<Int32>, _ variables: ArraySlice<Int32>) -> Int {
        let place = BlockPlace(
            firstRow: Int32(truncatingIfNeeded: blockRows.count), endRow: Int32(truncatingIfNeeded: blockRows.count + rows.count),
            firstVariable: Int32(truncatingIfNeeded: blockVariables.count),
            endVariable: Int32(truncatingIfNeeded: blockVariables.count + variables.count))
        blockRows += rows
        blockVariables += variables
        let block: Int
        if let free = freeBlocks.popLast() {
            block = Int(free)
            blocks[block] = place
        } else {
            block = blocks.count
            blocks.append(place)
        }
        number(block)
        return block
    }

    /// Compacts lists in which unused places outnumber the others. The places of rows are updated.
    mutating func closeGaps(_ places: inout [Place]) {
        if freePeeled > peeledCount + 64 {
            peeled.removeAll { $0.row < 0 }
            freePeeled = 0
            for (place, assignment) in peeled.enumerated() {
                sources[Int(assignment.variable)] = Int32(truncatingIfNeeded: 3 * place)
                places[Int(assignment.row)] = .peeled(place)
            }
        }
        // A row is in at most one block.
        if blockRows.count > 2 * places.count + 64 || blockVariables.count > 2 * sources.count + 64 {
            var (rows, variables): ([Int32], [Int32]) = ([], [])
            for block in blocks.indices {
                let (firstRow, firstVariable) = (rows.count, variables.count)
                rows += self.rows(ofBlock: block)
                variables += self.variables(ofBlock: block)
                blocks[block] = BlockPlace(
                    firstRow: Int32(truncatingIfNeeded: firstRow), endRow: Int32(truncatingIfNeeded: rows.count),
                    firstVariable: Int32(truncatingIfNeeded: firstVariable), endVariable: Int32(truncatingIfNeeded: variables.count))
            }
            blockRows = rows
            blockVariables = variables
        }
    }

    // MARK: - Places

    /// The part of the decomposition that a row belongs to.
    enum Place: Hashable {
        case peeled(Int)
        case fixing(Int)
        case block(Int)
        /// A row whose variables are all fixed, or a bound outside all blocks.
        case watched
        /// Transient states of an update: removed from its place, not yet placed, or about to be peeled.
        case detached, pending, peelable
    }

    /// Returns the place of each row.
    func places(rowCount: Int) -> [Place] {
        var places = [Place](repeating: .detached, count: rowCount)
        for (place, assignment) in peeled.enumerated() where assignment.row >= 0 { places[Int(assignment.row)] = .peeled(place) }
        for (place, assignment) in fixing.enumerated() { places[Int(assignment.row)] = .fixing(place) }
        for row in settled { places[Int(row)] = .watched }
        for row in looseBounds { places[Int(row)] = .watched }
        for block in 0..<blockCount {
            for row in rows(ofBlock: block) { places[Int(row)] = .block(block) }
        }
        return places
    }
}
