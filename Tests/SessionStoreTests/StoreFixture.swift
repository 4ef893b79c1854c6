internal import SQLite
@testable internal import SessionStore

/// A store in a new folder, and ways to look at its file from outside.
final class StoreFixture {
    let folder: TemporaryFolder
    var path: String { folder.path("sessions.db") }

    init() throws {
        folder = try TemporaryFolder()
    }

    func open(greatestSize: Int64? = nil) throws -> SQLiteSessionStore {
        try SQLiteSessionStore(path: path, greatestSize: greatestSize)
    }

    func connect() throws -> Connection {
        try Connection(path: path, access: .readWrite)
    }

    /// What a query made by another process gives: the first column of each row.
    func numbers(_ sql: String) throws -> [Int64] {
        try connect().query(sql) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// The number of rows of each table that a session fills.
    func rows() throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for table in ["document", "layout", "session", "step", "finding", "session_tag", "session_search"] {
            rows[table] = try numbers("SELECT count(*) FROM \(table)")[0]
        }
        return rows
    }
}

extension NewSession {
    /// A session that differs from others in what the number says.
    static func sample(_ number: Int, at time: Int64? = nil) -> NewSession {
        NewSession(
            name: "Cell \(number)", root: "root", tags: ["ci"], body: Array("{\"n\":\(number)}".utf8), mediaType: "application/json",
            canonical: Array("{\"canonical\":\(number)}".utf8), report: Array("{\"report\":\(number)}".utf8), verdict: "clean",
            engine: "plumbline test", views: ["root", "title\(number)"],
            findings: [StoredFinding(kind: .ambiguity, fingerprint: "a1:\(number)", summary: "title\(number) may move")],
            createdAt: time ?? Int64(1_700_000_000_000_000 + number * 1_000_000))
    }
}

extension [UInt8] {
    /// Bytes that cannot be packed, the same each time.
    static func noise(_ count: Int) -> [UInt8] {
        var state = UInt64(count)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(state >> 56)
        }
    }
}
