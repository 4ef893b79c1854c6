internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline sessions list | show ID | export ID | import FILE | backup FILE | restore FILE`: reads and writes the sessions of a database.
struct SessionsCommand {
    private enum Action {
        case list(SessionQuery)
        case show(id: String)
        case export(id: String)
        case importFile(String)
        case backUp(String)
        case restore(String)
    }

    private let action: Action
    private let database: String

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        database = DatabasePlace.find(arguments)
        switch (arguments.operands.first, arguments.operands.count) {
        case ("list", 1):
            var query = SessionQuery()
            query.limit = try arguments.integer("--limit", in: 1...SessionQuery.greatestLimit) ?? query.limit
            query.text = arguments.text("--query")
            query.verdict = try arguments.word("--verdict", Analysis.Verdict.self)?.rawValue
            if let tag = arguments.text("--tag") { query.tags = [tag] }
            action = .list(query)
        case ("show", 2):
            action = .show(id: arguments.operands[1])
        case ("export", 2):
            action = .export(id: arguments.operands[1])
        case ("import", 2):
            action = .importFile(arguments.operands[1])
        case ("backup", 2):
            action = .backUp(arguments.operands[1])
        case ("restore", 2):
            action = .restore(arguments.operands[1])
        default:
            throw arguments.usage("'sessions' takes 'list', 'show ID', 'export ID', 'import FILE', 'backup FILE' or 'restore FILE'")
        }
    }

    func run() throws -> ExitStatus {
        switch action {
        case .list(let query): try reading { sessions in try list(sessions.page(query)) }
        case .show(let id): try reading { sessions in try write(sessions.session(id), of: id) }
        case .export(let id): try reading { sessions in try write(sessions.export(id), of: id) }
        case .backUp(let file): try reading { sessions in try sessions.backUp(to: file) }
        case .restore(let file): try restore(file)
        case .importFile(let file):
            // A file that cannot be read creates no database.
            let bytes = try SessionFiles.read(file)
            try SessionFiles.withSessions(database, access: .create) { sessions in try importSessions(bytes, from: file, sessions) }
        }
        return .success
    }

    private func reading(_ body: (SessionService) throws -> Void) throws {
        try SessionFiles.withSessions(database, access: .readOnly, body)
    }

    private func list(_ page: SessionPage) throws {
        for session in page.items {
            let verdict = session.verdict.padding(to: 11)
            try Console.output("\(session.id)  \(session.createdText)  \(verdict)  \(session.name)".terminalSafe() + "\n")
        }
        if page.next != nil { Console.message("There are more: --limit \(SessionQuery.greatestLimit) shows up to that many.") }
    }

    private func write(_ json: [UInt8]?, of id: String) throws {
        guard let json else { throw CommandFailure.input("there is no session '\(id.terminalSafe())' in \(database.terminalSafe())") }
        try Console.output(line: json)
    }

    private func restore(_ file: String) throws(CommandFailure) {
        let former: String?
        do throws(StoreError) { former = try SessionStore.restore(file, to: database) } catch {
            throw .input("\(error)".terminalSafe())
        }
        Console.message("restored \(database.terminalSafe())" + (former.map { "; the former one is \($0.terminalSafe())" } ?? ""))
    }

    private func importSessions(_ bytes: [UInt8], from file: String, _ sessions: SessionService) throws {
        let created: SessionService.Created
        do throws(SessionError) { created = try sessions.importSession(bytes) } catch {
            // An error of the database is reported with the database's name instead.
            if case .store = error { throw error }
            throw SessionFiles.failure(error, of: file)
        }
        for id in created.ids { try Console.output(id + "\n") }
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
