internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The breakable rows in a policy's order.
struct Ranking {
    struct Candidate {
        var row: Int
        /// The probability that the row breaks, if the order is a prediction.
        var probability: Rational?
        /// The rules that apply to the row, if the order is a prediction.
        var rules: [BreakingCandidate.Rule] = []
    }

    /// The candidates in the order of breaking. Empty if nothing may break.
    var candidates: [Candidate]
    /// The reason that the first candidate breaks, in words.
    var reason: String

    init(candidates: [Candidate], reason: String) {
        self.candidates = candidates
        self.reason = reason
    }

    /// Creates an order without a prediction.
    init(rows: [Int], reason: String) {
        self.init(candidates: rows.map { Candidate(row: $0) }, reason: reason)
    }

    func reported(in system: LoweredSystem) -> [BreakingCandidate] {
        candidates.map { BreakingCandidate(constraint: system.id(of: $0.row), probability: $0.probability, rules: $0.rules) }
    }
}
