/// The worklists of an update: marked places that must be recomputed, and the range that the marks span.
struct Worklist {
    var fixing: [Bool] = []
    var firstFixing = Int.max
    var lastFixing = -1
    var peeled: [Bool] = []
    var lastPeeled = -1
    var blocks: [BlockMark] = []
    var blockList: [Int] = []
    var watched: [Int32] = []

    /// The soft rows whose costs changed. They are all that changed in blocks marked `costs`.
    var costs: [Int32] = []

    /// The kind of change in a block: the costs of some rows (`costs`), also its set of rows (`roles`), or also their constants
    /// (`inputs`). Each includes those before it.
    enum BlockMark: Int {
        case none, costs, roles, inputs
    }

    init() {}

    init(_ decomposition: Decomposition) {
        fit(decomposition)
    }

    /// Grows the lists to the size of the decomposition.
    mutating func fit(_ decomposition: Decomposition) {
        while fixing.count < decomposition.fixing.count { fixing.append(false) }
        while peeled.count < decomposition.peeled.count { peeled.append(false) }
    }

    mutating func begin() {
        firstFixing = Int.max
        lastFixing = -1
        lastPeeled = -1
        for block in blockList { blocks[block] = .none }
        blockList.removeAll(keepingCapacity: true)
        watched.removeAll(keepingCapacity: true)
        costs.removeAll(keepingCapacity: true)
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

    mutating func markBlock(_ block: Int, _ mark: BlockMark = .inputs) {
        while blocks.count <= block { blocks.append(.none) }
        if blocks[block] == .none { blockList.append(block) }
        if blocks[block].rawValue < mark.rawValue { blocks[block] = mark }
    }
}
