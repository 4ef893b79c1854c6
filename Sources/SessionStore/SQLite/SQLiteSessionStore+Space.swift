internal import SQLite

extension SQLiteSessionStore {
    public func giveBackSpace() throws(StoreError) {
        let (free, pages) = try readers.read { connection throws(StoreError) in
            (try connection.number("PRAGMA freelist_count") ?? 0, try connection.number("PRAGMA page_count") ?? 0)
        }
        guard free > max(SQLiteSessionStore.fewFreePages, pages / SQLiteSessionStore.freeShare) else { return }
        var isMore = true
        while isMore {
            isMore = try write(to: [], makesRoom: true) { connection throws(StoreError) in
                let free = try connection.number("PRAGMA freelist_count") ?? 0
                let given = min(SQLiteSessionStore.pagesAtOnce, free - GroupCommit.sparePages)
                guard given > 0 else { return false }
                try connection.change("PRAGMA incremental_vacuum(\(given))", [])
                return free - given > GroupCommit.sparePages
            }
        }
        // A checkpoint truncates the file.
        try write(to: [], makesRoom: true, checkpointsLog: true) { _ in }
    }

    /// The minimum number of free pages, and their minimum share (1/16) of all pages, that are worth returning. Fewer pages are
    /// soon reused.
    private static let fewFreePages: Int64 = 64
    private static let freeShare: Int64 = 16
    /// The maximum number of pages in one transaction: 2 MB, some milliseconds.
    private static let pagesAtOnce: Int64 = 256
}
