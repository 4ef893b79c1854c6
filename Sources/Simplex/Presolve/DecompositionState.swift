internal import ExactArithmetic

/// The place of each row in the decomposition, with working storage that updates reuse.
struct DecompositionState {
    var places: [Decomposition.Place]
    /// For each variable, the number of remaining rows that contain it, and the exclusive or of their numbers. Both are valid
    /// only if the variable's stamp is the present round.
    var counts: [Int32]
    var mixed: [Int32]
    /// Sets of connected variables, used while blocks are made.
    var sets: DisjointSets
    var stamps: [Int32]
    var rowStamps: [Int32]
    var round: Int32 = 0

    init(_ decomposition: Decomposition, rowCount: Int, variableCount: Int) {
        places = decomposition.places(rowCount: rowCount)
        counts = Array(repeating: 0, count: variableCount)
        mixed = counts
        sets = DisjointSets(count: variableCount)
        stamps = counts
        rowStamps = Array(repeating: 0, count: rowCount)
    }

    init() {
        places = []
        counts = []
        mixed = []
        sets = DisjointSets(count: 0)
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
