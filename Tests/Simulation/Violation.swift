/// A promise that was not kept.
public struct Violation: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A refusal to open a database whose log a broken disk has left, after which a simulation has nothing more to do.
struct RefusedLog: Error {}

/// A fault that is put into the program on purpose, to see that the simulation finds it.
public enum Plant: String, CaseIterable, Sendable {
    /// Syncs that do nothing.
    case skippedSyncs = "skipped-syncs"
    /// A failure to store a step that is answered as if the step was stored.
    case swallowedError = "swallowed-error"
    /// A step's number that is one too high in answers about earlier steps.
    case wrongNumber = "wrong-number"
    /// Idempotency keys that are not stored, so that a request sent again makes a second step.
    case lostKey = "lost-key"
}

/// What a simulation did.
public struct SimulationResult: Sendable, Equatable {
    public var trace = Trace()
    /// Changes that were acknowledged, errors that were told, processes that were ended, and power losses.
    public var acknowledged = 0
    public var told = 0
    public var ended = 0
    public var powerLosses = 0
    /// Changes that were neither acknowledged nor refused when a process ended, and were there afterwards.
    public var foundLater = 0
    /// Simulations that ended since the log of the database was refused, rightly.
    public var refusedLogs = 0

    public init() {}
}
