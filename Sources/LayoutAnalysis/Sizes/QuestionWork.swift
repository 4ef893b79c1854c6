internal import Simplex

/// The work of finding what is wrong with frames over ranges of sizes. It ends with the budget of time, or when so many siblings are in the
/// same place that not all pairs can be compared.
final class QuestionWork {
    private let budget: Budget
    private let mostPairs: Int
    private var sinceAsked = 0
    private var pairs = 0
    private var comparisons = 0
    /// Whether the time ended first.
    private(set) var isSpent = false
    /// Whether not all pairs of siblings were compared.
    private(set) var isLimited = false

    /// The number of pairs of siblings, near each other, whose frames are compared in a part of a range.
    static let mostPairs = 50_000
    private static let comparisonsPerPair = 40
    private static let interval = 200

    init(_ budget: Budget, mostPairs: Int = QuestionWork.mostPairs) {
        self.budget = budget
        self.mostPairs = mostPairs
    }

    /// Begins with the pairs of another part of the range.
    func beginPart() { (pairs, comparisons) = (0, 0) }

    /// Counts questions. Returns false if the time is over.
    func mayContinue(_ questions: Int = 1) -> Bool {
        sinceAsked += questions
        guard !isSpent, sinceAsked >= QuestionWork.interval else { return !isSpent }
        sinceAsked = 0
        do throws(Budget.Spent) { try budget.check() } catch { isSpent = true }
        return !isSpent
    }

    /// Counts comparisons of the bounds of siblings. Returns false if there are too many.
    func mayCompare(_ count: Int) -> Bool {
        comparisons += count
        if comparisons > mostPairs * QuestionWork.comparisonsPerPair { isLimited = true }
        return !isLimited && mayContinue(count / QuestionWork.comparisonsPerPair)
    }

    /// Counts a pair of siblings near each other. Returns false if there are too many.
    func mayAddPair() -> Bool {
        pairs += 1
        if pairs > mostPairs { isLimited = true }
        return !isLimited
    }
}
