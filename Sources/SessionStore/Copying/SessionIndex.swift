/// The values by which searches find a session, apart from its row.
public struct SessionIndex: Sendable, Equatable {
    /// The ids of all views that the session has had, in ascending order.
    let views: [String]
    /// The text that `q` searches (`SearchText`).
    let text: String

    init(views: [String], text: String) {
        self.views = views.sorted()
        self.text = text
    }
}

/// A request with an `Idempotency-Key`, and the step that it made.
public struct KeyedStep: Sendable {
    let step: Int
    let request: KeyedRequest
}

/// The values that a copy of a session has in common with its original, and that the store chooses for other new sessions.
struct OriginalSession: Sendable {
    let id: String
    let importState: StoredSession.ImportState?
    let index: SessionIndex
}
