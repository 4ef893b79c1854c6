internal import ExactArithmetic

/// The difference between two decompositions. Everything that is not listed is unchanged.
struct DecompositionDelta {
    /// Peeled assignments from this place on are new.
    var firstPeeled = 0
    /// Removed blocks; their numbers may be reused.
    var removedBlocks: [Int] = []
    /// Blocks with the same variables and other rows.
    var alteredBlocks: [Int] = []
    /// New and altered blocks; ascending.
    var newBlocks: [Int] = []
    /// New settled rows and bounds outside all blocks, which must be checked at the new point.
    var watched: [Int32] = []
    /// Variables that became loose.
    var loosened: [Int32] = []
    /// Whether blocks and settled rows contain the same fixed variables as before.
    var hasFormerNeeds = false
}

/// An incremental update of a decomposition after bounds became ordinary rows or bounds again. The cost is proportional to the
/// size of the parts that are decomposed differently.
///
/// Only equalities fix variables, so the fixed variables are unchanged. The result does not depend on the order of the steps: the
/// set of peeled rows is the same in every order. Peeled rows connected by variables outside all blocks form components that are
/// independent of each other; such a component is peeled again as a whole, in the order of `DecompositionBuilder`. Blocks are
/// connected components.
struct IncrementalDecomposition {
    var parts: Decomposition
    var arrangement: DecompositionState
    var result = DecompositionDelta()
    let program: LinearProgram
    private let active: Set<Int32>
    let index: ColumnIndex

    /// The rows to place: moved bounds and rows whose peeling was undone.
    var pool: [Int32] = []
    /// Variables that were open during the update, each once.
    var pending: [Int32] = []
    var touchedBlocks: [Int] = []
    var isTouched: Set<Int> = []
    var newBounds: [Int32] = []
    /// Block variables in moved bounds: if their number of rows changed, more rows may be peeled.
    private var dirty: [Int32] = []
    /// Block variables whose rows were counted in `findPeelable`.
    private var met: [Int32] = []
    private(set) var peelable: [Int32] = []
    /// Moved bounds that were in blocks.
    private(set) var leaving: [Int32] = []

    init(_ parts: Decomposition, _ arrangement: DecompositionState, _ program: LinearProgram, active: Set<Int32>, _ index: ColumnIndex) {
        self.parts = parts
        self.arrangement = arrangement
        self.program = program
        self.active = active
        self.index = index
    }

    /// - Parameter moved: bounds that became active or inactive.
    mutating func run(_ moved: [Int32]) {
        parts.closeGaps(&arrangement.places)
        arrangement.nextRound()
        result.firstPeeled = parts.peeled.count
        if moved.count == 1, reversePath(fromActive: moved[0]) { return }
        for row in moved { detach(Int(row)) }
        for row in moved { attach(Int(row)) }
        settle()
        findPeelable()
        peel()
        rejoin()
    }

    // MARK: - Rows and variables

    func isOpen(_ variable: Int32) -> Bool { !parts.isFixed(Int(variable)) }

    func entries(of row: Int) -> Range<Int> { program.matrix.range(of: row) }

    func openCount(_ row: Int) -> Int {
        var count = 0
        for entry in entries(of: row) where isOpen(program.matrix.columns[entry]) { count += 1 }
        return count
    }

    /// Returns whether the row is a bound that is not active.
    func isBound(_ row: Int) -> Bool {
        program.isBound(row) && (active.isEmpty || !active.contains(Int32(truncatingIfNeeded: row)))
    }

    private mutating func pend(_ row: Int) {
        arrangement.places[row] = .pending
        if arrangement.rowStamps[row] == arrangement.round { return }
        arrangement.rowStamps[row] = arrangement.round
        pool.append(Int32(truncatingIfNeeded: row))
    }

    mutating func touch(block: Int) {
        if isTouched.insert(block).inserted { touchedBlocks.append(block) }
    }

    mutating func settle(_ row: Int32) {
        parts.settled.insertSorted(row)
        arrangement.places[Int(row)] = .watched
        result.watched.append(row)
    }

    // MARK: - Bounds that move

    private mutating func detach(_ row: Int) {
        switch arrangement.places[row] {
        case .detached, .peelable, .fixing: return
        case .pending: break
        case .peeled(let place): unpeel(parts.peeled[place].variable)
        case .block(let block):
            touch(block: block)
            noteDirty(row)
            leaving.append(Int32(truncatingIfNeeded: row))
        case .watched:
            let number = Int32(truncatingIfNeeded: row)
            if !parts.settled.removeSorted(number) { parts.looseBounds.removeSorted(number) }
        }
        arrangement.places[row] = .detached
    }

    private mutating func noteDirty(_ row: Int) {
        for entry in entries(of: row) {
            if case .block = parts.source(of: Int(program.matrix.columns[entry])) { dirty.append(program.matrix.columns[entry]) }
        }
    }

    private mutating func open(_ variable: Int) {
        parts.open(variable)
        pending.append(Int32(truncatingIfNeeded: variable))
    }

    func isOutsideBlocks(_ variable: Int) -> Bool {
        switch parts.source(of: variable) {
        case .peeled, .loose: true
        case .fixed, .block, .open: false
        }
    }

    /// Undoes the peeling of all rows that are connected to this variable by variables outside blocks.
    private mutating func unpeel(_ first: Int32) {
        if !isOutsideBlocks(Int(first)) { return }
        open(Int(first))
        var stack = [first]
        while let variable = stack.popLast() {
            for at in index.places(of: Int(variable)) {
                let row = Int(index.row(at: at))
                guard case .peeled(let place) = arrangement.places[row] else { continue }
                parts.removePeeled(place)
                pend(row)
                for entry in entries(of: row) {
                    let other = program.matrix.columns[entry]
                    if !isOutsideBlocks(Int(other)) { continue }
                    open(Int(other))
                    stack.append(other)
                }
            }
        }
    }

    private mutating func attach(_ row: Int) {
        if isBound(row) {
            newBounds.append(Int32(truncatingIfNeeded: row))
            let variable = Int(program.matrix.columns[entries(of: row).lowerBound])
            if case .block(let block) = parts.source(of: variable) { touch(block: block) }
            return
        }
        for entry in entries(of: row) { unpeel(program.matrix.columns[entry]) }
        noteDirty(row)
        pend(row)
    }

    /// Settles the rows whose variables are all fixed.
    private mutating func settle() {
        for row in pool where arrangement.places[Int(row)] == .pending && openCount(Int(row)) == 0 { settle(row) }
    }

    // MARK: - Peeling

    /// Counts the remaining rows that contain a variable. Returns false if they were counted in this round before.
    private mutating func count(_ variable: Int, withPeelable: Bool) -> Bool {
        if arrangement.stamps[variable] == arrangement.round { return false }
        arrangement.stamps[variable] = arrangement.round
        var count: Int32 = 0
        var mixed: Int32 = 0
        for at in index.places(of: variable) {
            let row = index.row(at: at)
            switch arrangement.places[Int(row)] {
            case .pending: break
            case .block: if isBound(Int(row)) { continue }
            case .peelable: if !withPeelable { continue }
            case .peeled, .fixing, .watched, .detached: continue
            }
            count += 1
            mixed ^= row
        }
        arrangement.counts[variable] = count
        arrangement.mixed[variable] = mixed
        return true
    }

    /// Marks the rows that can be peeled now, and undoes the peeling of rows that share variables with them.
    private mutating func findPeelable() {
        arrangement.nextRound()
        var lone: [Int32] = []
        for variable in pending + dirty where isOpen(variable) {
            if meet(variable), arrangement.counts[Int(variable)] == 1 { lone.append(variable) }
        }
        while let variable = lone.popLast() {
            guard arrangement.counts[Int(variable)] == 1 else { continue }
            let row = Int(arrangement.mixed[Int(variable)])
            guard program.roles[row].isEqual else { continue }
            if case .block(let block) = arrangement.places[row] { touch(block: block) }
            arrangement.places[row] = .peelable
            peelable.append(Int32(truncatingIfNeeded: row))
            for entry in entries(of: row) where isOpen(program.matrix.columns[entry]) {
                let other = program.matrix.columns[entry]
                if !meet(other) {
                    arrangement.counts[Int(other)] -= 1
                    arrangement.mixed[Int(other)] ^= Int32(truncatingIfNeeded: row)
                }
                if arrangement.counts[Int(other)] == 1 { lone.append(other) }
            }
        }
        let poolCount = pool.count
        for next in met where arrangement.counts[Int(next)] == 0 {
            if case .block(let block) = parts.source(of: Int(next)) { touch(block: block) }
            open(Int(next))
            for at in index.places(of: Int(next)) {
                if case .peeled(let place) = arrangement.places[Int(index.row(at: at))] { unpeel(parts.peeled[place].variable) }
            }
        }
        for row in pool[poolCount...] {
            arrangement.places[Int(row)] = .peelable
            peelable.append(row)
        }
    }

    /// Counts the remaining rows of a variable, and records it if it is a block variable. Returns false if they were counted in
    /// this round before.
    private mutating func meet(_ variable: Int32) -> Bool {
        guard count(Int(variable), withPeelable: false) else { return false }
        if case .block = parts.source(of: Int(variable)) { met.append(variable) }
        return true
    }

    /// Peels the rows marked `peelable`, in the order of `DecompositionBuilder`.
    private mutating func peel() {
        arrangement.nextRound()
        let opened = pending
        pending.removeAll(keepingCapacity: true)
        for variable in opened where parts.isOpen(Int(variable)) && count(Int(variable), withPeelable: true) { pending.append(variable) }
        pending.sort()
        var lone: [Int32] = pending.reversed().filter { arrangement.counts[Int($0)] == 1 }
        while let next = lone.popLast() {
            let variable = Int(next)
            guard arrangement.counts[variable] == 1 else { continue }
            let row = Int(arrangement.mixed[variable])
            guard arrangement.places[row] == .peelable else { continue }
            arrangement.places[row] = .peeled(parts.peeled.count)
            parts.addPeeled(row: row, variable: variable)
            for entry in entries(of: row) where arrangement.stamps[Int(program.matrix.columns[entry])] == arrangement.round {
                let other = Int(program.matrix.columns[entry])
                arrangement.counts[other] -= 1
                arrangement.mixed[other] ^= Int32(truncatingIfNeeded: row)
                if arrangement.counts[other] == 1 { lone.append(program.matrix.columns[entry]) }
            }
        }
        for variable in pending where parts.isOpen(Int(variable)) && arrangement.counts[Int(variable)] == 0 {
            parts.loosen(Int(variable))
            result.loosened.append(variable)
        }
    }
}
