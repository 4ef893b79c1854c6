internal import LayoutModel
internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline sessions list | show ID | export ID | import FILE | backup FILE`: reads and writes the sessions of a database.
struct SessionsCommand {
    private enum Action {
        case list(SessionQuery)
        case show(id: String)
        case export(id: String)
        case take(file: String)
        case backUp(file: String)
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
            action = .take(file: arguments.operands[1])
        case ("backup", 2):
            action = .backUp(file: arguments.operands[1])
        default:
            throw arguments.usage("'sessions' takes 'list', 'show ID', 'export ID', 'import FILE' or 'backup FILE'")
        }
    }

    func run() throws -> ExitStatus {
        guard case .take(let file) = action else { return try SessionFiles.withSessions(database, access: .readOnly, run) }
        // A file that cannot be read creates no database.
        let bytes = try SessionFiles.read(file)
        return try SessionFiles.withSessions(database, access: .create) { sessions in try take(bytes, from: file, sessions) }
    }

    private func absent(_ id: String) -> CommandFailure {
        .input("there is no session '\(id.terminalSafe())' in \(database.terminalSafe())")
    }

    private func run(_ sessions: SessionService) throws -> ExitStatus {
        switch action {
        case .list(let query):
            let page = try sessions.page(query)
            for session in page.items {
                let verdict = session.verdict.padding(to: 11)
                try Console.output("\(session.id)  \(session.createdText)  \(verdict)  \(session.name)".terminalSafe() + "\n")
            }
            if page.next != nil { Console.message("There are more: --limit \(SessionQuery.greatestLimit) shows up to that many.") }
        case .show(let id):
            guard let json = try sessions.session(id) else { throw absent(id) }
            try Console.output(line: json)
        case .export(let id):
            guard let json = try sessions.export(id) else { throw absent(id) }
            try Console.output(line: json)
        case .backUp(let file):
            try sessions.backUp(to: file)
        case .take: break
        }
        return .success
    }

    private func take(_ bytes: [UInt8], from file: String, _ sessions: SessionService) throws -> ExitStatus {
        let created: SessionService.Created
        do throws(SessionError) { created = try sessions.importSession(bytes) } catch {
            // An error of the database is reported with the database's name instead.
            if case .store = error { throw error }
            throw SessionFiles.failure(error, of: file)
        }
        for id in created.ids { try Console.output(id + "\n") }
        return .success
    }
}

extension String {
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
