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

    /// Returns whether a session is too old.
    func isOld(_ arrival: Int64) -> Bool { time.map { arrival < $0 } ?? false }
}
