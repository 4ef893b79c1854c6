internal import ExactArithmetic

/// What became of a program's parts when rows came or went; all that is not named is as it was.
struct Replacement {
    /// Assignments from here on are new.
    var firstFixing = 0
    var firstPeeled = 0
    /// Blocks that are no more; their numbers may be used again.
    var removedBlocks: [Int] = []
    /// Blocks that have the variables that they had, and other rows.
    var alteredBlocks: [Int] = []
    /// Altered ones among them; ascending.
    var newBlocks: [Int] = []
    /// Rows outside all blocks that have to be looked at.
    var watched: [Int32] = []
    /// Variables that nothing gives any more.
    var loosened: [Int32] = []
    /// What is fixed and what needs it is as it was.
    var hasFormerFixing = false
}

/// Brings a decomposition up to date after some rows came, went or changed their kind, at the cost of what falls apart otherwise.
///
/// What a program falls apart into does not depend on the way there. Which variables are fixed and which rows are peeled is the same in
/// whatever order that is found. Peeled rows joined by variables that are outside all blocks go away as they would alone; of these whole sets are
/// gone through again, in the order of `Fragment`. And blocks are what shared variables join.
struct Rearrangement {
    var parts: Decomposition
    var arrangement: Arrangement
    var result = Replacement()
    let program: LinearProgram
    private let active: Set<Int32>
    let index: RowIndex

    /// Rows that are to be placed.
    var pool: [Int32] = []
    /// Variables that are neither given nor loose for the time being, or were so; each once unless it was fixed between.
    var pending: [Int32] = []
    var touchedBlocks: [Int] = []
    var isTouched: Set<Int> = []
    var newBounds: [Int32] = []
    /// Variables of blocks in rows that came or went.
    private var dirty: [Int32] = []
    /// Variables of blocks whose rows were counted.
    private var met: [Int32] = []
    private var unfixing: [Int32] = []
    private(set) var going: [Int32] = []
    /// Rows that moved and were in blocks.
    private(set) var leaving: [Int32] = []

    init(_ parts: Decomposition, _ arrangement: Arrangement, _ program: LinearProgram, active: Set<Int32>, _ index: RowIndex) {
        self.parts = parts
        self.arrangement = arrangement
        self.program = program
        self.active = active
        self.index = index
    }

    /// - Parameter moved: rows with another role, and bounds that became active or ceased to be.
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

    /// A hard inequality of one variable that joins nothing.
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

    // MARK: - Rows that go and come

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

    /// Takes back all peeled rows that variables outside blocks join to this one.
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

    /// Fixes what can be fixed, and settles rows that have no other variables left.
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

    /// An equality that is neither placed nor peeled, with one variable that is not fixed.
    private func canFix(_ row: Int) -> Bool {
        guard program.roles[row].isEqual else { return false }
        switch arrangement.places[row] {
        case .pending, .block: return openCount(row) == 1
        case .peeled, .fixing, .watched, .going, .gone: return false
        }
    }

    // MARK: - Peeling

    /// Counts the rows that hold a variable and are left, unless that is known; whether it was not.
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

    /// Finds the rows that can be peeled now, and takes back those peeled before that variables join to them.
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

    /// Counts the rows of a variable that are left, unless that is known; whether it was not.
    private mutating func meet(_ variable: Int32) -> Bool {
        guard count(Int(variable), withGoing: false) else { return false }
        if case .block = parts.source(of: Int(variable)) { met.append(variable) }
        return true
    }

    /// Peels the rows that go, in the order in which a whole program's are peeled.
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
