internal import JSON
internal import SessionStore

/// A simulation of the service with its clients: requests reach one of two processes over a network that loses, repeats and delays
/// them, while the disk fails, processes are killed and the power is lost.
public final class ServiceSimulation {
    /// A session as its client knows it.
    struct Known {
        let id: String
        /// The report of each step, as it was answered.
        var reports: [[UInt8]]
        /// The steps that requests with a key have made.
        var keys: [(key: String, body: String, step: Int)] = []
        var isPinned = false
    }

    var random: SplitMix
    let machine: Machine
    private let ids: Service.IDs
    private var services: [Int: Service] = [:]
    var sessions: [String: Known] = [:]
    /// The names of sessions that were refused.
    var refused: Set<String> = []
    var number = 0
    var result = SimulationResult()

    /// Runs a simulation.
    ///
    /// - Parameters:
    ///   - lives: how often the machine is started.
    ///   - plant: a fault that it is to find.
    ///   - log: called for each event.
    /// - Throws: `Violation` if a promise was not kept.
    public static func run(seed: UInt64, lives: Int = 6, plant: Plant? = nil, log: ((String) -> Void)? = nil) throws -> SimulationResult {
        let simulation = try ServiceSimulation(seed: seed, plant: plant, log: log)
        defer { simulation.machine.end() }
        do {
            for _ in 0..<lives { try simulation.live() }
            try simulation.recover()
        } catch is RefusedLog {
            simulation.result.refusedLogs = 1
            simulation.count()
        }
        return simulation.result
    }

    private init(seed: UInt64, plant: Plant?, log: ((String) -> Void)?) throws {
        random = SplitMix(seed: seed)
        machine = try Machine(&random, plant: plant, log: log)
        ids = Service.IDs(random.split())
    }

    var disk: SimulatedDisk { machine.disk }
    /// The sessions in an order that is the same in each run.
    var order: [String] { sessions.keys.sorted() }

    private func live() throws {
        disk.note("a life begins")
        disk.plan(random.happens(perMille: 500) ? FaultPlan.some(&random) : .calm)
        let kind = random.one(of: [Crash.Kind.power, .process])
        disk.plan(random.happens(perMille: 800) ? Crash(kind: kind, process: random.below(2), changesLeft: random.below(400)) : nil)
        for _ in 0..<(10 + random.below(40)) {
            disk.advance(Int64(random.below(2_000_000)))
            if random.happens(perMille: 30) { disk.set { $0.isFull.toggle() } }
            try operate()
        }
        if random.happens(perMille: 500) { machine.crash(random.one(of: [.power, .process]), random.below(2)) }
        try recover()
    }

    /// Starts what has ended, with a disk that works, and checks all sessions.
    private func recover() throws {
        disk.plan(nil)
        disk.plan(.calm)
        machine.bury()
        if random.happens(perMille: 500) { for number in [0, 1] { machine.close(number) } }
        try check()
        count()
    }

    private func count() {
        (result.ended, result.powerLosses) = machine.ends
        result.trace = disk.traced
    }

    /// Returns a process that serves; nil if it cannot be started at the moment.
    private func service() throws -> Service? {
        machine.bury()
        let number = random.below(2)
        let running: Machine.Running
        do throws(StoreError) { running = try machine.open(number) } catch {
            if machine.isRefusedLog(error) { throw RefusedLog() }
            try expect(disk.isFaulty || machine.hasEnded, "the service does not start: \(error)")
            result.told += 1
            return nil
        }
        if let known = services[number], known.running.file === running.file { return known }
        let made = try Service(running, disk, ids)
        services[number] = made
        return made
    }

    // MARK: - The network

    /// Sends a request and returns the answer; nil if none reaches the client.
    func send(_ method: String, _ target: String, _ fields: [(String, String)] = [], _ body: String = "") throws -> Service.Answer? {
        guard !random.happens(perMille: 50), let service = try service() else { return nil }
        var answer = service.send(method, target, fields, body)
        if random.happens(perMille: 30), fields.contains(where: { $0.0 == "Idempotency-Key" }), !machine.hasEnded {
            // The network delivers it twice.
            answer = service.send(method, target, fields, body)
        }
        disk.note("\(method) \(target) \(fields) \(answer.status)")
        if answer.status >= 500 {
            if machine.hasEnded { return nil }
            try expect(disk.isFaulty, "\(method) \(target) gives \(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
            result.told += 1
        }
        return machine.hasEnded || random.happens(perMille: 60) ? nil : answer
    }

    /// Sends a request until it is answered other than by a refusal that says to try again.
    func insist(_ method: String, _ target: String, _ fields: [(String, String)] = [], _ body: String = "") throws -> Service.Answer {
        for attempt in 0..<200 {
            // Somebody mends the disk at last.
            if attempt == 10 { disk.plan(.calm) }
            if let answer = try send(method, target, fields, body), answer.status < 500 { return answer }
            disk.advance(1_000_000)
        }
        throw Violation("\(method) \(target) is never answered")
    }

    func expect(_ isMet: Bool, _ what: @autoclosure () -> String) throws(Violation) {
        guard !isMet else { return }
        disk.note("VIOLATION: \(what())")
        throw Violation(what())
    }
}
