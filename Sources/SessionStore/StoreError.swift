internal import SQLite

/// Why the store could not do its job. The texts say what happened and never hold what users stored.
public enum StoreError: Error, Sendable, Equatable {
    /// The file is no SQLite database.
    case notADatabase(path: String)
    /// The file is a database of another program.
    case foreignDatabase(path: String)
    /// A newer Plumbline wrote the database.
    case newerSchema(path: String, found: Int64, known: Int64)
    /// An older Plumbline wrote the database, and it may not be migrated because it was opened for reading.
    case olderSchema(path: String, found: Int64, known: Int64)
    /// The file can't be opened or made.
    case cannotOpen(path: String, String)
    /// A file to be made is there already.
    case fileExists(path: String)
    /// The file or its folder can't be written.
    case readOnly(String)
    /// The disk, or the size that the database is allowed, is full.
    case full
    /// The disk failed to read, write or sync.
    case inputOutput(String)
    /// Another process held the database too long.
    case busy(String)
    /// The store was closed.
    case closed
    /// Who asked for something to be stored does not wait for it any more: nothing was.
    case overdue
    /// Something else keeps the store from working just now.
    case unavailable(String)
    /// What the database holds can't be right: damage, or somebody changed it.
    case damaged(String)
    /// The same of one session, with what it is that can't be right.
    case damagedSession(id: String, String)
    /// A cursor that no page gave.
    case malformedCursor(String)
    /// A query out of bounds.
    case invalidQuery(String)
    /// A session that can't be stored as it is.
    case invalidSession(String)
    /// Any other refusal of SQLite.
    case refused(String)
}

extension StoreError {
    /// True where the same request may succeed later, which HTTP says with 503.
    public var isTemporary: Bool {
        switch self {
        case .readOnly, .full, .inputOutput, .busy, .closed, .overdue, .unavailable: true
        default: false
        }
    }

    /// True where the disk takes nothing, as long as nobody mends it.
    public var isOfDisk: Bool {
        switch self {
        case .readOnly, .full, .inputOutput: true
        default: false
        }
    }

    /// True where the request is at fault and not the store.
    public var isCallersFault: Bool {
        switch self {
        case .malformedCursor, .invalidQuery, .invalidSession: true
        default: false
        }
    }

    /// What SQLite's error means for a store that is open. Its arguments, which are the users', are left behind.
    init(_ error: SQLiteError) {
        let text = error.description
        self =
            switch error {
            case _ where error.isFull: .full
            case _ where error.isInputOutput: .inputOutput(text)
            case _ where error.isBusy: .busy(text)
            case _ where error.isReadOnly: .readOnly(text)
            case _ where error.isOutOfMemory || error.isCannotOpen: .unavailable(text)
            case _ where error.isCorrupt || error.isNotADatabase || error.isMismatch: .damaged(text)
            case _ where error.isTooBig: .invalidSession(text)
            default: .refused(text)
            }
    }

    /// What SQLite's error means while the file is being opened.
    init(opening path: String, _ error: SQLiteError) {
        self =
            switch error {
            case _ where error.isNotADatabase: .notADatabase(path: path)
            case _ where error.isCannotOpen: .cannotOpen(path: path, StoreOpening.obstacle(to: path) ?? error.message)
            case _ where error.isReadOnly: .readOnly("\(path) or its folder may not be written by this user")
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

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notADatabase(let path): "\(path) is not a database"
        case .foreignDatabase(let path): "\(path) is a database of another program"
        case .newerSchema(let path, let found, let known):
            "\(path) has schema \(found), written by a newer plumbline; this one knows schemas up to \(known)"
        case .olderSchema(let path, let found, let known):
            "\(path) has schema \(found), and this plumbline needs \(known); `plumbline serve` brings it up to date"
        case .cannotOpen(let path, let why): "\(path.isEmpty ? "\"\"" : path) cannot be opened: \(why)"
        case .fileExists(let path): "\(path) is there already, and nothing is written over it"
        case .readOnly(let why): "the database cannot be written: \(why)"
        case .full: "the disk is full, or the database's file may not grow: what is stored can be read, exported and deleted, and nothing is added"
        case .inputOutput(let why): "the disk failed: \(why)"
        case .busy(let why): "another process holds the database: \(why)"
        case .closed: "the store is closed"
        case .overdue: "the request was not answered before its deadline, and nothing was stored"
        case .unavailable(let why): "the store is unavailable: \(why)"
        case .damaged(let why): "the database is damaged: \(why)"
        case .damagedSession(let id, let why): "what is stored of session \(id) is damaged: \(why)"
        case .malformedCursor(let cursor): "\(cursor.debugDescription) is not a cursor of this service"
        case .invalidQuery(let why): why
        case .invalidSession(let why): "the session cannot be stored: \(why)"
        case .refused(let why): "the database refused: \(why)"
        }
    }
}
