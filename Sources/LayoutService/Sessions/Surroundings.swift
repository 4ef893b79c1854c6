internal import Digest
internal import StandardAdditions

/// The sources of time and of new ids for the service.
public struct Surroundings: Sendable {
    /// Returns the present time in microseconds since 1970, UTC.
    let now: @Sendable () -> Int64
    /// Returns an id that no session has had.
    let newID: @Sendable () -> String

    public init(now: @escaping @Sendable () -> Int64, newID: @escaping @Sendable () -> String) {
        self.now = now
        self.newID = newID
    }

    /// The system's clock, and random ids.
    public static let system = Surroundings(now: { CivilTime.microsecondsNow }, newID: { RandomToken.make() })
}
