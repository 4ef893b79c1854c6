internal import ExactArithmetic

/// The place of each row in the decomposition, with storage that is reused as rows are added and removed.
struct DecompositionState {
    var places: [Decomposition.Place]
    /// For each variable, the number of remaining rows that contain it and the exclusive or of their numbers; valid if `stamps`
    /// is the present round.
    var counts: [Int32]
    var mixed: [Int32]
    var stamps: [Int32]
    var rowStamps: [Int32]
    var round: Int32 = 0

    init(_ decomposition: Decomposition, rowCount: Int, variableCount: Int) {
        places = decomposition.places(rowCount: rowCount)
        counts = Array(repeating: 0, count: variableCount)
        mixed = counts
        stamps = counts
        rowStamps = Array(repeating: 0, count: rowCount)
    }

    init() {
        places = []
        counts = []
        mixed = []
        stamps = []
        rowStamps = []
    }

    mutating func nextRound() {
        round &+= 1
        if round > 0 { return }
        for variable in stamps.indices { stamps[variable] = 0 }
        for row in rowStamps.indices { rowStamps[row] = 0 }
        round = 1
    }
}

extension DecompositionState {
    /// Returns the root in the union-find stored in `mixed`.
    mutating func root(_ member: Int32) -> Int32 {
        var at = member
        while mixed[Int(at)] != at {
            mixed[Int(at)] = mixed[Int(mixed[Int(at)])]
            at = mixed[Int(at)]
        }
        return at
    }

    mutating func join(_ a: Int32, _ b: Int32) {
        let x = root(a)
        let y = root(b)
        if x < y { mixed[Int(y)] = x } else if y < x { mixed[Int(x)] = y }
    }
}
