internal import Foundation
internal import PostgreSQLServer
internal import SQLite
@testable internal import SessionStore
internal import Testing

/// The engines behind the store. What is tested on each of them is what the service may rely on.
enum Engine: String, CaseIterable, Sendable {
    case sqlite, postgresql

    /// The engines that are installed.
    static var installed: [Engine] { PostgreSQLServer.shared == nil ? [.sqlite] : allCases }
}

@Suite struct EngineTests {
    @Test func `in CI both engines are tested`() {
        guard Engine.installed.count < 2 else { return }
        print("The tests on PostgreSQL are skipped: it is not installed (Debian's package postgresql).")
        #expect(ProcessInfo.processInfo.environment["CI"] != "true")
    }
}

/// A store in a new folder or a new schema of the tests' server, and ways to look at it from outside.
final class StoreFixture {
    let folder: TemporaryFolder
    var path: String { folder.path("sessions.db") }
    /// The schema on the server; nil for a file.
    let schema: String?

    init(_ engine: Engine = .sqlite) throws {
        folder = try TemporaryFolder()
        schema = engine == .postgresql ? "t" + UUID().uuidString.lowercased().filter { $0 != "-" } : nil
        if let schema { try PostgreSQLServer.shared?.run("CREATE SCHEMA \(schema)") }
    }

    deinit {
        if let schema { _ = try? PostgreSQLServer.shared?.run("DROP SCHEMA \(schema) CASCADE") }
    }

    /// Where the store is, as the command line has it.
    var location: String {
        guard let schema, let server = PostgreSQLServer.shared else { return path }
        return server.connection(schema: schema)
    }

    /// Opens a store on the fixture's engine. The fixture must live as long as the store.
    func openStore(_ access: StoreAccess = .create) throws -> any SessionStore {
        // The tests' server does not sync.
        try StoreLocation(location).open(access, connections: 8, allowsLoss: true)
    }

    /// Ends the fixture: it lives until here.
    func end() {}

    func open(_ access: StoreAccess = .create, greatestSize: Int64? = nil) throws -> SQLiteSessionStore {
        try SQLiteSessionStore(path: path, access: access, greatestSize: greatestSize)
    }

    func connect() throws -> Connection {
        try Connection(path: path, access: .readWrite)
    }

    /// What a query made by another process gives: the first column of each row.
    func numbers(_ sql: String) throws -> [Int64] {
        if let schema, let server = PostgreSQLServer.shared {
            return try server.run(sql, schema: schema).split(separator: "\n").compactMap { Int64($0) }
        }
        return try connect().query(sql) { row throws(SQLiteError) in try row.integer(0) }
    }

    /// The number of rows of each table that a session fills.
    func rows() throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        for table in ["document", "session", "step", "finding", "session_search"] + (schema == nil ? ["layout", "session_tag"] : []) {
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
