internal import Glibc
internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline replay FILE-or-ID`: runs a session again and compares the reports.
struct ReplayCommand {
    private enum Format: String, CaseIterable {
        case text, json
    }

    private let operand: String
    private let database: String
    private let format: Format

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let operand = arguments.operands.first, arguments.operands.count == 1 else {
            throw arguments.usage("'replay' takes one exported session or the id of one")
        }
        self.operand = operand
        database = DatabasePlace.find(arguments)
        format = try arguments.word("--format", Format.self) ?? .text
    }

    func run() throws -> ExitStatus {
        let replay = try replay()
        if format == .json { try Console.output(line: replay.json) } else { try Console.output(replay.text.terminalSafe(keeping: ["\n"])) }
        return replay.isIdentical ? .success : .findings
    }

    private func replay() throws -> Replay {
        if operand != "-", !SessionFiles.exists(operand) {
            do {
                if let replay = try SessionFiles.withSessions(database, { try $0.replay(operand) }) { return replay }
            } catch let failure as CommandFailure {
                // The operand is often a mistyped file name.
                throw CommandFailure.input("there is no file '\(operand.terminalSafe())'; as the id of a session: \(failure.message)")
            }
            throw CommandFailure.input("there is no file '\(operand.terminalSafe())', and no session with that id in \(database.terminalSafe())")
        }
        let bytes = try SessionFiles.read(operand)
        do throws(SessionError) { return try SessionService.replay(exported: bytes) } catch { throw SessionFiles.failure(error, of: operand) }
    }
}

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

    /// Returns whether a file is an exported session, judged by its first bytes.
    static func isExported(_ path: String) -> Bool {
        var status = stat()
        guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "r") else { return false }
        var head = [UInt8](repeating: 0, count: 256)
        let count = fread(&head, 1, head.count, file)
        fclose(file)
        return String(decoding: head.prefix(count), as: UTF8.self).contains("\"plumbline.session/")
    }

    /// Returns the failure for an invalid exported session.
    static func failure(_ error: SessionError, of path: String) -> CommandFailure {
        .input("\(InputReader.name(of: path)): \(error)".terminalSafe(keeping: ["\n"]))
    }

    /// Opens the sessions of a database, and translates errors into readable messages.
    static func withSessions<T>(_ database: String, access: SessionStore.Access = .readOnly, _ body: (SessionService) throws -> T) throws -> T {
        do {
            return try body(SessionService(store: SessionStore(path: database, access: access, readers: 1)))
        } catch let error as StoreError {
            throw failure(error, database)
        } catch let error as SessionError {
            if case .store(let error) = error { throw failure(error, database) }
            throw CommandFailure.input("\(error)".terminalSafe(keeping: ["\n"]))
        }
    }

    private static func failure(_ error: StoreError, _ database: String) -> CommandFailure {
        var message = "\(error)".terminalSafe()
        if case .cannotOpen(database, _) = error {
            if database == ServeCommand.standardDatabase, !SessionFiles.exists(database) {
                message = "\(DatabasePlace.looked)".terminalSafe()
            }
            message += "\nName the database with --database; 'plumbline serve' prints its own when it starts."
        }
        return .input(message)
    }
}
