internal import Synchronization

/// Load metrics of a server, readable from any thread.
public final class ServerFigures: Sendable {
    let openConnections = Atomic(0)
    let waitingRequests = Atomic(0)
    let busyWorkers = Atomic(0)

    public init() {}

    /// The number of open connections.
    public var connections: Int { openConnections.load(ordering: .relaxed) }
    /// The number of requests that wait for a worker.
    public var waiting: Int { waitingRequests.load(ordering: .relaxed) }
    /// The number of workers that have a job.
    public var busy: Int { busyWorkers.load(ordering: .relaxed) }
}
