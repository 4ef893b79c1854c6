internal import Foundation
internal import SQLite
internal import SessionStore
internal import Synchronization

/// A machine with a disk, and the processes on it that use one database.
final class Machine {
    /// A process with an open store.
    struct Running {
        let process: SimulatedProcess
        let file: SQLiteSessionStore
        /// The same store, with the fault that was planted.
        let store: any SessionStore
    }

    let disk: SimulatedDisk
    let path: String
    private let plant: Plant?
    private let folder: URL
    private var processes: [SimulatedProcess] = []
    private(set) var running: [Int: Running] = [:]
    private var random: SplitMix
    /// How often processes and power ended.
    private(set) var ends = (processes: 0, power: 0)

    init(_ random: inout SplitMix, plant: Plant?, log: ((String) -> Void)?) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("plumbline-simulation-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("sessions.db").path
        disk = SimulatedDisk(folder: folder.path, random.split(), log: log)
        self.random = random.split()
        self.plant = plant
        processes = (0..<2).map { [disk] in SimulatedProcess($0, on: disk) }
        if plant == .skippedSyncs { disk.set { $0.skipsSyncs = true } }
    }

    /// Ends the machine and deletes its files.
    func end() {
        for number in running.keys { running[number]?.file.close() }
        running = [:]
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the path of another file in the folder.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// The name of the file system for a look from outside.
    var fileSystem: String { processes[0].fileSystem }

    /// Returns a process's store, which is opened if it is not.
    func open(_ number: Int) throws(StoreError) -> Running {
        if let running = running[number] { return running }
        let process = processes[number]
        disk.beginOpening()
        defer { disk.endOpening() }
        let file: SQLiteSessionStore
        do throws(StoreError) {
            file = try SQLiteSessionStore(path: path, readers: 2, fileSystem: process.fileSystem)
        } catch {
            disk.note("not opened: \(error)")
            throw error
        }
        settle(file)
        let store: any SessionStore = plant.map { PlantedStore(file, $0) } ?? file
        let opened = Running(process: process, file: file, store: store)
        running[number] = opened
        return opened
    }

    /// Waits until the store's own thread is idle, so that all further work is done on the caller's.
    func settle(_ file: SQLiteSessionStore) {
        let here = pthread_self()
        let isHere = Mutex(false)
        defer { disk.unmute() }
        // The thread stays awake for some time after its work, and would take the next work each time if that came at once.
        var pause: UInt32 = 0
        while !isHere.withLock({ $0 }), !hasEnded {
            _ = try? file.createAll(
                [], for: nil,
                while: { [disk] in
                    // From here on, it depends on the threads how often this is done.
                    disk.mute()
                    isHere.withLock { $0 = pthread_equal(pthread_self(), here) != 0 }
                    return false
                }, claim: { false })
            usleep(pause)
            pause = min(50_000, 2 * pause + 100)
        }
    }

    /// Returns whether an error at opening is a right answer to what a broken disk has left.
    func isRefusedLog(_ error: StoreError) -> Bool { disk.mayRefuseLog && "\(error)".contains("its log \"-wal\" is damaged") }

    /// Whether a process has ended and is to be buried.
    var hasEnded: Bool { processes.contains { disk.isDead($0.number) } }

    /// Closes the stores of processes that have ended, which changes nothing, and gives the disk what is left of their work.
    func bury() {
        let ended = processes.map(\.number).filter { disk.isDead($0) }
        let isPower = ended.count == processes.count
        for number in ended { running.removeValue(forKey: number)?.file.close() }
        if isPower {
            disk.losePower()
            ends.power += 1
        } else {
            for number in ended { disk.bury(number) }
            ends.processes += ended.count
        }
    }

    /// Closes a process's store properly.
    func close(_ number: Int) {
        running[number]?.file.close()
        running[number] = nil
    }

    /// Ends a process, or all of them, at once.
    func crash(_ kind: Crash.Kind, _ number: Int) {
        disk.end(kind, number)
        bury()
    }
}
