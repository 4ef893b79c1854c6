/// Where changes have still to be carried on: places that are marked, and how far marks reach.
struct Front {
    var fixing: [Bool] = []
    var firstFixing = Int.max
    var lastFixing = -1
    var peeled: [Bool] = []
    var lastPeeled = -1
    var blocks: [BlockMark] = []
    var blockList: [Int] = []
    var watched: [Int32] = []

    /// Rows that cost something else now, which is all that is new in blocks marked for that.
    var costs: [Int32] = []

    /// What is new in a block: what some rows cost (`costs`), which rows it has as well, or what they say as well.
    enum BlockMark: Int {
        case none, costs, roles, inputs
    }

    init() {}

    init(_ decomposition: Decomposition) {
        fit(decomposition)
    }

    /// Makes room for places that there were not.
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
