/// The parts of a decomposition that an update must recompute: marked assignments, with the range of places that the marks span,
/// and marked blocks.
struct Worklist {
    var fixing: [Bool] = []
    var firstFixing = Int.max
    var lastFixing = -1
    var peeled: [Bool] = []
    var lastPeeled = -1
    var blocks: [Bool] = []
    var blockList: [Int] = []
    var watched: [Int32] = []

    init() {}

    init(_ decomposition: Decomposition) {
        fit(decomposition)
    }

    /// Extends the marks to all assignments of the decomposition.
    mutating func fit(_ decomposition: Decomposition) {
        while fixing.count < decomposition.fixing.count { fixing.append(false) }
        while peeled.count < decomposition.peeled.count { peeled.append(false) }
    }

    mutating func begin() {
        firstFixing = Int.max
        lastFixing = -1
        lastPeeled = -1
        for block in blockList { blocks[block] = false }
        blockList.removeAll(keepingCapacity: true)
        watched.removeAll(keepingCapacity: true)
    }

    mutating func markFixing(_ place: Int) {
        fixing[place] = true
        if place < firstFixing { firstFixing = place }
        if place > lastFixing { lastFixing = place }
    }

    mutating func markPeeled(_ place: Int) {
        peeled[place] = true
        if place > lastPeeled { lastPeeled = place }
    }

    mutating func markBlock(_ block: Int) {
        while blocks.count <= block { blocks.append(false) }
        if !blocks[block] { blockList.append(block) }
        blocks[block] = true
    }
}
