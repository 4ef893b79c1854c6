internal import CSQLite
internal import Glibc
internal import Synchronization

/// A process with its own files on a simulated disk. SQLite knows it as a file system, by its name.
public final class SimulatedProcess: @unchecked Sendable {
    let disk: SimulatedDisk
    let number: Int
    /// The name of the file system.
    let fileSystem: String
    private let vfs: UnsafeMutablePointer<sqlite3_vfs>
    private let name: UnsafeMutablePointer<CChar>

    private static let made = Mutex(0)

    init(_ number: Int, on disk: SimulatedDisk) {
        self.disk = disk
        self.number = number
        fileSystem = "simulated-\(SimulatedProcess.made.withLock { $0 += 1; return $0 })"
        guard let real = sqlite3_vfs_find(nil), let name = strdup(fileSystem) else { fatalError("SQLite has no file system") }
        self.name = name
        vfs = .allocate(capacity: 1)
        vfs.initialize(to: real.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(name)
        vfs.pointee.szOsFile = real.pointee.szOsFile + Int32(DiskFile.realPlace)
        vfs.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        vfs.pointee.xOpen = { SimulatedProcess.of($0).open($1, $2, $3, $4) }
        vfs.pointee.xDelete = { vfs, path, isSynced in
            let process = SimulatedProcess.of(vfs)
            return process.disk.delete(process.number, SimulatedProcess.text(path), isSynced: isSynced != 0) {
                process.real.pointee.xDelete(process.real, path, isSynced)
            }
        }
        vfs.pointee.xAccess = { vfs, path, flags, result in
            let real = SimulatedProcess.of(vfs).real
            return real.pointee.xAccess(real, path, flags, result)
        }
        vfs.pointee.xFullPathname = { vfs, path, count, result in
            let real = SimulatedProcess.of(vfs).real
            return real.pointee.xFullPathname(real, path, count, result)
        }
        vfs.pointee.xSleep = { vfs, microseconds in
            SimulatedProcess.of(vfs).disk.sleep(microseconds)
            return microseconds
        }
        sqlite3_vfs_register(vfs, 0)
    }

    deinit {
        sqlite3_vfs_unregister(vfs)
        vfs.deallocate()
        free(name)
    }

    private var real: UnsafeMutablePointer<sqlite3_vfs> {
        guard let real = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
        return real
    }

    private static func of(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedProcess {
        guard let process = vfs?.pointee.pAppData else { fatalError("SQLite calls a file system that is not there") }
        return Unmanaged<SimulatedProcess>.fromOpaque(process).takeUnretainedValue()
    }

    private static func text(_ path: UnsafePointer<CChar>?) -> String { path.map { String(cString: $0) } ?? "" }

    private func open(
        _ path: UnsafePointer<CChar>?, _ file: UnsafeMutablePointer<sqlite3_file>?, _ flags: Int32, _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let file else { return SQLITE_CANTOPEN }
        file.pointee.pMethods = nil
        guard let path else { return real.pointee.xOpen(real, path, file, flags, result) }
        let inner = (UnsafeMutableRawPointer(file) + DiskFile.realPlace).assumingMemoryBound(to: sqlite3_file.self)
        inner.pointee.pMethods = nil
        let text = String(cString: path)
        return disk.look(number, "open", text, failing: SQLITE_CANTOPEN, rate: \.name) {
            let code = real.pointee.xOpen(real, path, inner, flags, result)
            if code == SQLITE_OK { DiskFile.place(DiskFile(self, text, RealFile(pointer: inner)), in: file) }
            return code
        }
    }
}
