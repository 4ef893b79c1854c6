internal import Glibc
internal import LayoutImport
internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore

/// Functions that the session commands share.
enum SessionFiles {
    /// The size limit of an exported session in bytes. It contains the reports of all its steps.
    static let byteLimit = 1 << 30

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        try LinkReach.check(path)
        switch InputFiles(byteLimit: byteLimit).read(path) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw .input("\(InputReader.name(of: path).terminalSafe()): \(failure.reason)")
        }
    }

    /// Returns the id in an operand, which may be the address of a session, such as `http://127.0.0.1:8080/v1/sessions/ID`.
    static func id(from operand: String) -> String {
        guard operand.hasPrefix("http://") || operand.hasPrefix("https://"), let start = operand.firstRange(of: "/sessions/") else { return operand }
        return String(operand[start.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// Returns what is asked of a stored session whose id is an operand that is no file.
    static func stored<T>(_ operand: String, in database: StoreLocation, _ ask: (SessionService, String) throws -> T?) throws -> T {
        let id = id(from: operand)
        let file = "there is no file '\(operand.terminalSafe())'\(MissingFile.hint(operand))"
        // The operand is a mistyped file name, and not an id.
        if id == operand, operand.contains("/") || !operand.fileExtension.isEmpty { throw CommandFailure.input(file) }
        do {
            return try withSessions(database) { sessions in
                if let answer = try ask(sessions, id) { return answer }
                throw missing(id, in: database, sessions, isMaybeFile: id == operand)
            }
        } catch let failure as CommandFailure where database.isMissingFile && id == operand {
            throw CommandFailure.input("\(file), and it cannot be looked up as the id of a session: \(failure.message)")
        }
    }

    /// Returns the failure for an id that no session of the database has, with the nearest one.
    static func missing(_ id: String, in database: StoreLocation, _ sessions: SessionService, isMaybeFile: Bool = false) -> CommandFailure {
        var query = SessionQuery()
        query.limit = SessionQuery.greatestLimit
        let ids = (try? sessions.page(query).items.map(\.id)) ?? []
        let near = NearWord.hint(id, among: ids, quote: "'")
        let list = "plumbline sessions list" + (database.path == ServeCommand.standardDatabase ? "" : " --database \(database.text.terminalSafe())")
        let name = "'\(id.terminalSafe())'"
        let what = isMaybeFile ? "there is no file \(name), and no session with that id" : "there is no session \(name)"
        return .input("\(what) in \(database.text.terminalSafe())\(near); '\(list)' lists them")
    }

    /// Returns whether a file is an exported session, judged by its first bytes.
    static func isExported(_ path: String) -> Bool {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "r") else { return false }
        var head = [UInt8](repeating: 0, count: 256)
        let count = fread(&head, 1, head.count, file)
        fclose(file)
        return String(decoding: head.prefix(count), as: UTF8.self).contains("\"plumbline.session/")
    }

    /// Returns the failure for an invalid exported session, which may be a file of another kind.
    static func failure(_ error: SessionError, of path: String, _ bytes: [UInt8]) -> CommandFailure {
        let wanted = "an exported session ('plumbline sessions export ID' prints one)"
        let nature = FileNature(bytes, path: path)
        if nature != .session, let mistake = FileNature.mistake(bytes, path: path, not: wanted) { return .input(mistake) }
        var next = ""
        if case .input(let error) = error, nature == .session {
            next =
                error.kind == .malformed && error.pointer == nil ? "\nThe file is incomplete or damaged" : "\nThe file was changed after its export"
            next += ": export the session again."
        }
        return .input("\(InputReader.name(of: path)): \(error)\(next)".terminalSafe(keeping: ["\n"]))
    }

    /// Opens the sessions of a database.
    ///
    /// - Parameter allowsLoss: whether a server may be used that can lose what it has acknowledged.
    static func withSessions<T>(
        _ database: StoreLocation, access: StoreAccess = .readOnly, allowsLoss: Bool = false, _ body: (SessionService) throws -> T
    ) throws -> T {
        try reporting(database) { try body(SessionService(store: database.open(access, readers: 1, allowsLoss: allowsLoss))) }
    }

    /// Translates errors of a database into readable messages.
    static func reporting<T>(_ database: StoreLocation, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as StoreError {
            throw failure(error, database)
        } catch let error as SessionError {
            if case .store(let error) = error { throw failure(error, database) }
            throw CommandFailure.input("\(error)".terminalSafe(keeping: ["\n"]))
        }
    }

    private static func failure(_ error: StoreError, _ location: StoreLocation) -> CommandFailure {
        let database = location.text
        var message = "\(error)".terminalSafe()
        let hint = "\nName the database with --database; 'plumbline serve' prints the path of its database when it starts."
        switch error {
        case .cannotOpen(database, _):
            // Its log may be there, of which the message says what to do.
            if database == ServeCommand.standardDatabase, !SessionFiles.exists(database), !SessionFiles.exists(database + "-wal") {
                message = "\(DatabasePlace.looked)".terminalSafe()
            }
            message += hint
        case .notADatabase(database), .foreignDatabase(database): message += hint
        case .olderSchema(_, 0, _) where location.path == nil:
            message = "\(database.terminalSafe()) has no sessions yet: 'plumbline serve --database' with this place makes its tables"
        case .olderSchema(database, 0, _): message = "\(database.terminalSafe()) is an empty database\(hint)"
        default: break
        }
        return .input(message)
    }
}
