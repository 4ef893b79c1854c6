internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Predicts which constraint UIKit breaks. Apple documents no rule, so `LikelihoodRule` has regularities of real console logs.
///
/// In a document, the members of a conflict are compared with each other. A log prints the conflict that the system found, even
/// if its rows as lowered contain a smaller one. So all printed constraints are compared, and a decision takes its members from
/// that ranking.
struct LikelyInUIKit: BreakingRule {
    private let system: LoweredSystem
    /// The likelihoods of a log's printed constraints by row.
    private let printed: [Int: Likelihood]?

    init(_ system: LoweredSystem) {
        self.system = system
        guard system.document.isFragment else {
            printed = nil
            return
        }
        let rows = LikelyInUIKit.printedRows(system)
        printed = LikelyInUIKit.likelihoods(of: rows, in: system)
    }

    func ranked(_ members: [Int], in system: LoweredSystem) -> Ranking {
        ranked(system.breakable(members), printed ?? LikelyInUIKit.likelihoods(of: members, in: system))
    }

    /// Returns the ranking of all constraints that a log prints, or nil for a document.
    func prediction() -> Ranking? {
        printed.map { ranked(system.breakable(LikelyInUIKit.printedRows(system)), $0) }
    }

    private func ranked(_ candidates: [Int], _ likelihoods: [Int: Likelihood]) -> Ranking {
        let keyed = candidates.map { (row: $0, likelihood: likelihoods[$0] ?? Likelihood()) }
        let sorted = keyed.map { (entry: $0, points: $0.likelihood.points) }.sorted { a, b in
            a.points == b.points ? a.entry.row < b.entry.row : a.points > b.points
        }
        let probabilities = LikelyInUIKit.probabilities(sorted.map(\.points))
        let ranking = zip(sorted, probabilities).map { entry, probability in
            Ranking.Candidate(row: entry.entry.row, probability: probability, rules: entry.entry.likelihood.rules)
        }
        return Ranking(candidates: ranking, reason: reason(sorted.map(\.entry)))
    }

    private func reason(_ sorted: [(row: Int, likelihood: Likelihood)]) -> String {
        guard let first = sorted.first else { return "" }
        let name = system.id(of: first.row)
        guard sorted.count > 1 else { return "\(name) is the only member of the conflict that can break" }
        if system.constraint(of: first.row) == nil { return "\(name) comes first of the \(sorted.count) rows that can break: all are implicit" }
        guard let reason = first.likelihood.reason(before: sorted[1].likelihood) else {
            return "several of the \(sorted.count) candidates are equally likely, and \(name) is the first of them"
        }
        return "\(name) is the most likely of \(sorted.count) candidates: \(reason)"
    }

    private static func printedRows(_ system: LoweredSystem) -> [Int] {
        system.rows.indices.filter { system.isRequired($0) && !system.rows[$0].isImplicit }
    }

    private static func likelihoods(of members: [Int], in system: LoweredSystem) -> [Int: Likelihood] {
        let graph = ConflictGraph(members, in: system)
        let farthest = system.breakable(members).map(graph.distance).max() ?? 0
        var likelihoods: [Int: Likelihood] = [:]
        for row in members {
            guard let constraint = system.constraint(of: row) else { continue }
            likelihoods[row] = Likelihood(constraint, row, graph, farthest: farthest)
        }
        return likelihoods
    }

    /// Returns the probabilities, in proportion to 1.5 to the power of the points, to four places.
    ///
    /// - Parameter points: the points in descending order.
    private static func probabilities(_ points: [Int]) -> [Rational] {
        guard let most = points.first else { return [] }
        let weights = points.map { own in
            // Only basic arithmetic, which gives the same result on every machine.
            var weight = 1.0
            for _ in 0..<min(most - own, 100) { weight /= 1.5 }
            return weight
        }
        let sum = weights.reduce(0, +)
        return weights.map { Rational(Int(($0 / sum * 10_000).rounded()), over: 10_000) ?? .zero }
    }
}
