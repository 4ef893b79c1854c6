internal import CSQLite
internal import Foundation
internal import Glibc
internal import StandardAdditions

/// A disk with the files of one folder, for several simulated processes. The files are real, so that their names, locks and sizes
/// are as the store expects; the disk decides what each operation gives, and what a power loss leaves of them.
public final class SimulatedDisk: @unchecked Sendable {
    /// The memory of a `-shm` file, which processes share.
    private struct Region {
        let start: UnsafeMutableRawPointer
        let size: Int
        /// The content when a process ended while others lived: what it does afterwards did not happen.
        var kept: [UInt8]?
    }

    // Everything is accessed only under the monitor.
    private let monitor = Monitor()
    let folder: String
    private var files: [String: UnsyncedFile] = [:]
    /// Files that were deleted since the folder was synced, with their synced content.
    private var deleted: [String: [UInt8]] = [:]
    private var regions: [String: [Int32: Region]] = [:]
    private var users: [String: [Int]] = [:]
    private var dead: Set<Int> = []
    private var random: SplitMix
    private let sector: Int
    private var plan = FaultPlan.calm
    private var crash: Crash?
    private var trace = Trace()
    private var time: Int64 = 1_700_000_000_000_000
    private let driver = pthread_self()
    private var isOpening = false
    private var isMuted = false
    private var beforeMuting: (FaultPlan, Crash?)?
    private var hasBrokenLog = false
    /// Called for each entry of the trace.
    private let log: ((String) -> Void)?

    init(folder: String, _ random: SplitMix, log: ((String) -> Void)? = nil) {
        self.folder = folder
        self.random = random
        self.log = log
        sector = self.random.one(of: [512, 4096])
    }

    // MARK: - The driver's side

    var now: Int64 { monitor.locked { time } }

    var traced: Trace { monitor.locked { trace } }

    /// Whether a power loss left a log that no good disk leaves: changes that processes read from it are gone since a sync had failed, or
    /// its header is torn. A store may refuse to open it.
    var mayRefuseLog: Bool { monitor.locked { hasBrokenLog } }

    func advance(_ microseconds: Int64) { monitor.locked { time += microseconds } }

    func note(_ text: @autoclosure () -> String) {
        // The folder has another name in each run, and messages may name its files.
        let text = text().replacing(folder, with: "")
        monitor.locked { add(text) }
    }

    func set(_ change: (inout FaultPlan) -> Void) {
        monitor.locked { change(&plan) }
    }

    func plan(_ new: FaultPlan) {
        monitor.locked {
            let skipsSyncs = plan.skipsSyncs
            plan = new
            plan.skipsSyncs = skipsSyncs
        }
    }

    /// Suspends faults and ends, and returns what is to be resumed.
    func pause() -> (FaultPlan, Crash?) {
        monitor.locked {
            defer {
                let skipsSyncs = plan.skipsSyncs
                (plan, crash) = (.calm, nil)
                plan.skipsSyncs = skipsSyncs
            }
            return (plan, crash)
        }
    }

    func resume(_ kept: (FaultPlan, Crash?)) {
        monitor.locked { (plan, crash) = kept }
    }

    /// Ends processes at one of the next changes.
    func plan(_ crash: Crash?) {
        monitor.locked { self.crash = crash }
    }

    /// Whether operations may fail.
    var isFaulty: Bool {
        monitor.locked { plan.isFull || plan.read + plan.write + plan.sync + plan.size + plan.name > 0 }
    }

    /// Whether the process has ended.
    func isDead(_ process: Int) -> Bool { monitor.locked { dead.contains(process) } }

    /// Ends a process at once, or all of them.
    func end(_ kind: Crash.Kind, _ process: Int) {
        monitor.locked { die(kind, process) }
    }

    /// While a store is opened, its own thread begins, too; what that one does then is left out, as it may come at any time.
    func beginOpening() { monitor.locked { isOpening = true } }

    func endOpening() { monitor.locked { isOpening = false } }

    /// Removes a process that has ended, once its files are closed.
    func bury(_ process: Int) {
        monitor.locked {
            for path in regions.keys {
                for (number, region) in regions[path] ?? [:] {
                    guard let kept = region.kept else { continue }
                    region.start.copyMemory(from: kept, byteCount: kept.count)
                    regions[path]?[number]?.kept = nil
                }
            }
            dead.remove(process)
        }
    }

    /// Gives the files what a power loss leaves. All of them must be closed.
    func losePower() {
        monitor.locked {
            for path in files.keys.sorted() {
                guard let file = files[path], !file.isSynced else { continue }
                let content = file.survivor(sector: sector, &random)
                if path.hasSuffix("-wal"), file.hasLostChanges || isHeaderTorn(file, content) { hasBrokenLog = true }
                add("lost power: \(name(path)) \(content.map { "\($0.count)" } ?? "gone")")
                replace(path, by: content)
            }
            for path in deleted.keys.sorted() where files[path] == nil {
                guard let content = deleted[path], random.happens(perMille: 300) else { continue }
                add("back again: \(name(path))")
                replace(path, by: content)
            }
            deleted = [:]
            for path in users.keys { unlink(path + "-shm") }
            (regions, users, dead) = ([:], [:], [])
        }
    }

    /// Returns whether a power loss wrote a part of a log's header.
    private func isHeaderTorn(_ file: UnsyncedFile, _ content: [UInt8]?) -> Bool {
        guard let content else { return false }
        return ![file.durable ?? [], file.whole].map { $0.prefix(32) }.contains(content.prefix(32))
    }

    private func replace(_ path: String, by content: [UInt8]?) {
        files[path] = content.map { UnsyncedFile(durable: $0) }
        guard let content else {
            unlink(path)
            return
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0 && content.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == content.count)
        close(descriptor)
    }

    /// Forgets a file that the driver deletes.
    func forget(_ path: String) {
        monitor.locked {
            files[path] = nil
            deleted[path] = nil
            unlink(path)
        }
    }

    /// Begins what may be done more or less often, which is left out of the trace, without faults. Further calls do nothing.
    func mute() {
        let isNew = monitor.locked { () -> Bool in
            defer { isMuted = true }
            return !isMuted
        }
        guard isNew else { return }
        let kept = pause()
        monitor.locked { beforeMuting = kept }
    }

    /// Ends that.
    func unmute() {
        let kept = monitor.locked { () -> (FaultPlan, Crash?)? in
            defer { (isMuted, beforeMuting) = (false, nil) }
            return beforeMuting
        }
        if let kept { resume(kept) }
    }

    // MARK: - Operations

    private func name(_ path: String) -> String { String(path.dropFirst(folder.count)) }

    private func add(_ text: String) {
        guard !isMuted else { return }
        trace.note(text)
        log?(text)
    }

    private func die(_ kind: Crash.Kind, _ process: Int) {
        add("\(kind) ends \(process)")
        crash = nil
        switch kind {
        case .power: dead = Set(0..<100)
        case .process:
            dead.insert(process)
            for path in regions.keys where users[path]?.contains(where: { $0 != process }) == true {
                for (number, region) in regions[path] ?? [:] {
                    regions[path]?[number]?.kept = Array(UnsafeRawBufferPointer(start: region.start, count: region.size))
                }
            }
        }
    }

    /// Counts a change. Returns whether the process ends in it.
    private func endsNow(_ process: Int) -> Bool {
        guard crash?.process == process else { return false }
        crash?.changesLeft -= 1
        return crash?.changesLeft ?? 0 < 0
    }

    /// Does an operation that changes nothing.
    ///
    /// - Parameter error: what it gives if it fails.
    func look(_ process: Int, _ what: String, _ path: String, failing error: Int32, rate: KeyPath<FaultPlan, Int>, _ work: () -> Int32) -> Int32 {
        monitor.locked {
            if dead.contains(process) { return error }
            if plan[keyPath: rate] > 0, random.happens(perMille: plan[keyPath: rate]) {
                add("\(what) \(name(path)) fails")
                return error
            }
            let code = work()
            add("\(process) \(what) \(name(path)) \(code)")
            return code
        }
    }

    /// The bytes of all files, without those in memory.
    var byteCount: Int {
        files.keys.reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }

    private func hasNoRoom(for growth: Int) -> Bool {
        growth > 0 && (plan.isFull || plan.room.map { byteCount + growth > $0 } ?? false)
    }

    func write(_ process: Int, _ path: String, _ bytes: UnsafeRawBufferPointer, at offset: Int64, _ file: RealFile) -> Int32 {
        monitor.locked {
            if dead.contains(process) { return DiskError.write }
            func put(_ count: Int) -> Int32 {
                let code = file.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset)
                guard code == SQLITE_OK else { return code }
                files[path, default: UnsyncedFile()].write(Array(bytes[..<count]), at: Int(offset))
                files[path]?.resize(to: file.size)
                return code
            }
            if hasNoRoom(for: Int(offset) + bytes.count - Int(file.size)) {
                add("write \(name(path)) has no room")
                return SQLITE_FULL
            }
            let ends = endsNow(process)
            if ends || plan.write > 0 && random.happens(perMille: plan.write) {
                // Whole sectors are written, as the system copies pages.
                let end = Int(offset) + random.below(bytes.count + 1)
                let count = max(0, end - end % sector - Int(offset))
                add("write \(name(path)) \(offset) \(count) of \(bytes.count)")
                _ = put(count)
                if ends, let crash { die(crash.kind, process) }
                return DiskError.write
            }
            add("\(process) write \(name(path)) \(offset) \(bytes.count)")
            return put(bytes.count)
        }
    }

    func sync(_ process: Int, _ path: String) -> Int32 {
        monitor.locked {
            if dead.contains(process) { return DiskError.sync }
            time += random.happens(perMille: plan.slowness) ? Int64(1 + random.below(5_000_000)) : 5000
            if plan.skipsSyncs { return SQLITE_OK }
            if endsNow(process), let crash {
                die(crash.kind, process)
                return DiskError.sync
            }
            if plan.sync > 0, random.happens(perMille: plan.sync) {
                add("sync \(name(path)) fails")
                files[path]?.syncPartly(sector: sector, &random)
                return DiskError.sync
            }
            add("\(process) sync \(name(path))")
            // With the first sync of a log or a journal, SQLite syncs its folder.
            if files[path]?.durable == nil, path.hasSuffix("-wal") || path.hasSuffix("-journal") { deleted = [:] }
            files[path, default: UnsyncedFile()].sync { FileManager.default.contents(atPath: path).map(Array.init) }
            deleted[path] = nil
            return SQLITE_OK
        }
    }

    /// Changes a file's size.
    ///
    /// - Parameter growth: the number of bytes that it needs.
    func resize(_ process: Int, _ path: String, _ file: RealFile, growth: Int, failing error: Int32, _ work: () -> Int32) -> Int32 {
        monitor.locked {
            if dead.contains(process) { return error }
            if isOpening, pthread_equal(pthread_self(), driver) == 0 { return SQLITE_OK }
            if hasNoRoom(for: growth) { return SQLITE_FULL }
            if endsNow(process), let crash {
                die(crash.kind, process)
                return error
            }
            if plan.size > 0, random.happens(perMille: plan.size) {
                add("size \(name(path)) fails")
                return error
            }
            let before = file.size
            let code = work()
            let size = file.size
            if size != before { files[path, default: UnsyncedFile()].resize(to: size) }
            add("\(process) size \(name(path)) \(size) \(code)")
            return code
        }
    }

    /// Deletes a file.
    func delete(_ process: Int, _ path: String, isSynced: Bool, _ work: () -> Int32) -> Int32 {
        monitor.locked {
            if dead.contains(process) { return DiskError.delete }
            if endsNow(process), let crash {
                die(crash.kind, process)
                return DiskError.delete
            }
            let code = work()
            add("\(process) delete \(name(path)) \(code)")
            guard code == SQLITE_OK else { return code }
            if isSynced { deleted = [:] }
            if !isSynced, let content = files[path]?.durable { deleted[path] = content }
            files[path] = nil
            return code
        }
    }

    // MARK: - Shared memory

    func mapped(_ process: Int, _ path: String, _ number: Int32, _ size: Int32, _ start: UnsafeMutableRawPointer) {
        monitor.locked { regions[path, default: [:]][number] = Region(start: start, size: Int(size)) }
    }

    func attached(_ process: Int, _ path: String) {
        monitor.locked { users[path, default: []].append(process) }
    }

    /// Records that a connection of a process has let go of the shared memory, before it does.
    func detaches(_ process: Int, _ path: String) {
        monitor.locked {
            if let place = users[path]?.firstIndex(of: process) { users[path]?.remove(at: place) }
            if users[path]?.isEmpty == true { regions[path] = nil }
        }
    }

    func sleep(_ microseconds: Int32) { advance(Int64(microseconds)) }
}

/// SQLite's codes for failures of a disk, which are macros.
enum DiskError {
    static let read = SQLITE_IOERR | 1 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let size = SQLITE_IOERR | 7 << 8
    static let delete = SQLITE_IOERR | 10 << 8
}
