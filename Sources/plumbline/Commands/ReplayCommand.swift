internal import LayoutService
internal import Reporting
internal import SessionStore

/// `plumbline replay FILE-or-ID`: runs a session again and compares the reports.
struct ReplayCommand {
    private enum Format: String, CaseIterable {
        case text, json
    }

    private let operand: String
    private let database: StoreLocation
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
            return try SessionFiles.stored(operand, in: database) { sessions, id in try sessions.replay(id) }
        }
        let bytes = try SessionFiles.read(operand)
        do throws(SessionError) { return try SessionService.replay(exported: bytes) } catch { throw SessionFiles.failure(error, of: operand, bytes) }
    }
}
