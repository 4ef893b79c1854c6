/// The work that a computation may do: it counts pivots, asks now and then whether time is left, and bounds memory.
///
/// Time comes in from outside, so that this module has no clock of its own.
public final class Budget {
    /// Thrown when the budget of time or memory is spent; what was computed so far is left as it was before the call.
    public struct Spent: Error {
        public init() {}
    }

    private let isTimeUp: () -> Bool
    public private(set) var pivots = 0
    public private(set) var rowsTouched = 0
    private var sinceAsked = 0

    /// - Parameter isTimeUp: asked after every few hundred rows of work.
    public init(isTimeUp: @escaping () -> Bool = { false }) {
        self.isTimeUp = isTimeUp
    }

    func countPivot() {
        pivots += 1
    }

    func spend(entries: Int) throws(Spent) {
        try spend(rows: 1, entries: entries)
    }

    /// Accounts for rows that were changed, and the entries looked at.
    func spend(rows: Int, entries: Int) throws(Spent) {
        rowsTouched += rows
        sinceAsked += entries + 1
        if sinceAsked > 2000 { try check() }
    }

    /// The entries that rows of one computation may have together, 32 bytes each: rows that fill up run out of memory before they run
    /// out of time.
    static let mostEntries = 6_000_000

    /// Throws where rows have more entries than fit.
    func hold(entries: Int) throws(Spent) {
        if entries > Budget.mostEntries { throw Spent() }
    }

    /// Throws where no time is left.
    public func check() throws(Spent) {
        sinceAsked = 0
        if isTimeUp() { throw Spent() }
    }
}
