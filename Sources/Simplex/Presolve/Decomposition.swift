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
        /// The equality that gives `variable` from its other variables.
        var row: Int32
        var variable: Int32
    }

    /// The row of an assignment may hold variables that later ones give, and none that earlier ones give.
    private(set) var peeled: [Assignment] = []
    /// The row of an assignment holds variables that earlier ones fix, and its own.
    private(set) var fixing: [Assignment] = []
    /// Rows all of whose variables are fixed, bounds apart, that fix none themselves; ascending.
    private(set) var settled: [Int32] = []
    /// Bounds that belong to no block, ascending.
    private(set) var looseBounds: [Int32] = []

    /// Rows of the blocks, one block after the other; ascending within a block, but its bounds come last.
    private var blockRows: [Int32] = []
    private var blockRowStarts: [Int32] = [0]
    /// The variables of the blocks, ascending within a block.
    private var blockVariables: [Int32] = []
    private var blockVariableStarts: [Int32] = [0]

    /// What gives a variable: the place of its assignment or of its block.
    enum Source {
        case peeled(Int)
        case fixed(Int)
        case block(Int)
        /// Nothing does: it may be anything that bounds allow.
        case loose
    }

    /// Three times the place, and which list it is in; see `source(of:)`.
    private var sources: [Int32]
    /// For a variable of a block, its place there.
    private(set) var localIndex: [Int32]

    var blockCount: Int { blockRowStarts.count - 1 }

    func rows(ofBlock block: Int) -> ArraySlice<Int32> {
        blockRows[Int(blockRowStarts[block])..<Int(blockRowStarts[block + 1])]
    }

    func variables(ofBlock block: Int) -> ArraySlice<Int32> {
        blockVariables[Int(blockVariableStarts[block])..<Int(blockVariableStarts[block + 1])]
    }

    func source(of variable: Int) -> Source {
        let code = Int(sources[variable])
        if code < 0 { return .loose }
        return switch code % 3 {
        case 0: .peeled(code / 3)
        case 1: .fixed(code / 3)
        default: .block(code / 3)
        }
    }

    func isFixed(_ variable: Int) -> Bool { sources[variable] >= 0 && sources[variable] % 3 == 1 }

    /// The row that fixes a variable, if one does.
    func row(fixing variable: Int) -> Int32? {
        isFixed(variable) ? fixing[Int(sources[variable] / 3)].row : nil
    }

    /// The variables that nothing gives, ascending.
    var looseVariables: [Int] { sources.indices.filter { sources[$0] < 0 } }

    /// - Parameter active: bounds that count as ordinary rows.
    init(_ program: LinearProgram, active: Set<Int32> = [], _ index: RowIndex) {
        sources = Array(repeating: -1, count: program.variableCount)
        localIndex = Array(repeating: -1, count: program.variableCount)
        let whole = Fragment(
            program, rows: (0..<Int32(truncatingIfNeeded: program.rowCount)).map { $0 },
            variables: (0..<Int32(truncatingIfNeeded: program.variableCount)).map { $0 }, active: active, index)
        peeled = whole.peeled
        fixing = whole.fixing
        settled = whole.settled
        looseBounds = whole.looseBounds
        blockRows = whole.blockRows
        blockRowStarts = whole.blockRowStarts
        blockVariables = whole.blockVariables
        blockVariableStarts = whole.blockVariableStarts
        number()
    }

    /// Notes what gives each variable.
    private mutating func number() {
        for place in fixing.indices { sources[Int(fixing[place].variable)] = Int32(truncatingIfNeeded: 3 * place + 1) }
        for place in peeled.indices { sources[Int(peeled[place].variable)] = Int32(truncatingIfNeeded: 3 * place) }
        for block in 0..<blockCount {
            var local: Int32 = 0
            for place in Int(blockVariableStarts[block])..<Int(blockVariableStarts[block + 1]) {
                let variable = Int(blockVariables[place])
                sources[variable] = Int32(truncatingIfNeeded: 3 * block + 2)
                localIndex[variable] = local
                local += 1
            }
        }
    }

    /// The fixed variables whose values blocks and settled rows need, by variable; the others are needed by peeled ones at most.
    func needed(in matrix: SparseRows) -> [Bool] {
        var needed = [Bool](repeating: false, count: sources.count)
        func need(_ row: Int32) {
            for entry in matrix.range(of: Int(row)) { needed[Int(matrix.columns[entry])] = true }
        }
        for row in settled { need(row) }
        for row in blockRows { need(row) }
        for assignment in fixing.reversed() where needed[Int(assignment.variable)] { need(assignment.row) }
        return needed
    }

    // MARK: - Parts taken apart anew

    /// What became of the places of assignments and blocks.
    struct Replacement {
        /// Assignments and blocks from here on are the region's.
        var firstFixing = 0
        var firstPeeled = 0
        var firstBlock = 0
        /// The region's rows that are watched now.
        var watched: [Int32] = []
        /// For each block the number that it had, or -1 for one that there was not; a region's block that has the rows and
        /// variables of one before is that one.
        var formerBlocks: [Int32] = []
    }

    /// Takes a region apart anew, after its rows changed or others of its bounds became active: the rest falls apart as it did.
    mutating func redo(_ region: Region, _ program: LinearProgram, active: Set<Int32>, _ index: RowIndex) -> Replacement {
        let fragment = Fragment(program, rows: region.rows, variables: region.variables, active: active, index)
        let former = self
        var result = Replacement()
        fixing = former.fixing.filter { region.part(of: Int($0.variable)) == nil }
        peeled = former.peeled.filter { region.part(of: Int($0.variable)) == nil }
        result.firstFixing = fixing.count
        result.firstPeeled = peeled.count
        fixing += fragment.fixing
        peeled += fragment.peeled
        settled = Decomposition.merged(settled, without: region, with: fragment.settled)
        looseBounds = Decomposition.merged(looseBounds, without: region, with: fragment.looseBounds)
        result.watched = fragment.settled + fragment.looseBounds
        blockRows.removeAll(keepingCapacity: true)
        blockVariables.removeAll(keepingCapacity: true)
        blockRowStarts = [0]
        blockVariableStarts = [0]
        for block in 0..<former.blockCount {
            guard let first = former.variables(ofBlock: block).first, region.part(of: Int(first)) == nil else { continue }
            appendBlock(former.rows(ofBlock: block), former.variables(ofBlock: block))
            result.formerBlocks.append(Int32(truncatingIfNeeded: block))
        }
        result.firstBlock = blockCount
        for block in 0..<fragment.blockCount {
            appendBlock(fragment.rows(ofBlock: block), fragment.variables(ofBlock: block))
            result.formerBlocks.append(Int32(truncatingIfNeeded: former.number(ofBlockLike: fragment, block)))
        }
        for variable in region.variables {
            sources[Int(variable)] = -1
            localIndex[Int(variable)] = -1
        }
        number()
        return result
    }

    /// The block of the same rows and variables, or -1.
    private func number(ofBlockLike fragment: Fragment, _ block: Int) -> Int {
        guard let first = fragment.variables(ofBlock: block).first, case .block(let own) = source(of: Int(first)),
            rows(ofBlock: own) == fragment.rows(ofBlock: block), variables(ofBlock: own) == fragment.variables(ofBlock: block)
        else { return -1 }
        return own
    }

    private mutating func appendBlock(_ rows: ArraySlice<Int32>, _ variables: ArraySlice<Int32>) {
        blockRows += rows
        blockVariables += variables
        blockRowStarts.append(Int32(truncatingIfNeeded: blockRows.count))
        blockVariableStarts.append(Int32(truncatingIfNeeded: blockVariables.count))
    }

    /// Two ascending lists in one, a region's rows left out of the first.
    private static func merged(_ rows: [Int32], without region: Region, with added: [Int32]) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(rows.count + added.count)
        var next = added[...]
        for row in rows where !region.contains(row: Int(row)) {
            while let first = next.first, first < row { result.append(next.removeFirst()) }
            result.append(row)
        }
        return result + next
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
    }

    /// For each row where it stands.
    func places(rowCount: Int) -> [Place] {
        var places = [Place](repeating: .gone, count: rowCount)
        for (place, assignment) in peeled.enumerated() { places[Int(assignment.row)] = .peeled(place) }
        for (place, assignment) in fixing.enumerated() { places[Int(assignment.row)] = .fixing(place) }
        for row in settled { places[Int(row)] = .watched }
        for row in looseBounds { places[Int(row)] = .watched }
        for block in 0..<blockCount {
            for row in rows(ofBlock: block) { places[Int(row)] = .block(block) }
        }
        return places
    }
}
