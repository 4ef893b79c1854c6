/// The reason why a call of the store failed. The texts never contain users' data.
public enum StoreError: Error, Sendable, Equatable {
    /// The file is not a SQLite database.
    case notADatabase(path: String)
    /// The file is a database of another program.
    case foreignDatabase(path: String)
    /// A newer Plumbline wrote the database.
    case newerSchema(path: String, found: Int64, known: Int64)
    /// An older Plumbline wrote the database, and it may not be migrated because it was opened for reading.
    case olderSchema(path: String, found: Int64, known: Int64)
    /// The file can't be opened or created.
    case cannotOpen(path: String, String)
    /// Another process has the database open, which is to be replaced.
    case inUse(path: String)
    /// A file to be created already exists.
    case fileExists(path: String)
    /// The file or its folder is not writable.
    case readOnly(String)
    /// The disk, or the size allowed for the database, is exhausted.
    case full
    /// The disk failed to read, write or sync.
    case inputOutput(String)
    /// Another process held the lock for too long.
    case busy(String)
    /// The store was closed.
    case closed
    /// The client does not wait for the result any more; nothing was stored.
    case overdue
    /// Another obstacle temporarily prevents the store from working.
    case unavailable(String)
    /// The engine could not allocate memory, or it read an impossible length from a damaged index.
    case outOfMemory(String)
    /// The database contains an impossible value: it is damaged, or somebody changed it.
    case damaged(String, Damage = .value)
    /// A session contains an impossible value, or lacks a row (`isMissing`), as the text describes.
    case damagedSession(id: String, String, isMissing: Bool = false)
    /// A cursor that was not issued by a page.
    case malformedCursor(String)
    /// A search that would take too long.
    case searchTooLong
    /// A query out of bounds.
    case invalidQuery(String)
    /// A session that can't be stored as it is.
    case invalidSession(String)
    /// A part of the session is longer than the store is opened for.
    case tooLong
    /// Any other error of the database engine.
    case refused(String)
    /// The connection to the server was lost while a transaction was being committed, and the outcome cannot be looked up.
    case outcomeUnknown
    /// The change is committed on the server, but perhaps on none of its synchronous standbys, as somebody cancelled the wait for them.
    case notReplicated
    /// The server cannot be used as it is configured.
    case unsuitable(place: String, String)
}

extension StoreError {
    /// The kind of damage that SQLite or the store has found.
    public enum Damage: Sendable {
        case value
        /// An entry of an index differs from its row.
        case entry
        /// A page of the file is not one of its table or index.
        case page
    }

    /// Whether the same request may succeed later (HTTP status 503).
    public var isTemporary: Bool {
        switch self {
        case .readOnly, .full, .inputOutput, .busy, .closed, .overdue, .unavailable, .outOfMemory, .outcomeUnknown, .notReplicated: true
        default: false
        }
    }

    /// Whether a damaged index may be the reason: SQLite reports some of that as a violated constraint, an error in the statement or a
    /// lack of memory.
    var mayBeOfIndex: Bool {
        switch self {
        case .damaged, .refused, .outOfMemory: true
        default: false
        }
    }

    /// Whether damaged content may be the reason.
    var isOfContent: Bool {
        if case .damagedSession = self { true } else { mayBeOfIndex }
    }

    /// Whether the disk rejects writes until somebody fixes it.
    public var isOfDisk: Bool {
        switch self {
        case .readOnly, .full, .inputOutput: true
        default: false
        }
    }

    /// Whether the request is at fault, not the store.
    public var isCallersFault: Bool {
        switch self {
        case .malformedCursor, .invalidQuery, .invalidSession, .searchTooLong, .tooLong: true
        default: false
        }
    }
}

extension StoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notADatabase(let path): "\(path) is not a database"
        case .foreignDatabase(let path): "\(path) belongs to another program; choose another file"
        case .newerSchema(let path, let found, let known):
            "\(path) has schema \(found), written by a newer plumbline; this one knows schemas up to \(known)"
        case .olderSchema(let path, let found, let known):
            "\(path) has schema \(found), and this plumbline needs \(known); `plumbline serve` migrates it"
        case .cannotOpen(let path, let why): "\(path.isEmpty ? "\"\"" : path) cannot be opened: \(why)"
        case .inUse(let path): "\(path) is in use: stop the service first, and start it again afterwards"
        case .fileExists(let path): "\(path) already exists and is not overwritten; choose another name"
        case .readOnly(let why): "the database cannot be written: \(why)"
        case .full:
            "the disk is full, or the database file has reached its size limit: sessions can be read and exported, but not added; deleting them "
                + "frees room, but may need a few megabytes at first: free these elsewhere on the disk if it fails"
        case .inputOutput(let why): "the disk reported an error: \(why)"
        case .busy(let why): "another process has locked the database: \(why)"
        case .closed: "the store is closed"
        case .overdue: "the request was not answered before its deadline, and nothing was stored"
        case .unavailable(let why), .outOfMemory(let why): "the store is unavailable: \(why)"
        case .damaged(let why, _): "the database is damaged: \(why)"
        case .damagedSession(let id, let why, _): "the stored data of session \(id) is damaged: \(why)"
        case .malformedCursor(let cursor): "\(cursor.debugDescription) is not a cursor of this service"
        case .invalidQuery(let why): why
        case .searchTooLong: "the search takes too long: give a longer word, a tag, a view or a time"
        case .invalidSession(let why): "the session cannot be stored: \(why)"
        case .tooLong: "the session cannot be stored: a part of it is longer than this service stores; with more --max-memory it stores longer ones"
        case .refused(let why): "the database rejected the operation: \(why)"
        case .outcomeUnknown:
            "the connection to the database was lost while the change was being stored, and it is not known whether it was stored: "
                + "read it again before you repeat the request"
        case .notReplicated:
            "the change is stored on the database server, but the wait for its synchronous standby was cancelled, so it may be lost if the server "
                + "is: read it again before you repeat the request"
        case .unsuitable(let place, let why): "\(place) cannot be used: \(why)"
        }
    }
}
