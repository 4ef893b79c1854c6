internal import Synchronization

/// How busy a server is at this moment; any thread may look.
public final class ServerFigures: Sendable {
    let openConnections = Atomic(0)
    let waitingRequests = Atomic(0)
    let busyWorkers = Atomic(0)

    public init() {}

    /// Connections that are open.
    public var connections: Int { openConnections.load(ordering: .relaxed) }
    /// Requests that wait for a worker.
    public var waiting: Int { waitingRequests.load(ordering: .relaxed) }
    /// Workers that have a job.
    public var busy: Int { busyWorkers.load(ordering: .relaxed) }
}
