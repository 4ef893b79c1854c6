/// The turns of clients: the address with the fewest requests in progress is next; of several, the one whose last turn is longest ago. Of one
/// address, the load that has taken the least time is next, and of one load, the connection whose last turn is longest ago.
///
/// A load that was not there for a while begins with the time of the one that was served last (start-time fair queuing, Goyal et al. 1996), so
/// that it is next but does not catch up on all the time that it did not need. A client cannot evade that by new connections.
struct ClientTurns {
    /// The place of a client among others; the least is next.
    struct Turn: Comparable {
        /// The number of the address's requests in progress.
        let running: Int
        let address: Int
        let time: Duration
        let connection: Int

        static func < (a: Turn, b: Turn) -> Bool {
            (a.running, a.address, a.time, a.connection) < (b.running, b.address, b.time, b.connection)
        }
    }

    private var running: [UInt64: Int] = [:]
    private var lastOfAddresses: [UInt64: Int] = [:]
    private var lastOfConnections: [UInt64: Int] = [:]
    private var times: [WorkerPool.Load: Duration] = [:]
    /// The time of the load that was served last.
    private var time = Duration.zero
    /// The number of turns so far.
    private(set) var count = 0
    private static let mostNoted = 4096
    /// The time by which a load waits for others at most, whatever it has taken.
    private static let mostLead = Duration.milliseconds(100)

    /// Whether no request is in progress.
    var isIdle: Bool { running.isEmpty }

    func turn(of job: WorkerPool.Job) -> Turn {
        Turn(
            running: running[job.address] ?? 0, address: lastOfAddresses[job.address] ?? 0, time: time(of: job.load),
            connection: lastOfConnections[job.connectionID] ?? job.arrival)
    }

    private func time(of load: WorkerPool.Load) -> Duration { max(times[load] ?? .zero, time) }

    /// Notes that a job begins.
    mutating func begin(_ job: WorkerPool.Job) {
        running[job.address, default: 0] += 1
        if lastOfAddresses.count >= ClientTurns.mostNoted { lastOfAddresses = [:] }
        if lastOfConnections.count >= ClientTurns.mostNoted { lastOfConnections = [:] }
        count += 1
        lastOfAddresses[job.address] = count
        lastOfConnections[job.connectionID] = count
        time = time(of: job.load)
    }

    /// Notes that a job ends.
    mutating func end(_ job: WorkerPool.Job, after duration: Duration) {
        running[job.address] = running[job.address].flatMap { $0 > 1 ? $0 - 1 : nil }
        if times.count >= ClientTurns.mostNoted { times = [:] }
        times[job.load] = min(time(of: job.load) + duration, time + ClientTurns.mostLead)
    }
}
