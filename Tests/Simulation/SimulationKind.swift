/// A simulation by what the clients use.
public enum SimulationKind: String, CaseIterable, Sendable {
    case store, service

    /// Runs the simulation of a seed.
    ///
    /// - Throws: `Violation` if a promise was not kept.
    public func run(
        seed: UInt64, lives: Int = 6, plant: Plant? = nil, checksIndexes: Bool = false, log: ((String) -> Void)? = nil
    ) throws -> SimulationResult {
        switch self {
        case .store: try StoreSimulation.run(seed: seed, lives: lives, plant: plant, checksIndexes: checksIndexes, log: log)
        case .service: try ServiceSimulation.run(seed: seed, lives: lives, plant: plant, log: log)
        }
    }
}

extension SimulationResult {
    /// Adds another simulation's counts.
    public mutating func add(_ other: SimulationResult) {
        acknowledged += other.acknowledged
        told += other.told
        ended += other.ended
        powerLosses += other.powerLosses
        foundLater += other.foundLater
        refusedLogs += other.refusedLogs
    }

    public var summary: String {
        "\(acknowledged) changes acknowledged, \(told) errors told, \(ended) processes killed, \(powerLosses) power losses, "
            + "\(foundLater) unacknowledged changes found whole, \(refusedLogs) logs of broken disks refused"
    }
}
