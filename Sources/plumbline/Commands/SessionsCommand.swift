internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore
internal import StandardAdditions

/// `plumbline sessions list | show ID | export ID | import FILE | backup FILE | restore FILE | copy`: reads and writes the sessions of a database.
struct SessionsCommand {
    private enum Action {
        case list(SessionQuery)
        case show(id: String)
        case export(id: String)
        case importFile(String)
        case backUp(String)
        case restore(String)
        case copy(SessionTransfer)
    }

    private let action: Action
    private let database: StoreLocation
    /// Whether the arguments name the database.
    private let isNamed: Bool
    private let allowsLoss: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        database = DatabasePlace.find(arguments)
        isNamed = arguments.text("--database") != nil
        allowsLoss = arguments.has("--allow-loss")
        let operand = arguments.operands.count > 1 ? arguments.operands[1] : ""
        switch (arguments.operands.first, arguments.operands.count) {
        case ("list", 1):
            var query = SessionQuery()
            query.limit = try arguments.integer("--limit", in: 1...SessionQuery.greatestLimit) ?? query.limit
            query.text = arguments.text("--query")
            query.verdict = try arguments.word("--verdict", Analysis.Verdict.self)?.rawValue
            if let tag = arguments.text("--tag") { query.tags = [tag] }
            action = .list(query)
        case ("show", 2):
            action = .show(id: SessionFiles.id(from: operand))
        case ("export", 2):
            action = .export(id: SessionFiles.id(from: operand))
        case ("import", 2):
            action = .importFile(operand)
        case ("backup", 2):
            if operand == "-" {
                throw arguments.usage(
                    "'sessions backup' cannot write to standard output; give the name of a file, or './-' for a file with that name")
            }
            action = .backUp(operand)
        case ("restore", 2):
            action = .restore(operand)
        case ("copy", 1):
            action = .copy(try SessionTransfer(arguments))
        default:
            throw arguments.usage(SessionsCommand.usage(arguments.operands))
        }
    }

    /// Returns the message about operands that are no action.
    private static func usage(_ operands: [String]) -> String {
        let all =
            "'sessions' takes 'list', 'show ID', 'export ID', 'import FILE', 'backup FILE', 'restore FILE' or 'copy --from DATABASE --to DATABASE'"
        guard let word = operands.first else { return all }
        let synonyms = ["ls": "list", "get": "show", "dump": "backup", "load": "import", "cp": "copy", "move": "copy", "migrate": "copy"]
        if ["delete", "rm", "remove"].contains(word) {
            return
                "'sessions' deletes nothing: to delete a session, send DELETE /v1/sessions/ID to the service, or start the service with "
                + "'--keep-days' or '--keep-sessions'"
        }
        let actions = ["list", "show", "export", "import", "backup", "restore", "copy"]
        if actions.contains(word) { return wrongOperands(word, operands.count - 1) }
        let near = synonyms[word] ?? NearWord.to(word, among: actions)
        return "there is no action '\(word.terminalSafe())'\(near.map { " (did you mean '\($0)'?)" } ?? ""): \(all)"
    }

    /// Returns the message about an action with too few or too many operands.
    private static func wrongOperands(_ action: String, _ count: Int) -> String {
        switch action {
        case "list": "'sessions list' takes no operand; select sessions with --query, --tag or --verdict"
        case "copy": "'sessions copy' takes no operand, but --from DATABASE and --to DATABASE"
        case "show", "export": "'sessions \(action)' needs the id of one session; 'plumbline sessions list' prints the ids"
        case "import": count == 0 ? "'sessions import' needs a file to read" : "'sessions import' reads one file at a time"
        case "backup": "'sessions backup' needs one file to write"
        default: "'sessions restore' needs one file to read, a backup"
        }
    }

    func run() throws -> ExitStatus {
        switch action {
        case .copy(let transfer): return try transfer.run()
        case .list(let query):
            try reading { sessions in
                let page = try sessions.page(query)
                try list(page)
                if page.items.isEmpty { Console.message(try nothing(query, sessions)) }
            }
        case .show(let id): try reading { sessions in try write(sessions.session(id), of: id, sessions) }
        case .export(let id): try reading { sessions in try write(sessions.export(id), of: id, sessions) }
        case .backUp(let file):
            try LinkReach.check(output: file)
            let path = try path(for: "backup")
            try SessionFiles.reporting(database) { try SQLiteSessionStore(path: path, access: .readOnly, readers: 1).backUp(to: file) }
        case .restore(let file):
            let path = try path(for: "restore")
            try LinkReach.check(output: path)
            return try restore(file, to: path)
        case .importFile(let file):
            if let path = database.path { try LinkReach.check(output: path) }
            // A file that is no session creates no database.
            let bytes = try SessionFiles.read(file)
            if let path = database.path, !SessionFiles.exists(path) { try judge(bytes, from: file) }
            try SessionFiles.withSessions(database, access: .create, allowsLoss: allowsLoss) { sessions in
                try importSessions(bytes, from: file, sessions)
            }
        }
        return .success
    }

    private func reading(_ body: (SessionService) throws -> Void) throws {
        try SessionFiles.withSessions(database, access: .readOnly, body)
    }

    private func list(_ page: SessionPage) throws {
        for session in page.items {
            // The verdict of a row that differs from its digest may be wrong.
            let verdict = (session.isDamaged ? "damaged" : session.verdict).padding(to: 11)
            try Console.output("\(session.id)  \(session.createdText)  \(verdict)  \(session.name)".terminalSafe() + "\n")
        }
        if page.next != nil { Console.message("There are more: --limit \(SessionQuery.greatestLimit) shows up to that many.") }
    }

    /// Returns why a list is empty.
    private func nothing(_ query: SessionQuery, _ sessions: SessionService) throws -> String {
        var everything = SessionQuery()
        everything.limit = SessionQuery.greatestLimit
        let all = try sessions.page(everything)
        if all.items.isEmpty { return "There are no sessions in \(database.text.terminalSafe())." }
        let count = "\(all.items.count)\(all.next == nil ? "" : " or more")"
        let place = database.text.terminalSafe()
        var text = count == "1" ? "The only session in \(place) does not match." : "None of the \(count) sessions in \(place) matches."
        if let tag = query.tags.first {
            let tags = Set(all.items.flatMap(\.tags)).sorted()
            let list = tags.isEmpty ? "no session has a tag" : "there are the tags \(tags.prefix(20).map { "'\($0)'" }.listed())"
            if !tags.contains(tag) { text += " No session has the tag '\(tag)'\(NearWord.hint(tag, among: tags, quote: "'")); \(list)." }
        }
        return text.terminalSafe()
    }

    private func write(_ json: [UInt8]?, of id: String, _ sessions: SessionService) throws {
        guard let json else { throw SessionFiles.missing(id, in: database, sessions) }
        try Console.output(line: json)
    }

    /// Returns the path of the database's file.
    ///
    /// - Throws: A failure if the database is on a server.
    private func path(for action: String) throws(CommandFailure) -> String {
        if let path = database.path { return path }
        throw .input(
            "'sessions \(action)' works with a file, and \(database.text.terminalSafe()) is on a PostgreSQL server: use the server's own programs, "
                + "pg_dump and pg_restore, or pg_basebackup")
    }

    /// The maximum number of damaged sessions that are listed.
    private static let mostDamaged = 20

    /// Returns success if nothing in the backup is damaged.
    private func restore(_ file: String, to path: String) throws(CommandFailure) -> ExitStatus {
        let restored: SQLiteSessionStore.Restored
        do throws(StoreError) { restored = try SQLiteSessionStore.restore(file, to: path) } catch {
            throw .input("\(error)".terminalSafe())
        }
        Console.message("restored \(path.terminalSafe())" + (restored.former.map { "; the former one is \($0.terminalSafe())" } ?? ""))
        for session in restored.damaged.prefix(SessionsCommand.mostDamaged) {
            Console.message("session \(session.id.terminalSafe()) is damaged in the backup: \(session.reason.terminalSafe())")
        }
        let count = restored.damaged.count
        if count > SessionsCommand.mostDamaged { Console.message("\(count) sessions are damaged in the backup") }
        return count == 0 ? .success : .findings
    }

    /// Throws if a file is not an exported session.
    private func judge(_ bytes: [UInt8], from file: String) throws(CommandFailure) {
        do throws(SessionError) { _ = try SessionService.differenceSide(exported: bytes, named: file) } catch {
            throw SessionFiles.failure(error, of: file, bytes)
        }
    }

    private func importSessions(_ bytes: [UInt8], from file: String, _ sessions: SessionService) throws {
        let created: SessionService.Created
        do throws(SessionError) { created = try sessions.importSession(bytes) } catch {
            // An error of the database is reported with the database's name instead.
            if case .store = error { throw error }
            throw SessionFiles.failure(error, of: file, bytes)
        }
        for id in created.ids { try Console.output(id + "\n") }
        if !isNamed { Console.message("stored in \(database.text.terminalSafe())") }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
