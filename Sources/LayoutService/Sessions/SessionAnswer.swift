internal import JSON
public import SessionStore

// How sessions stand in answers.

extension JSONWriter {
    /// What every answer about a session begins with.
    private mutating func sessionHead(_ session: StoredSession) {
        member("id", session.id)
        member("url", SessionAnswer.url(session.id))
        member("step", session.step)
        member("createdAt", Timestamp(microseconds: session.createdAt).text)
        member("name", optional: session.name.isEmpty ? nil : session.name)
    }

    mutating func summary(_ session: StoredSession) {
        object { writer in
            writer.sessionHead(session)
            writer.member("root", session.root)
            writer.member("tags", session.tags)
            writer.member("verdict", session.verdict)
            writer.member("engine", session.engine)
        }
    }

    mutating func created(_ session: StoredSession, report: [UInt8]) {
        object { writer in
            writer.sessionHead(session)
            writer.member("report", raw: report)
        }
    }

    mutating func whole(_ session: StoredSession, _ document: StoredDocument, _ report: StoredReport) {
        object { writer in
            writer.sessionHead(session)
            writer.member("root", session.root)
            writer.member("tags", session.tags)
            writer.member("verdict", session.verdict)
            writer.member("engine", session.engine)
            writer.member("options", raw: session.options)
            writer.member("mediaType", document.mediaType)
            writer.member("document", raw: document.canonical)
            writer.key("events")
            writer.array([] as [String]) { $0.string($1) }
            writer.member("report", raw: report.report)
        }
    }
}

enum SessionAnswer {
    static func url(_ id: String) -> String { "/v1/sessions/\(id)" }
}

extension StoredSession {
    /// When the session was created, as in answers: RFC 3339, UTC.
    public var createdText: String { Timestamp(microseconds: createdAt).text }
}
