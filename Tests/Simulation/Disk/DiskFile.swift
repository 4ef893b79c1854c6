internal import CSQLite

/// A file of the operating system, as SQLite's own code has it.
struct RealFile {
    let pointer: UnsafeMutablePointer<sqlite3_file>

    var methods: sqlite3_io_methods { pointer.pointee.pMethods.pointee }

    var size: Int {
        var size: sqlite3_int64 = 0
        return methods.xFileSize(pointer, &size) == SQLITE_OK ? Int(size) : 0
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) -> Int32 {
        bytes.isEmpty ? SQLITE_OK : methods.xWrite(pointer, bytes.baseAddress, Int32(bytes.count), offset)
    }
}

/// An open file of a simulated process. SQLite's `sqlite3_file` has a reference to this, and the real file behind that.
final class DiskFile {
    /// The places in the memory that SQLite gives for a file: its methods come first.
    static let ownPlace = 8
    static let realPlace = 16

    let process: SimulatedProcess
    let path: String
    let real: RealFile
    private var isAttached = false

    private var disk: SimulatedDisk { process.disk }

    init(_ process: SimulatedProcess, _ path: String, _ real: RealFile) {
        self.process = process
        self.path = path
        self.real = real
    }

    /// Returns the file that SQLite means.
    static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> DiskFile {
        guard let file, let own = UnsafeRawPointer(file).load(fromByteOffset: ownPlace, as: UnsafeRawPointer?.self) else {
            fatalError("SQLite calls a file that is not open")
        }
        return Unmanaged<DiskFile>.fromOpaque(own).takeUnretainedValue()
    }

    /// Makes the memory that SQLite gives the file's.
    static func place(_ opened: DiskFile, in file: UnsafeMutablePointer<sqlite3_file>) {
        UnsafeMutableRawPointer(file).storeBytes(
            of: UnsafeRawPointer(Unmanaged.passRetained(opened).toOpaque()), toByteOffset: ownPlace, as: UnsafeRawPointer?.self)
        file.pointee.pMethods = methods
    }

    func read(_ bytes: UnsafeMutableRawPointer?, _ count: Int32, _ offset: sqlite3_int64) -> Int32 {
        disk.look(process.number, "read \(offset) \(count)", path, failing: DiskError.read, rate: \.read) {
            real.methods.xRead(real.pointer, bytes, count, offset)
        }
    }

    func write(_ bytes: UnsafeRawPointer?, _ count: Int32, _ offset: sqlite3_int64) -> Int32 {
        disk.write(process.number, path, UnsafeRawBufferPointer(start: bytes, count: Int(count)), at: offset, real)
    }

    func truncate(_ size: sqlite3_int64) -> Int32 {
        disk.resize(process.number, path, real, growth: 0, failing: DiskError.truncate) { real.methods.xTruncate(real.pointer, size) }
    }

    func control(_ operation: Int32, _ value: UnsafeMutableRawPointer?) -> Int32 {
        guard operation == SQLITE_FCNTL_SIZE_HINT, let value else { return real.methods.xFileControl(real.pointer, operation, value) }
        let growth = Int(value.load(as: sqlite3_int64.self)) - Int(real.size)
        return disk.resize(process.number, path, real, growth: growth, failing: DiskError.write) {
            real.methods.xFileControl(real.pointer, operation, value)
        }
    }

    func map(_ number: Int32, _ size: Int32, _ extends: Int32, _ region: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Int32 {
        if disk.isDead(process.number) { return SQLITE_IOERR }
        let code = real.methods.xShmMap(real.pointer, number, size, extends, region)
        if !isAttached {
            isAttached = true
            disk.attached(process.number, path)
        }
        if code == SQLITE_OK, let start = region?.pointee { disk.mapped(process.number, path, number, size, start) }
        return code
    }

    func unmap(_ deletes: Int32) -> Int32 {
        if isAttached { disk.detaches(process.number, path) }
        isAttached = false
        return real.methods.xShmUnmap(real.pointer, disk.isDead(process.number) ? 0 : deletes)
    }

    private nonisolated(unsafe) static let methods: UnsafePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        var made = sqlite3_io_methods()
        // The second version: with shared memory, and without pages mapped into memory, which would bypass reads.
        made.iVersion = 2
        made.xClose = { file in
            let opened = DiskFile.of(file)
            let code = opened.real.methods.xClose(opened.real.pointer)
            Unmanaged.passUnretained(opened).release()
            return code
        }
        made.xRead = { DiskFile.of($0).read($1, $2, $3) }
        made.xWrite = { DiskFile.of($0).write($1, $2, $3) }
        made.xTruncate = { DiskFile.of($0).truncate($1) }
        made.xSync = { file, _ in
            let opened = DiskFile.of(file)
            return opened.disk.sync(opened.process.number, opened.path)
        }
        made.xFileSize = { file, size in
            let real = DiskFile.of(file).real
            return real.methods.xFileSize(real.pointer, size)
        }
        made.xLock = { file, kind in
            let real = DiskFile.of(file).real
            return real.methods.xLock(real.pointer, kind)
        }
        made.xUnlock = { file, kind in
            let real = DiskFile.of(file).real
            return real.methods.xUnlock(real.pointer, kind)
        }
        made.xCheckReservedLock = { file, result in
            let real = DiskFile.of(file).real
            return real.methods.xCheckReservedLock(real.pointer, result)
        }
        made.xFileControl = { DiskFile.of($0).control($1, $2) }
        made.xSectorSize = { file in
            let real = DiskFile.of(file).real
            return real.methods.xSectorSize(real.pointer)
        }
        made.xDeviceCharacteristics = { file in
            let real = DiskFile.of(file).real
            return real.methods.xDeviceCharacteristics(real.pointer)
        }
        made.xShmMap = { DiskFile.of($0).map($1, $2, $3, UnsafeMutableRawPointer($4)?.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)) }
        made.xShmLock = { file, first, count, flags in
            let real = DiskFile.of(file).real
            return real.methods.xShmLock(real.pointer, first, count, flags)
        }
        made.xShmBarrier = { file in
            let real = DiskFile.of(file).real
            real.methods.xShmBarrier(real.pointer)
        }
        made.xShmUnmap = { DiskFile.of($0).unmap($1) }
        methods.initialize(to: made)
        return UnsafePointer(methods)
    }()
}
