internal import JSON
public import SessionStore

// Sessions in answers.

extension JSONWriter {
    /// Writes the members that begin every answer about a session.
    ///
    /// - Parameter step: nil for the current one.
    private mutating func sessionHead(_ session: StoredSession, step: Int? = nil) {
        member("id", session.id)
        member("url", SessionAnswer.url(session.id))
        member("step", step ?? session.step)
        member("createdAt", Timestamp(microseconds: session.createdAt).text)
        member("name", optional: session.name.isEmpty ? nil : session.name)
        if let state = session.importState { member("imported", state.word) }
    }

    /// Writes a session of a list.
    mutating func summary(_ session: StoredSession) {
        object { writer in
            writer.sessionHead(session)
            writer.member("root", session.root)
            writer.member("tags", session.tags)
            writer.member("verdict", session.verdict)
            writer.member("engine", session.engine)
            writer.member("file", optional: session.file)
            writer.member("finding", optional: session.firstFinding)
            if session.isDamaged { writer.member("damaged", true) }
        }
    }

    mutating func counts(_ key: StaticString, _ counts: [SessionFacets.Count]) {
        self.key(key)
        array(counts) { writer, count in
            writer.object {
                $0.member("value", count.value)
                $0.member("sessions", count.sessions)
            }
        }
    }

    /// - Parameters:
    ///   - report: the report of the step.
    ///   - step: nil for the current one.
    mutating func created(_ session: StoredSession, report: [UInt8], step: Int? = nil) {
        object { writer in
            writer.sessionHead(session, step: step)
            writer.member("page", SessionAnswer.page(session.id))
            writer.member("report", raw: report)
        }
    }

    /// Writes the members of a session's description up to its events.
    mutating func head(_ session: StoredSession, _ document: StoredDocument, isPinned: Bool) {
        sessionHead(session)
        member("root", session.root)
        member("tags", session.tags)
        member("verdict", session.verdict)
        member("engine", session.engine)
        member("pinned", isPinned)
        member("options", raw: session.options)
        member("mediaType", document.mediaType)
        member("document", raw: ConstraintLines.broken(document.canonical))
    }

    /// - Parameter place: its index among the session's exercises.
    mutating func exercise(_ exercise: StoredExercise, _ place: Int) {
        object {
            $0.member("id", ExerciseNames.exercise(place))
            $0.member("step", exercise.step)
            $0.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
            $0.member("request", raw: exercise.request)
            $0.member("answer", raw: exercise.answer)
        }
    }
}

enum SessionAnswer {
    static func url(_ id: String) -> String { "/v1/sessions/\(id)" }

    /// Returns the short link for people, such as in a pull request's comment.
    static func page(_ id: String) -> String { "/sessions/\(id)" }
}

extension StoredSession.ImportState {
    /// The word in answers for whether the steps of an imported session give the imported results.
    var word: String {
        switch self {
        case .notYet: "not yet"
        case .verified: "verified"
        case .differs: "differs"
        }
    }
}

extension StoredSession {
    /// The name of the file from which the session was created; nil if none was given.
    var file: String? { StoredOptions(options).file }

    /// The time of creation as in answers: RFC 3339, UTC.
    public var createdText: String { Timestamp(microseconds: createdAt).text }
}
