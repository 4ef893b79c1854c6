internal import SessionStore

/// A simulation of backups: the power is lost as soon as one is acknowledged.
public enum BackupSimulation {
    /// Runs the simulation of a seed.
    ///
    /// - Throws: `Violation` if the copy cannot be read afterwards, or lacks something.
    public static func run(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        let machine = try Machine(&random, plant: nil, log: nil)
        defer { machine.end() }
        var samples = Samples(random.split())
        let running = try machine.open(0)
        for _ in 0..<3 { _ = try running.store.create(samples.session(at: machine.disk.now)) }
        let path = machine.path("backup.db")
        try running.file.backUp(to: path)
        machine.crash(.power, 0)
        do throws(StoreError) {
            let copy = try SQLiteSessionStore(path: path, access: .readOnly, readers: 1, fileSystem: machine.fileSystem)
            defer { copy.close() }
            let count = try copy.count()
            guard count == 3 else { throw .damaged("the copy has \(count) sessions, not 3") }
        } catch {
            throw Violation("the copy cannot be read after a power loss: \(error)")
        }
    }
}
