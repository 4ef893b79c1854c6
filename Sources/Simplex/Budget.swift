/// A limit of the time and memory of a computation, which also counts its pivots.
///
/// The caller decides when time is up, so this module reads no clock.
public final class Budget {
    /// Thrown when the budget of time or memory is spent. The call that throws leaves earlier results unchanged.
    public struct Spent: Error {
        public init() {}
    }

    private let isTimeUp: () -> Bool
    public private(set) var pivots = 0
    public private(set) var rowsTouched = 0
    private var sinceAsked = 0

    /// - Parameter isTimeUp: returns whether the computation has to stop. It is called after every few hundred rows of work.
    public init(isTimeUp: @escaping () -> Bool = { false }) {
        self.isTimeUp = isTimeUp
    }

    func countPivot() {
        pivots += 1
    }

    /// Counts a pivot, which is work even if it changes no row.
    func spendPivot() throws(Spent) {
        countPivot()
        try spend(rows: 0, entries: 0)
    }

    func spend(entries: Int) throws(Spent) {
        try spend(rows: 1, entries: entries)
    }

    /// Records work: rows that changed and entries that were read. Checks the time after every 2000 of these.
    func spend(rows: Int, entries: Int) throws(Spent) {
        rowsTouched += rows
        sinceAsked += entries + 1
        if sinceAsked > 2000 { try check() }
    }

    /// The maximum number of entries of all rows of a computation, at 32 bytes each. Without a limit, fill-in would exhaust
    /// memory before time.
    static let mostEntries = 6_000_000

    /// Throws if the rows have more than `mostEntries`.
    func hold(entries: Int) throws(Spent) {
        if entries > Budget.mostEntries { throw Spent() }
    }

    /// Throws if no time is left.
    public func check() throws(Spent) {
        sinceAsked = 0
        if isTimeUp() { throw Spent() }
    }
}
