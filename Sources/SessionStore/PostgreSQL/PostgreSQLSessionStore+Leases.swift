internal import PostgreSQL

extension PostgreSQLSessionStore {
    /// The time for which a service has a lease after it took or renewed it.
    private static let leaseTime = "interval '3 minutes'"

    public func take(_ lease: StoreLease) throws(StoreError) -> Bool {
        let sql = """
            INSERT INTO lease AS l (name, holder, until) VALUES ($1, $2, now() + \(PostgreSQLSessionStore.leaseTime))
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE l.holder = excluded.holder OR l.until < now()
            """
        return try write { transaction, _ throws(StoreError) in try transaction.change(sql, [.text(lease.rawValue), .text(holder)]) > 0 }
    }

    public func giveUp(_ lease: StoreLease) throws(StoreError) {
        let sql = "DELETE FROM lease WHERE name = $1 AND holder = $2"
        try write { transaction, _ throws(StoreError) in _ = try transaction.change(sql, [.text(lease.rawValue), .text(holder)]) }
    }
}
