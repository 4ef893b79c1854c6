internal import SQLite

extension StoreError {
    /// Returns the error that another process has the lock between processes for longer than others wait.
    static func locked(_ path: String) -> StoreError {
        .busy("another process uses the database \(path) and does not release its lock; stop that process first")
    }

    /// Returns the error that a copy of a database does not fit where it is to be.
    static func noRoom(for path: String) -> StoreError {
        .cannotOpen(path: path, "its disk is full, or it would be longer than files may be; free some space there, and try again")
    }

    /// The error of work that waits for indexes.
    static let underRepair = StoreError.busy("damaged indexes of the database are being made again; try again in a minute")

    /// The error of work on a session or two that takes more time or memory than any undamaged one needs.
    static let endless = StoreError.damaged(
        "this takes more time or memory than any stored session needs, so pages of the file may lead to each other; restore a backup")

    /// Whether an entry of an index was found to differ from its row (`SQLITE_CORRUPT_INDEX`).
    var isOfEntry: Bool {
        if case .damaged(_, .entry) = self { true } else { false }
    }

    /// Whether a page of the file was found damaged (`SQLITE_CORRUPT`, `SQLITE_NOTADB`), and not an index that is made again.
    var isOfPage: Bool {
        if case .damaged(_, .page) = self { true } else { false }
    }

    /// Returns the error of work on a connection that its limits have ended.
    static func limit(of connection: Connection) -> StoreError {
        connection.isOverMemory
            ? .unavailable(
                "this takes more memory than the database may have at the moment; if that recurs, pages of the file may lead to each other")
            : .endless
    }

    /// Converts an error of SQLite in an open store. Its arguments, which are users' data, are dropped.
    init(_ error: SQLiteError) {
        let text = error.description
        self =
            switch error {
            case _ where error.isFull: .full
            case _ where error.isInputOutput: .inputOutput(text)
            case _ where error.isBusy: .busy(text)
            case _ where error.isReadOnly: .readOnly(text)
            case _ where error.isOutOfMemory: .outOfMemory(text)
            case _ where error.isCannotOpen: .unavailable(text)
            case _ where error.isCorruptEntry: .damaged(text, .entry)
            case _ where error.isCorruptPage || error.isNotADatabase: .damaged(text, .page)
            case _ where error.isCorrupt || error.isMismatch: .damaged(text)
            case _ where error.isTooBig: .tooLong
            default: .refused(text)
            }
    }

    /// Converts an error of SQLite during opening.
    init(opening path: String, _ error: SQLiteError) {
        self =
            switch error {
            case _ where error.isNotADatabase: .notADatabase(path: path)
            case _ where error.isCannotOpen: .cannotOpen(path: path, StoreOpening.obstacle(to: path) ?? error.message)
            case _ where error.isReadOnly: .readOnly("\(path) or its folder cannot be written by this user")
            case _ where error.isFull || error.isSharedMemoryShort:
                .cannotOpen(
                    path: path,
                    "the disk is full, or the file has reached its size limit, and opening it takes a little space; free some, and try again")
            default: StoreError(error)
            }
    }

    init(opening path: String, _ error: MigrationError) {
        self =
            switch error {
            case .newer(let found, let known): .newerSchema(path: path, found: found, known: known)
            case .foreign: .foreignDatabase(path: path)
            case .danglingReferences(let version, let tables):
                .damaged("migration \(version) would leave dangling references in \(tables.joined(separator: ", "))")
            case .failed(let error): StoreError(opening: path, error)
            }
    }
}
