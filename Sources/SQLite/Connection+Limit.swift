internal import CSQLite
internal import Glibc

/// The CPU time and memory that a connection's statements may take, which SQLite checks every few thousand of its steps.
final class StatementLimit {
    /// The thread's CPU time in nanoseconds after which statements are interrupted; nil for none.
    var end: Int?
    /// The memory of SQLite in bytes, of all connections, above which they are interrupted.
    var mostMemory = Int64.max
    /// The greatest sum of the rows of one query, in bytes.
    var mostRowBytes = Int.max
    /// Whether a statement was interrupted, and whether that was for the memory of all connections.
    var (isOver, isOverMemory) = (false, false)

    /// Returns whether the present thread has spent its time, or SQLite its memory.
    func check() -> Bool {
        guard let end else { return false }
        isOverMemory = sqlite3_memory_used() > mostMemory
        isOver = isOverMemory || StatementLimit.now() > end
        return isOver
    }

    static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

extension Connection {
    /// SQLite's steps between two questions, some ten microseconds.
    private static let steps: Int32 = 4000

    /// Interrupts statements once the present thread has spent a CPU time from now on, or they have taken memory: pages of a damaged file
    /// may lead to each other, so that a statement never ends.
    ///
    /// - Parameters:
    ///   - nanoseconds: the CPU time.
    ///   - bytes: the memory that SQLite may take from now on, for all connections.
    ///   - rowBytes: the sum of the rows of a query with several.
    public func limit(nanoseconds: Int, bytes: Int = .max, rowBytes: Int = .max) {
        statementLimit.end = StatementLimit.now().addingReportingOverflow(nanoseconds).partialValue
        statementLimit.mostMemory = sqlite3_memory_used().addingReportingOverflow(Int64(bytes)).partialValue
        if bytes == .max { statementLimit.mostMemory = .max }
        statementLimit.mostRowBytes = rowBytes
        (statementLimit.isOver, statementLimit.isOverMemory) = (false, false)
        // The connection owns the limit, and ends before it does.
        sqlite3_progress_handler(
            handle, Connection.steps,
            { pointer in
                guard let pointer else { return 0 }
                return Unmanaged<StatementLimit>.fromOpaque(pointer).takeUnretainedValue().check() ? 1 : 0
            }, Unmanaged.passUnretained(statementLimit).toOpaque())
    }

    /// Lets statements take as much as they want.
    public func endLimit() {
        (statementLimit.end, statementLimit.mostMemory, statementLimit.mostRowBytes) = (nil, .max, .max)
        sqlite3_progress_handler(handle, 0, nil, nil)
    }

    /// Has statements fail that meet a longer text or blob, in bytes, before they read it.
    public func limitValues(to bytes: Int) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Bounds the memory of all connections of the process together, in bytes: a statement that needs more fails. Some reads of a long value,
    /// such as the comparison of a key of an index, know no other limit.
    public static func limitMemory(to bytes: Int) {
        _ = sqlite3_hard_heap_limit64(Int64(bytes))
    }

    /// Whether the last limit was reached.
    public var isOverLimit: Bool { statementLimit.isOver }

    /// Whether that was the limit of memory, which other connections may have taken.
    public var isOverMemory: Bool { statementLimit.isOverMemory }

    /// Throws if the rows of a query are longer than the limit. SQLite's own memory does not show them.
    func checkRows(_ bytes: Int, _ sql: String) throws(SQLiteError) {
        guard bytes > statementLimit.mostRowBytes else { return }
        statementLimit.isOver = true
        throw SQLiteError(extendedCode: SQLITE_INTERRUPT, message: "the rows are too long", sql: sql)
    }
}
