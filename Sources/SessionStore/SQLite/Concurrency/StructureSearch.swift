internal import Glibc
internal import SQLite
internal import Synchronization

/// A search for damage of the file's structure that SQLite does not notice while it reads and writes, such as a page of an older state. Rows that
/// others refer to are missing then, and further writes may destroy pages that are in use.
final class StructureSearch: Sendable {
    /// The number of seconds after which another search may begin, as each reads the whole file.
    private static let interval = 3600

    private let last = Mutex<Int?>(nil)

    /// The body of the search's thread.
    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

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
        let work = Work {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            if StructureSearch.findsDamage(opening) { onDamage() }
        }
        let context = Unmanaged.passRetained(work)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code == 0 { pthread_detach(thread) } else { context.release() }
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
