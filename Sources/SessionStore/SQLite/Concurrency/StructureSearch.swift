internal import Glibc
internal import SQLite
internal import StandardAdditions
internal import Synchronization

/// A search for damage of the file's structure that SQLite does not notice while it reads and writes, such as a page of an older state. Rows that
/// others refer to are missing then, and further writes may destroy pages that are in use.
final class StructureSearch: Sendable {
    /// The number of seconds after which another search may begin, as each reads the whole file.
    private static let interval = 3600

    private let last = Mutex<Int?>(nil)

    /// Begins a search in a thread of the lowest priority, unless the last one began shortly before.
    ///
    /// - Parameter onDamage: called if there is damage.
    func begin(in opening: StoreOpening, onDamage: @escaping @Sendable () -> Void) {
        let isDue = last.withLock { last in
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            if let last, now.tv_sec - last < StructureSearch.interval { return false }
            last = now.tv_sec
            return true
        }
        guard isDue else { return }
        // The next search is tried if there is no thread for this one.
        _ = DetachedThread.start {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            if StructureSearch.findsDamage(opening) { onDamage() }
        }
    }

    private static func findsDamage(_ opening: StoreOpening) -> Bool {
        do throws(StoreError) {
            // Faults of rows have another form, and are damage of their sessions.
            return try SQLiteSessionStore.firstFault(try opening.reader(), by: "quick_check")?.hasPrefix("*** in database") ?? false
        } catch {
            return error.isOfPage
        }
    }
}
