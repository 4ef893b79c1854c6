public import LayoutModel

/// The work of rules on one layout. It ends when the time is over or nobody waits for its result.
final class LintWork {
    private let isWanted: () -> Bool
    private var sinceAsked = 0
    /// Whether the work ended before it was done.
    private(set) var isSpent = false

    /// Asking whether the result is still wanted takes as long as some hundred views.
    static let interval = 500

    init(isWanted: @escaping () -> Bool) {
        self.isWanted = isWanted
    }

    /// Counts pieces of work, such as views or pairs of views. Returns false if the work should end.
    func mayContinue(_ pieces: Int = 1) -> Bool {
        sinceAsked += pieces
        guard !isSpent, sinceAsked >= LintWork.interval else { return !isSpent }
        sinceAsked = 0
        isSpent = !isWanted()
        return !isSpent
    }
}

extension LintFinding {
    /// The reason why rules were not completely checked, if the time was over.
    public static let spent = "the time limit was reached"
}
