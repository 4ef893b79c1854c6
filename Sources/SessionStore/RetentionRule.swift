/// A rule for the sessions that retention deletes: those that are too old or too many.
public struct RetentionRule: Sendable {
    /// Sessions that arrived before it are too old; microseconds since 1970, UTC. Nil if none is.
    let time: Int64?
    /// The maximum number of sessions to keep, not counting pinned ones; nil for no limit.
    let count: Int?
    /// The present time. Sessions that arrived later, when the clock was ahead, are not counted: they would take the places of others
    /// until that time has come.
    let now: Int64

    public init(arrivedBefore time: Int64?, keeping count: Int?, now: Int64 = .max) {
        self.time = time
        self.count = count
        self.now = now
    }

    /// The number of sessions that one transaction deletes: a few, as each finds out again which sessions are too many.
    private static let mostDeleted = 8

    /// Deletes sessions, a few at a time. If that fails because one of them is damaged, it deletes each alone, and passes over the damaged one.
    ///
    /// - Parameters:
    ///   - onDamage: called with the id of each session that remains because it is damaged.
    ///   - delete: deletes some of the sessions, and returns their number and the ids of damaged ones that remain.
    /// - Returns: The number of deleted sessions.
    func delete<Session>(
        _ sessions: [Session], id: (Session) -> String, onDamage: (String) -> Void,
        _ delete: ([Session]) throws(StoreError) -> (count: Int, damaged: [String])
    ) throws(StoreError) -> Int {
        var deleted = 0
        func take(_ some: [Session]) throws(StoreError) {
            do throws(StoreError) {
                let (count, damaged) = try delete(some)
                deleted += count
                damaged.forEach(onDamage)
            } catch {
                guard error.isOfContent else { throw error }
                if some.count == 1 { return onDamage(id(some[0])) }
                for session in some { try take([session]) }
            }
        }
        for start in stride(from: 0, to: sessions.count, by: RetentionRule.mostDeleted) {
            try take(Array(sessions[start..<min(sessions.count, start + RetentionRule.mostDeleted)]))
        }
        return deleted
    }

    /// Returns whether a session is too old.
    func isOld(_ arrival: Int64) -> Bool { time.map { arrival < $0 } ?? false }
}
