/// The work that a computation may do: it counts pivots and asks now and then whether time is left.
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
        rowsTouched += 1
        sinceAsked += entries + 1
        if sinceAsked > 2000 { try check() }
    }

    /// Throws where no time is left.
    public func check() throws(Spent) {
        sinceAsked = 0
        if isTimeUp() { throw Spent() }
    }
}
