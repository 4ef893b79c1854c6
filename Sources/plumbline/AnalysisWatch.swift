internal import LayoutModel
internal import SocketServer
internal import StandardAdditions
internal import Synchronization

/// A watch over the program's memory, which ends an analysis near the limit.
///
/// The memory is that of the whole program, so analyses that run at the same time share the limit.
final class AnalysisWatch: Sendable {
    /// The interval at which the memory is read.
    private static let interval = Duration.milliseconds(20)

    private let limit: MemoryLimit
    private let state = Mutex((isShort: false, wasShort: false, read: nil as ContinuousClock.Instant?))

    init(_ limit: MemoryLimit) {
        self.limit = limit
    }

    /// Whether an analysis was ended because memory was short.
    var wasShort: Bool { state.withLock(\.wasShort) }

    /// The interest that ends an analysis. Its result contains what is proven by then.
    var interest: AnalysisOptions.Interest {
        AnalysisOptions.Interest { !self.isOver }
    }

    private var isOver: Bool {
        let now = ContinuousClock.now
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
