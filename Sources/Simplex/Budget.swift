/// The work that a computation may do. It counts pivots, checks from time to time whether time is left, and bounds memory.
///
/// The caller supplies the clock, so this module has none of its own.
public final class Budget {
    /// Thrown when the budget of time or memory is spent. The call that throws leaves earlier results unchanged.
    public struct Spent: Error {
        public init() {}
    }

    private let isTimeUp: () -> Bool
    public private(set) var pivots = 0
    public private(set) var rowsTouched = 0
    private var sinceAsked = 0

    /// - Parameter isTimeUp: called after every few hundred rows of work.
    public init(isTimeUp: @escaping () -> Bool = { false }) {
        self.isTimeUp = isTimeUp
    }

    func countPivot() {
        pivots += 1
    }

    func spend(entries: Int) throws(Spent) {
        try spend(rows: 1, entries: entries)
    }

    /// Counts rows that changed and entries that were read; checks the time after every 2000 of these.
    func spend(rows: Int, entries: Int) throws(Spent) {
        rowsTouched += rows
        sinceAsked += entries + 1
        if sinceAsked > 2000 { try check() }
    }

    /// The most entries that the rows of one computation may have together, at 32 bytes each. Rows that fill in exhaust memory
    /// before time.
    static let mostEntries = 6_000_000

    /// Throws if the rows have more entries than fit in memory.
    func hold(entries: Int) throws(Spent) {
        if entries > Budget.mostEntries { throw Spent() }
    }

    /// Throws if no time is left.
    public func check() throws(Spent) {
        sinceAsked = 0
        if isTimeUp() { throw Spent() }
    }
}
