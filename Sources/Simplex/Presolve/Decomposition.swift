internal import ExactArithmetic

/// How a program falls apart, found from which variable stands in which row alone, without any arithmetic.
///
/// 1. *Fixing* rows: an equality in which all variables but one are fixed by others fixes that one.
/// 2. *Peeled* rows: an equality with a variable that stands in no other row that is left can always hold; it gives that variable from the
///    others. Peeled from the outside in, chains and trees go away whatever their length.
/// 3. *Blocks*: what is left, taken apart where rows share no variable that is not fixed.
///
/// A *bound*, a hard inequality of one variable, joins nothing and keeps nothing from being peeled. Bounds of block variables belong to the
/// block; the others are looked at when all values are known, and one that fails is made an ordinary row (`active`).
///
/// All orders follow from the numbers of rows and variables alone: equal programs fall apart equally.
struct Decomposition {
    struct Assignment {
        /// The equality that gives `variable` from its other variables; -1 in a place that is free.
        var row: Int32
        var variable: Int32
    }

    /// The row of an assignment may hold variables that later ones give, and none that earlier ones give. Some places may be free.
    private(set) var peeled: [Assignment] = []
    /// The row of an assignment holds variables that earlier ones fix, and its own. Some places may be free.
    private(set) var fixing: [Assignment] = []
    /// Rows all of whose variables are fixed, bounds apart, that fix none themselves; ascending.
    var settled: [Int32] = []
    /// Bounds that belong to no block, ascending.
    var looseBounds: [Int32] = []
    /// The variables that nothing gives, ascending.
    private(set) var looseVariables: [Int32] = []

    /// Rows of the blocks, each block's together: ascending, but its bounds come last.
    private var blockRows: [Int32] = []
    /// The variables of the blocks, each block's together and ascending.
    private var blockVariables: [Int32] = []
    /// Where each block's rows and variables lie; nowhere where a number is free.
    private var blocks: [BlockPlace] = []
    private var freeBlocks: [Int32] = []
    private var freeFixing = 0
    private var freePeeled = 0

    private struct BlockPlace {
        var firstRow: Int32 = 0
        var endRow: Int32 = 0
        var firstVariable: Int32 = 0
        var endVariable: Int32 = 0
    }

    /// What gives a variable: the place of its assignment or of its block.
    enum Source {
        case peeled(Int)
        case fixed(Int)
        case block(Int)
        /// Nothing does: it may be anything that bounds allow.
        case loose
        /// That is being found out.
        case open
    }

    /// Three times the place, and which list it is in; -1 for a loose variable, -2 for an open one. See `source(of:)`.
    private var sources: [Int32] = []
    /// For a variable of a block, its place there.
    private(set) var localIndex: [Int32] = []

    /// Blocks have numbers below this one; those whose numbers are free have no rows.
    var blockCount: Int { blocks.count }

    func rows(ofBlock block: Int) -> ArraySlice<Int32> {
        blockRows[Int(blocks[block].firstRow)..<Int(blocks[block].endRow)]
    }

    func variables(ofBlock block: Int) -> ArraySlice<Int32> {
        blockVariables[Int(blocks[block].firstVariable)..<Int(blocks[block].endVariable)]
    }

    /// The assignments in their order.
    var fixingInOrder: some Sequence<Assignment> { fixing.lazy.filter { $0.row >= 0 } }
    /// Each after all that give variables of its row.
    var peeledInwards: some Sequence<Assignment> { peeled.lazy.reversed().filter { $0.row >= 0 } }

    var fixedCount: Int { fixing.count - freeFixing }
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

    /// The row that fixes a variable, if one does.
    func row(fixing variable: Int) -> Int32? {
        isFixed(variable) ? fixing[Int(sources[variable] / 3)].row : nil
    }

    /// Of nothing.
    init() {}

    /// - Parameter active: bounds that count as ordinary rows.
    init(_ program: LinearProgram, active: Set<Int32> = [], _ index: RowIndex) {
        sources = Array(repeating: -1, count: program.variableCount)
        localIndex = Array(repeating: -1, count: program.variableCount)
        let whole = Fragment(program, active: active, index)
        peeled = whole.peeled
        fixing = whole.fixing
        settled = whole.settled
        looseBounds = whole.looseBounds
        blockRows = whole.blockRows
        blockVariables = whole.blockVariables
        blocks.reserveCapacity(whole.blockCount)
        for block in 0..<whole.blockCount {
            blocks.append(
                BlockPlace(
                    firstRow: whole.blockRowStarts[block], endRow: whole.blockRowStarts[block + 1],
                    firstVariable: whole.blockVariableStarts[block], endVariable: whole.blockVariableStarts[block + 1]))
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

    /// Whether there are rows that neither fix nor peel, bounds apart.
    var hasOtherRows: Bool { !settled.isEmpty || blocks.contains { $0.firstRow < $0.endRow } }

    /// The fixed variables whose values blocks and settled rows need, by variable; the others are needed by peeled ones at most.
    func needed(in matrix: SparseRows) -> [Bool] {
        var needed = [Bool](repeating: false, count: sources.count)
        if !hasOtherRows { return needed }
        func need(_ row: Int32) {
            for entry in matrix.range(of: Int(row)) { needed[Int(matrix.columns[entry])] = true }
        }
        for row in settled { need(row) }
        for block in 0..<blockCount { for row in rows(ofBlock: block) { need(row) } }
        for assignment in fixing.reversed() where assignment.row >= 0 && needed[Int(assignment.variable)] { need(assignment.row) }
        return needed
    }

    // MARK: - Parts that change

    /// Takes away what is known of a variable.
    mutating func open(_ variable: Int) {
        if sources[variable] == -1 { looseVariables.removeSorted(Int32(truncatingIfNeeded: variable)) }
        sources[variable] = -2
        localIndex[variable] = -1
    }

    mutating func loosen(_ variable: Int) {
        sources[variable] = -1
        looseVariables.insertSorted(Int32(truncatingIfNeeded: variable))
    }

    mutating func removeFixing(_ place: Int) {
        fixing[place].row = -1
        freeFixing += 1
    }

    mutating func removePeeled(_ place: Int) {
        peeled[place].row = -1
        freePeeled += 1
    }

    mutating func addFixing(row: Int, variable: Int) {
        sources[variable] = Int32(truncatingIfNeeded: 3 * fixing.count + 1)
        localIndex[variable] = -1
        fixing.append(Assignment(row: Int32(truncatingIfNeeded: row), variable: Int32(truncatingIfNeeded: variable)))
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

    /// The new block's number.
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

    /// Closes gaps where there is more gap than list; assignments get other places then.
    mutating func closeGaps(_ places: inout [Place]) {
        if freeFixing > fixedCount + 64 {
            fixing.removeAll { $0.row < 0 }
            freeFixing = 0
            for (place, assignment) in fixing.enumerated() {
                sources[Int(assignment.variable)] = Int32(truncatingIfNeeded: 3 * place + 1)
                places[Int(assignment.row)] = .fixing(place)
            }
        }
        if freePeeled > peeledCount + 64 {
            peeled.removeAll { $0.row < 0 }
            freePeeled = 0
            for (place, assignment) in peeled.enumerated() {
                sources[Int(assignment.variable)] = Int32(truncatingIfNeeded: 3 * place)
                places[Int(assignment.row)] = .peeled(place)
            }
        }
        // A row is in one block at most.
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

    /// Where a row stands.
    enum Place: Hashable {
        case peeled(Int)
        case fixing(Int)
        case block(Int)
        /// All its variables are fixed, or it is a bound outside all blocks.
        case watched
        /// Counts as not there.
        case gone
        /// To be found: it is left until then, or is about to be peeled.
        case pending, going
    }

    /// For each row where it stands.
    func places(rowCount: Int) -> [Place] {
        var places = [Place](repeating: .gone, count: rowCount)
        for (place, assignment) in peeled.enumerated() where assignment.row >= 0 { places[Int(assignment.row)] = .peeled(place) }
        for (place, assignment) in fixing.enumerated() where assignment.row >= 0 { places[Int(assignment.row)] = .fixing(place) }
        for row in settled { places[Int(row)] = .watched }
        for row in looseBounds { places[Int(row)] = .watched }
        for block in 0..<blockCount {
            for row in rows(ofBlock: block) { places[Int(row)] = .block(block) }
        }
        return places
    }
}
