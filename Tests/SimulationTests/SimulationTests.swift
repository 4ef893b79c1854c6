internal import Simulation
internal import Testing

/// Some seeds of the simulation. `Scripts/suites/simulate.sh` runs it for an hour.
@Suite struct SimulationTests {
    @Test(arguments: SimulationKind.allCases, [UInt64](1...4))
    func `what was acknowledged is there once, in order, byte for byte`(kind: SimulationKind, seed: UInt64) throws {
        let result = try kind.run(seed: seed)
        #expect(result.acknowledged > 0 && result.trace.count > 1000)
    }

    @Test(arguments: SimulationKind.allCases) func `a seed does the same again`(kind: SimulationKind) throws {
        let results = try (0..<2).map { _ in try kind.run(seed: 34) }
        #expect(results[0] == results[1])
        #expect(try kind.run(seed: 35).trace != results[0].trace)
    }

    @Test func `the seeds above see all that can happen`() throws {
        var total = SimulationResult()
        for seed in UInt64(11)...16 { total.add(try SimulationKind.store.run(seed: seed)) }
        #expect(total.told > 50 && total.ended > 2 && total.powerLosses > 5)
    }

    @Test(arguments: SimulationKind.allCases, Plant.allCases)
    func `a fault that is put into the program is found`(kind: SimulationKind, plant: Plant) throws {
        let isFound = (UInt64(1)...12).contains { seed in
            do { _ = try kind.run(seed: seed, plant: plant) } catch { return error is Violation }
            return false
        }
        #expect(isFound)
    }

    @Test func `a backup that was acknowledged can be read after a power failure`() throws {
        for seed in UInt64(1)...20 { try BackupSimulation.run(seed: seed) }
    }

    @Test func `sessions can be deleted from a full disk`() throws {
        for seed in UInt64(1)...2 { try FullDiskSimulation.run(seed: seed) }
    }
}
