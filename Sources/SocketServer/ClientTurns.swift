/// The turns of clients: the address with the fewest requests in progress is next; of several, the one whose last turn is longest ago, and of
/// one address, the connection whose last turn is longest ago.
struct ClientTurns {
    /// The numbers of requests in progress, and of last turns, by which clients are compared; the least is next.
    struct Turn: Comparable {
        let running: Int
        let address: Int
        let connection: Int

        static func < (a: Turn, b: Turn) -> Bool {
            (a.running, a.address, a.connection) < (b.running, b.address, b.connection)
        }
    }

    private var running: [UInt64: Int] = [:]
    private var lastOfAddresses: [UInt64: Int] = [:]
    private var lastOfConnections: [UInt64: Int] = [:]
    private var count = 0
    private static let mostNoted = 4096

    /// Whether no request is in progress.
    var isIdle: Bool { running.isEmpty }

    func turn(of job: WorkerPool.Job) -> Turn {
        Turn(
            running: running[job.address] ?? 0, address: lastOfAddresses[job.address] ?? 0, connection: lastOfConnections[job.connectionID] ?? 0)
    }

    /// Notes that a job begins.
    mutating func begin(_ job: WorkerPool.Job) {
        running[job.address, default: 0] += 1
        if lastOfAddresses.count >= ClientTurns.mostNoted { lastOfAddresses = [:] }
        if lastOfConnections.count >= ClientTurns.mostNoted { lastOfConnections = [:] }
        count += 1
        lastOfAddresses[job.address] = count
        lastOfConnections[job.connectionID] = count
    }

    /// Notes that a job ends.
    mutating func end(_ job: WorkerPool.Job) {
        running[job.address] = running[job.address].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
