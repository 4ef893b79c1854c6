/// The result of storing sessions.
public enum CreationOutcome: Sendable, Equatable {
    case stored([StoredSession])
    /// The same request already made sessions.
    ///
    /// - Parameters:
    ///   - ids: those that were not deleted, in order; at least one.
    ///   - count: the number of sessions that it made.
    case repeated(ids: [String], of: Int)
    /// Another request had the same key.
    case keyTaken
}

/// A request with an `Idempotency-Key`, and the place of a session among those that it made.
public struct KeyedCreation: Sendable, Equatable {
    let request: KeyedRequest
    let place: Int
    /// The number of sessions that the request made.
    let count: Int
}

/// A row of `session_request`.
struct CreationRow {
    /// The session's id.
    let id: String
    let creation: KeyedCreation
    let seal: [UInt8]

    /// Returns the creation, checked against its seal.
    func checked() throws(StoreError) -> KeyedCreation {
        if seal != Seal.creation(creation, of: id) {
            throw .damagedSession(id: id, "the record of the request that made it was changed: it differs from its digest")
        }
        return creation
    }
}

extension CreationOutcome {
    /// The outcome of a request that made sessions; nil if there are none.
    ///
    /// - Parameter rows: the rows with its key, in the order of their places.
    init?(of request: KeyedRequest, _ rows: [CreationRow]) throws(StoreError) {
        guard let first = rows.first else { return nil }
        var isSame = true
        for row in rows { isSame = try request.isSame(row.checked().request.digest) && isSame }
        self = isSame ? .repeated(ids: rows.map(\.id), of: first.creation.count) : .keyTaken
    }
}
