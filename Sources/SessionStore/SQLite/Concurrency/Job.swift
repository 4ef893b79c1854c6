internal import SQLite
internal import StandardAdditions

/// A unit of work for the writer, and the synchronization with the thread that waits for it.
///
/// The work may run more than once (each time after a complete rollback), so it must change nothing but the database.
class Job: @unchecked Sendable {
    // `error` and `isDone` are accessed only under the monitor.
    private let monitor = Monitor()
    private var error: StoreError?
    private var isDone = false
    /// The ids of stored sessions that the work changes or deletes.
    let sessions: Set<String>
    /// Whether the work frees more space than it takes, so that it may run when almost no space is left.
    let makesRoom: Bool
    /// Whether to checkpoint and truncate the log afterwards.
    let checkpointsLog: Bool

    init(on sessions: Set<String> = [], makesRoom: Bool = false, checkpointsLog: Bool = false) {
        self.sessions = sessions
        self.makesRoom = makesRoom
        self.checkpointsLog = checkpointsLog
    }

    /// Does the work in the open transaction. Called only by the writer.
    func run(_ connection: Connection) throws(StoreError) {}

    /// Completes the job; called by the writer when the work is durable or was rolled back.
    final func finish(_ error: StoreError?) {
        monitor.locked {
            self.error = error
            isDone = true
        }
    }

    /// Waits for `finish`.
    final func wait() throws(StoreError) {
        let error = monitor.wait { isDone ? .some(self.error) : nil }
        if let error { throw error }
    }
}

/// A job that returns a value.
final class ValueJob<Value: Sendable>: Job, @unchecked Sendable {
    private let work: @Sendable (Connection) throws(StoreError) -> Value
    // Written by the writer's thread before `finish`, read by the waiting thread after `wait`; the monitor orders the two.
    private(set) var value: Value?

    init(
        on sessions: Set<String> = [], makesRoom: Bool = false, checkpointsLog: Bool = false,
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) {
        self.work = work
        super.init(on: sessions, makesRoom: makesRoom, checkpointsLog: checkpointsLog)
    }

    override func run(_ connection: Connection) throws(StoreError) {
        value = try work(connection)
    }
}
