/// A check of everything that a store has against its digests.
enum StoreCheck {
    /// Returns the sessions of which something differs from its digest.
    static func damagedSessions(_ store: any SessionStore) throws(StoreError) -> [SessionCopy.Problem] {
        var damaged: [SessionCopy.Problem] = []
        var query = SessionQuery(limit: SessionQuery.greatestLimit)
        repeat {
            let page = try store.list(query)
            for session in page.items {
                do throws(StoreError) {
                    // Whatever it covers is checked while it is read.
                    let digest = try SessionDigest(of: session.id, steps: 0...max(0, session.step), exercises: nil, store)
                    _ = try store.keyedCreation(of: session.id)
                    if digest == nil { damaged.append(SessionCopy.Problem(id: session.id, reason: SessionCopy.missedRow)) }
                } catch {
                    switch error {
                    case .damagedSession(_, let reason, _), .damaged(let reason, _):
                        damaged.append(SessionCopy.Problem(id: session.id, reason: reason))
                    default: throw error
                    }
                }
            }
            query.cursor = page.next
        } while query.cursor != nil
        return damaged
    }

    /// Returns the sessions that only an index of their ids names.
    static func lostSessions(_ store: any SessionStore) throws(StoreError) -> [SessionCopy.Problem] {
        try store.lostSessions().map { SessionCopy.Problem(id: $0, reason: SessionCopy.lostRow) }
    }
}
