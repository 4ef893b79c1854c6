internal import SQLite

extension SessionStore {
    /// Gives pages that deleting freed back to the file system, where they are a good part of the file; few at a time, so that nobody waits for long.
    ///
    /// Some are left for what comes next, and for deleting on a full disk.
    public func giveBackSpace() throws(StoreError) {
        let (free, pages) = try readers.read { connection throws(StoreError) in
            (try connection.number("PRAGMA freelist_count") ?? 0, try connection.number("PRAGMA page_count") ?? 0)
        }
        guard free > max(SessionStore.fewFreePages, pages / SessionStore.freeShare) else { return }
        var isMore = true
        while isMore {
            isMore = try write(to: [], makesRoom: true) { connection throws(StoreError) in
                let free = try connection.number("PRAGMA freelist_count") ?? 0
                let given = min(SessionStore.pagesAtOnce, free - GroupCommit.sparePages)
                guard given > 0 else { return false }
                try connection.change("PRAGMA incremental_vacuum(\(given))", [])
                return free - given > GroupCommit.sparePages
            }
        }
        // The file is cut when the log is brought into it.
        try write(to: [], makesRoom: true, emptiesLog: true) { _ in }
    }

    /// What is used up again soon is not worth the writing: so many pages, or such a part of all.
    private static let fewFreePages: Int64 = 64
    private static let freeShare: Int64 = 16
    /// 2 MB: some milliseconds.
    private static let pagesAtOnce: Int64 = 256
}
