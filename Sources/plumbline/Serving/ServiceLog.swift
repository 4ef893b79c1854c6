internal import HTTP
internal import Reporting
internal import SocketServer
internal import StandardAdditions

/// The service's log on standard error, one JSON object per line. It contains no data that users stored or sent, except for
/// paths, which are escaped.
struct ServiceLog: Sendable {
    enum Level: String, Sendable, CaseIterable, Comparable {
        case error, warning, info, debug

        static func < (left: Level, right: Level) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    /// The maximum length of a path or message, in characters.
    private static let pathLimit = 200
    private static let messageLimit = 600

    /// Events below this level are not logged.
    let level: Level
    private let output = LogOutput()

    init(level: Level) {
        self.level = level
    }

    func note(_ level: Level, _ event: String, _ message: String) {
        guard level <= self.level else { return }
        write(level, event, [("message", .text(String(message.prefix(ServiceLog.messageLimit))))])
    }

    /// Logs a request: at the level `debug`, or `warning` or `error` if the service failed.
    func note(_ record: AccessRecord) {
        let level: Level = record.status.code == 500 ? .error : record.status.code >= 500 && record.status.code != 501 ? .warning : .debug
        guard level <= self.level else { return }
        let parts = record.duration.components
        let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
        write(
            level, "request",
            [
                ("request", .text(record.request)), ("method", .text(record.method?.rawValue ?? "-")),
                ("path", .text(String(record.path.prefix(ServiceLog.pathLimit)))), ("status", .number("\(record.status.code)")),
                ("bytes", .number("\(record.bodyBytes)")),
                ("milliseconds", .number("\(microseconds / 1000).\(microseconds / 100 % 10)")),
            ])
    }

    private enum Field {
        case text(String)
        case number(String)
    }

    private func write(_ level: Level, _ event: String, _ fields: [(String, Field)]) {
        output.write(ServiceLog.line(level, event, fields)) { count in
            ServiceLog.line(
                .warning, "log", [("message", .text("log lines were dropped because standard error was blocked")), ("count", .number("\(count)"))])
        }
    }

    private static func line(_ level: Level, _ event: String, _ fields: [(String, Field)]) -> String {
        var line = "{\"time\":\"\(now)\",\"level\":\"\(level.rawValue)\",\"event\":\"\(event)\""
        for (key, field) in fields {
            switch field {
            case .text(let text): line += ",\"\(key)\":\(quoted(text))"
            case .number(let digits): line += ",\"\(key)\":\(digits)"
            }
        }
        return line + "}"
    }

    /// Returns a JSON string of printable ASCII. It contains no newlines and no terminal control characters.
    private static func quoted(_ text: String) -> String {
        var json = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x5c: json += "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x20...0x7e: json.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
            default:
                let digits = String(unit, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return json + "\""
    }

    /// The time as RFC 3339, in UTC, with milliseconds.
    private static var now: String {
        let now = CivilTime.microsecondsNow
        let time = CivilTime(secondsSince1970: Int(now / 1_000_000))
        return "\(time.date)T\(time.time).\(CivilTime.padded(Int(now / 1000 % 1000), 3))Z"
    }
}
