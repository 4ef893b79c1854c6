internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// What may break, in a policy's order.
struct Ranking {
    struct Candidate {
        var row: Int
        /// Where the order is a prediction.
        var probability: Rational?
        /// What the prediction goes by.
        var rules: [BreakingCandidate.Rule] = []
    }

    /// The one that breaks first; none where nothing may break.
    var candidates: [Candidate]
    /// Why the first candidate breaks, in words.
    var reason: String

    init(candidates: [Candidate], reason: String) {
        self.candidates = candidates
        self.reason = reason
    }

    /// An order that predicts nothing.
    init(rows: [Int], reason: String) {
        self.init(candidates: rows.map { Candidate(row: $0) }, reason: reason)
    }

    func reported(in system: LoweredSystem) -> [BreakingCandidate] {
        candidates.map { BreakingCandidate(constraint: system.id(of: $0.row), probability: $0.probability, rules: $0.rules) }
    }
}
