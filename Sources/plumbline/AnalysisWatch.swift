internal import LayoutModel
internal import SocketServer
internal import StandardAdditions
internal import Synchronization

/// A watch over the program's memory and the time of a run, which ends an analysis near the limit of either.
///
/// The memory is that of the whole program, so analyses that run at the same time share the limit.
final class AnalysisWatch: Sendable {
    /// The interval at which the memory is read.
    private static let interval = Duration.milliseconds(20)

    private let limit: MemoryLimit
    private let end: ContinuousClock.Instant?
    private let state = Mutex((isShort: false, wasShort: false, read: nil as ContinuousClock.Instant?))

    /// - Parameter end: the end of the run's time, or nil if it has no limit.
    init(_ limit: MemoryLimit, end: ContinuousClock.Instant? = nil) {
        self.limit = limit
        self.end = end
    }

    /// Whether an analysis was ended because memory was short.
    var wasShort: Bool { state.withLock(\.wasShort) }

    /// The interest that ends an analysis. Its result contains what is proven by then.
    var interest: AnalysisOptions.Interest {
        AnalysisOptions.Interest { !self.isOver }
    }

    private var isOver: Bool {
        let now = ContinuousClock.now
        if let end, now >= end { return true }
        return state.withLock { state in
            if state.read.map({ now - $0 >= AnalysisWatch.interval }) ?? true {
                state.read = now
                state.isShort = limit.isCritical
                state.wasShort = state.wasShort || state.isShort
            }
            return state.isShort
        }
    }

    /// Gives the memory of an analysis that was ended back to the system, so that the next one can use it.
    func giveBack() {
        if wasShort { ServerConfiguration.giveMemoryBack() }
    }
}
