internal import ExactArithmetic

/// The difference between two decompositions; everything not listed is unchanged.
struct DecompositionDelta {
    /// Assignments from these places on are new.
    var firstFixing = 0
    var firstPeeled = 0
    /// Removed blocks; their numbers may be reused.
    var removedBlocks: [Int] = []
    /// Blocks with the same variables and other rows.
    var alteredBlocks: [Int] = []
    /// New and altered blocks; ascending.
    var newBlocks: [Int] = []
    /// Rows outside all blocks that must be checked.
    var watched: [Int32] = []
    /// Variables that became loose.
    var loosened: [Int32] = []
    /// Whether fixed variables, and the rows that need them, are unchanged.
    var hasFormerFixing = false
}

/// An incremental update of a decomposition after rows were added, removed or changed between kinds. The cost is proportional to
/// what is decomposed differently.
///
/// The result does not depend on the order of the steps. The sets of fixed variables and of peeled rows are the same in every
/// order. Peeled rows connected by variables outside all blocks form components that are independent of each other; such a
/// component is peeled again as a whole, in the order of `DecompositionBuilder`. Blocks are connected components.
struct IncrementalDecomposition {
    var parts: Decomposition
    var arrangement: DecompositionState
    var result = DecompositionDelta()
    let program: LinearProgram
    private let active: Set<Int32>
    let index: ColumnIndex

    /// Rows not yet placed.
    var pool: [Int32] = []
    /// Variables that are, or were, open during the update; each once unless it was fixed in between.
    var pending: [Int32] = []
    var touchedBlocks: [Int] = []
    var isTouched: Set<Int> = []
    var newBounds: [Int32] = []
    /// Block variables in rows that were added or removed.
    private var dirty: [Int32] = []
    /// Block variables whose rows were counted.
    private var met: [Int32] = []
    private var unfixing: [Int32] = []
    private(set) var going: [Int32] = []
    /// Moved rows that were in blocks.
    private(set) var leaving: [Int32] = []

    init(_ parts: Decomposition, _ arrangement: DecompositionState, _ program: LinearProgram, active: Set<Int32>, _ index: ColumnIndex) {
        self.parts = parts
        self.arrangement = arrangement
        self.program = program
        self.active = active
        self.index = index
    }

    /// - Parameter moved: rows with another role, and bounds that became active or inactive.
    mutating func run(_ moved: [Int32]) {
        parts.closeGaps(&arrangement.places)
        arrangement.nextRound()
        result.firstFixing = parts.fixing.count
        result.firstPeeled = parts.peeled.count
        if moved.count == 1, giveAlong(activeBound: moved[0]) { return }
        for row in moved { detach(Int(row)) }
        while let variable = unfixing.popLast() { unfix(Int(variable)) }
        for row in moved { attach(Int(row)) }
        fix()
        findGoing()
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

    // MARK: - Rows that are removed and added

    private mutating func detach(_ row: Int) {
        switch arrangement.places[row] {
        case .gone, .going: return
        case .pending: break
        case .fixing(let place): unfixing.append(parts.fixing[place].variable)
        case .peeled(let place): unpeel(parts.peeled[place].variable)
        case .block(let block):
            touch(block: block)
            noteDirty(row)
            leaving.append(Int32(truncatingIfNeeded: row))
        case .watched:
            let number = Int32(truncatingIfNeeded: row)
            if !parts.settled.removeSorted(number) { parts.looseBounds.removeSorted(number) }
        }
        arrangement.places[row] = .gone
    }

    private mutating func noteDirty(_ row: Int) {
        for entry in entries(of: row) {
            if case .block = parts.source(of: Int(program.matrix.columns[entry])) { dirty.append(program.matrix.columns[entry]) }
        }
    }

    private mutating func unfix(_ variable: Int) {
        guard case .fixed(let place) = parts.source(of: variable) else { return }
        let own = Int(parts.fixing[place].row)
        parts.removeFixing(place)
        open(variable)
        if arrangement.places[own] == .fixing(place) { pend(own) }
        for at in index.places(of: variable) {
            let next = index.row(at: at)
            let row = Int(next)
            if row == own { continue }
            switch arrangement.places[row] {
            case .fixing(let place): unfixing.append(parts.fixing[place].variable)
            case .peeled(let place): unpeel(parts.peeled[place].variable)
            case .block(let block): touch(block: block)
            case .watched:
                if isBound(row) { continue }
                parts.settled.removeSorted(next)
                pend(row)
            case .pending, .going, .gone: continue
            }
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
        if program.roles[row].isGone { return }
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

    // MARK: - Fixing

    /// Fixes all variables that can be fixed, and settles rows that have no other variables left.
    private mutating func fix() {
        var queue: [Int32] = []
        var settling: [Int32] = []
        for row in pool where arrangement.places[Int(row)] == .pending {
            let count = openCount(Int(row))
            if count == 0 { settling.append(row) } else if count == 1, program.roles[Int(row)].isEqual { queue.append(row) }
        }
        if !queue.isEmpty {
            fix(&queue)
            settling = pool.filter { arrangement.places[Int($0)] == .pending && openCount(Int($0)) == 0 }
        }
        for row in settling { settle(row) }
    }

    private mutating func fix(_ queue: inout [Int32]) {
        var taken = 0
        while taken < queue.count {
            let row = Int(queue[taken])
            taken += 1
            guard canFix(row), let entry = entries(of: row).first(where: { isOpen(program.matrix.columns[$0]) }) else { continue }
            let variable = Int(program.matrix.columns[entry])
            if case .block(let block) = arrangement.places[row] { touch(block: block) }
            if case .block(let block) = parts.source(of: variable) { touch(block: block) }
            unpeel(Int32(truncatingIfNeeded: variable))
            arrangement.places[row] = .fixing(parts.fixing.count)
            parts.addFixing(row: row, variable: variable)
            for at in index.places(of: variable) {
                let next = index.row(at: at)
                let other = Int(next)
                switch arrangement.places[other] {
                case .peeled(let place): if openCount(other) == 1 { unpeel(parts.peeled[place].variable) }
                case .block(let block): touch(block: block)
                case .pending, .going, .fixing, .watched, .gone: break
                }
                if canFix(other) { queue.append(next) }
            }
        }
    }

    /// Returns whether the row is an equality, neither placed nor peeled, with exactly one variable that is not fixed.
    private func canFix(_ row: Int) -> Bool {
        guard program.roles[row].isEqual else { return false }
        switch arrangement.places[row] {
        case .pending, .block: return openCount(row) == 1
        case .peeled, .fixing, .watched, .going, .gone: return false
        }
    }

    // MARK: - Peeling

    /// Counts the remaining rows that contain a variable, once a round. Returns false if they were already counted.
    private mutating func count(_ variable: Int, withGoing: Bool) -> Bool {
        if arrangement.stamps[variable] == arrangement.round { return false }
        arrangement.stamps[variable] = arrangement.round
        var count: Int32 = 0
        var mixed: Int32 = 0
        for at in index.places(of: variable) {
            let row = index.row(at: at)
            switch arrangement.places[Int(row)] {
            case .pending: break
            case .block: if isBound(Int(row)) { continue }
            case .going: if !withGoing { continue }
            case .peeled, .fixing, .watched, .gone: continue
            }
            count += 1
            mixed ^= row
        }
        arrangement.counts[variable] = count
        arrangement.mixed[variable] = mixed
        return true
    }

    /// Finds the rows that can now be peeled, and undoes the peeling of rows that are connected to them.
    private mutating func findGoing() {
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
            arrangement.places[row] = .going
            going.append(Int32(truncatingIfNeeded: row))
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
            arrangement.places[Int(row)] = .going
            going.append(row)
        }
    }

    /// Counts the remaining rows of a variable, once a round. Returns false if they were already counted.
    private mutating func meet(_ variable: Int32) -> Bool {
        guard count(Int(variable), withGoing: false) else { return false }
        if case .block = parts.source(of: Int(variable)) { met.append(variable) }
        return true
    }

    /// Peels the rows marked `going`, in the order of `DecompositionBuilder`.
    private mutating func peel() {
        arrangement.nextRound()
        let opened = pending
        pending.removeAll(keepingCapacity: true)
        for variable in opened where parts.isOpen(Int(variable)) && count(Int(variable), withGoing: true) { pending.append(variable) }
        pending.sort()
        var lone: [Int32] = pending.reversed().filter { arrangement.counts[Int($0)] == 1 }
        while let next = lone.popLast() {
            let variable = Int(next)
            guard arrangement.counts[variable] == 1 else { continue }
            let row = Int(arrangement.mixed[variable])
            guard arrangement.places[row] == .going else { continue }
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
