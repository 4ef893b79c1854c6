internal import SQLite

/// A piece of writing that waits for its turn, and the thread that waits for it.
///
/// The work may run more than once (each time after all its traces were rolled back), so it changes nothing but the database.
class Job: @unchecked Sendable {
    // `error` and `isDone` are touched under the monitor alone.
    private let monitor = Monitor()
    private var error: StoreError?
    private var isDone = false
    /// The stored sessions that the work changes or deletes.
    let sessions: Set<String>
    /// Whether it leaves more room than it takes, and may be done where there is next to none.
    let makesRoom: Bool
    /// Whether the log is emptied after it.
    let emptiesLog: Bool

    init(on sessions: Set<String> = [], makesRoom: Bool = false, emptiesLog: Bool = false) {
        self.sessions = sessions
        self.makesRoom = makesRoom
        self.emptiesLog = emptiesLog
    }

    /// Does the work in the open transaction. Called by the writer alone.
    func run(_ connection: Connection) throws(StoreError) {}

    /// Called by the writer when the work is durable, or has failed and left no trace.
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

/// A job that gives a value.
final class ValueJob<Value: Sendable>: Job, @unchecked Sendable {
    private let work: @Sendable (Connection) throws(StoreError) -> Value
    // Written by the writer's thread before `finish`, read by the waiting thread after `wait`: the monitor orders the two.
    private(set) var value: Value?

    init(
        on sessions: Set<String> = [], makesRoom: Bool = false, emptiesLog: Bool = false,
        _ work: @escaping @Sendable (Connection) throws(StoreError) -> Value
    ) {
        self.work = work
        super.init(on: sessions, makesRoom: makesRoom, emptiesLog: emptiesLog)
    }

    override func run(_ connection: Connection) throws(StoreError) {
        value = try work(connection)
    }
}
