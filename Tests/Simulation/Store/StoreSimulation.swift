internal import SessionStore

/// A simulation of the store with its clients: sessions are made, changed, read and deleted by one or two processes, while the disk
/// fails, processes are killed and the power is lost.
public final class StoreSimulation: @unchecked Sendable {
    var random: SplitMix
    var samples: Samples
    let machine: Machine
    let plant: Plant?
    var model = Model()
    /// Changes that were not acknowledged, and may be there after the next end of a process.
    var open: [Change] = []
    var result = SimulationResult()
    /// The last acknowledged copy of the database, and what must be in it.
    var backup: (path: String, model: Model)?
    var backups = 0
    private(set) var checksIndexes = false

    /// Runs a simulation.
    ///
    /// - Parameters:
    ///   - lives: how often the machine is started.
    ///   - plant: a fault that it is to find.
    ///   - checksIndexes: whether to have SQLite check the full-text indexes, too (`SIMULATION.md` says what that finds).
    ///   - log: called for each event.
    /// - Throws: `Violation` if a promise was not kept.
    public static func run(
        seed: UInt64, lives: Int = 6, plant: Plant? = nil, checksIndexes: Bool = false, log: ((String) -> Void)? = nil
    ) throws -> SimulationResult {
        let simulation = try StoreSimulation(seed: seed, plant: plant, log: log)
        simulation.checksIndexes = checksIndexes
        defer { simulation.machine.end() }
        do {
            for _ in 0..<lives { try simulation.live() }
            try simulation.finish()
        } catch is RefusedLog {
            simulation.result.refusedLogs = 1
            simulation.count()
        }
        return simulation.result
    }

    private init(seed: UInt64, plant: Plant?, log: ((String) -> Void)?) throws {
        random = SplitMix(seed: seed)
        samples = Samples(random.split())
        machine = try Machine(&random, plant: plant, log: log)
        self.plant = plant
    }

    var disk: SimulatedDisk { machine.disk }

    /// Runs the machine from a start to an end.
    private func live() throws {
        disk.note("a life begins")
        let isFaulty = random.happens(perMille: 500)
        disk.plan(isFaulty ? FaultPlan.some(&random) : .calm)
        planCrash()
        let most = 20 + random.below(80)
        for _ in 0..<most {
            disk.advance(Int64(random.below(2_000_000)) - (random.happens(perMille: 20) ? 3_600_000_000 : 0))
            if random.happens(perMille: 30) { disk.set { $0.isFull.toggle() } }
            try operate()
            if machine.hasEnded, try recover() { return }
        }
        disk.plan(nil)
        if random.happens(perMille: 400) {
            machine.crash(random.one(of: [.power, .process]), random.below(2))
        }
        try recoverAll()
    }

    private func planCrash() {
        guard random.happens(perMille: 800) else {
            disk.plan(nil)
            return
        }
        disk.plan(Crash(kind: random.one(of: [.power, .power, .process]), process: random.below(2), changesLeft: random.below(400)))
    }

    /// Buries ended processes, and checks the database. Returns whether all processes have ended.
    private func recover() throws -> Bool {
        machine.bury()
        guard !machine.running.isEmpty else {
            try recoverAll()
            return true
        }
        try check()
        planCrash()
        return false
    }

    /// Opens the database again, without faults of the disk, and checks it.
    private func recoverAll() throws {
        disk.plan(nil)
        disk.plan(.calm)
        for number in machine.running.keys.sorted() where random.happens(perMille: 700) { machine.close(number) }
        try check()
        try checkFile()
        try checkBackup()
        for number in machine.running.keys.sorted() where random.happens(perMille: 300) { machine.close(number) }
        count()
    }

    private func count() {
        (result.ended, result.powerLosses) = machine.ends
        result.trace = disk.traced
    }

    /// Checks once more what the last close left.
    private func finish() throws {
        for number in machine.running.keys.sorted() { machine.close(number) }
        try recoverAll()
    }

    // MARK: - Outcomes

    /// Does what may change the database.
    ///
    /// - Parameter change: what it changes, if it is done.
    /// - Returns: The value, or nil if it was refused or cut off.
    func attempt<T>(_ what: String, _ change: Change?, _ work: () throws(StoreError) -> T) -> T? {
        do throws(StoreError) {
            let value = try work()
            disk.note("\(what): done")
            return value
        } catch {
            refuse(what, change, error)
            return nil
        }
    }

    /// Records that a change was refused or cut off.
    func refuse(_ what: String, _ change: Change?, _ error: StoreError) {
        disk.note("\(what): \(error)")
        if !machine.hasEnded { result.told += 1 }
        if let change { open.append(change) }
    }

    /// Records that a change was acknowledged.
    func acknowledge(_ change: Change) {
        result.acknowledged += 1
        switch change {
        // The log goes on from the last commit, so that nothing of a transaction that failed is left.
        case .create, .append: open = []
        default: break
        }
        model.apply(change)
    }

    func expect(_ isMet: Bool, _ what: @autoclosure () -> String) throws(Violation) {
        guard !isMet else { return }
        disk.note("VIOLATION: \(what())")
        throw Violation(what())
    }
}
