internal import PostgreSQL
internal import PostgreSQLServer
internal import Testing

@Suite(.enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed (Debian's package postgresql)"))
struct ConnectionTests {
    private let connection: Connection

    init() throws {
        let server = try #require(PostgreSQLServer.shared)
        connection = try Connection(try #require(ConnectionText(server.connection(schema: "public"))))
    }

    @Test(arguments: ["", "a", "a\0b", "\0", "\u{10FFFF}", "\u{10FFFF}0\0\u{10FFFF}", "Äpfel 設定 🧵", "\u{10FFFE}", "0"])
    func `every text is read as it was sent`(text: String) throws {
        let read = try connection.query("SELECT $1, $2", [.text(text), .texts([text, "", text])]) { row throws(PostgreSQLError) in
            ([try row.text(0)], try row.texts(1))
        }
        #expect(read.first?.0 == [text] && read.first?.1 == [text, "", text])
        #expect(try connection.query("SELECT 1 WHERE $1 = $2::text", [.text(text), .text(text)]) { _ in }.count == 1)
    }

    @Test func `values have their types`() throws {
        let values: [Value] = [.integer(.min), .boolean(true), .bytes([0, 255]), .bytes([]), .integers([1, -1]), .uuids([Array(0..<16)]), .null]
        let sql = """
            SELECT $1, $2, $3, $4, $5 = ARRAY[1, -1]::bigint[], $6 = ARRAY['00010203-0405-0607-0809-0a0b0c0d0e0f']::uuid[], $7::text, 7::smallint
            """
        let holds = try connection.query(sql, values) { row throws(PostgreSQLError) in
            [
                try row.integer(0) == .min, try row.boolean(1), try row.bytes(2) == [0, 255], try row.bytes(3) == [], try row.boolean(4),
                try row.boolean(5), try row.optionalText(6) == nil, try row.integer(7) == 7,
            ]
        }
        #expect(holds == [Array(repeating: true, count: 8)])
        let isRefused = try connection.query(sql, values) { row throws(PostgreSQLError) in
            [(try? row.text(0)) == nil, (try? row.text(6)) == nil, (try? row.integer(8)) == nil, (try? row.integer(-1)) == nil]
        }
        #expect(isRefused == [Array(repeating: true, count: 4)])
    }

    @Test func `an error has its state and no values`() throws {
        let error = #expect(throws: PostgreSQLError.self) { try connection.execute("SELECT 1 / ($1 - 5)", [.integer(5)]) }
        #expect(error?.state == "22012" && error?.isLost == false)
        try connection.run(script: "CREATE TEMPORARY TABLE t (id bigint CONSTRAINT key PRIMARY KEY)")
        #expect(try connection.execute("INSERT INTO t SELECT generate_series(1, 5)") == 5)
        let duplicate = #expect(throws: PostgreSQLError.self) { try connection.execute("INSERT INTO t VALUES ($1)", [.integer(4)]) }
        #expect(duplicate?.isDuplicate == true && duplicate?.constraint == "key")
    }

    @Test func `rows are read one by one up to the last one that is wanted`() throws {
        func numbers(_ sql: String, through last: Int64) throws(PostgreSQLError) -> [Int64] {
            try connection.query(sql, [.integer(5)], through: { $0 == last }) { row throws(PostgreSQLError) in try row.integer(0) }
        }
        let sql = "SELECT n FROM generate_series(1, $1::bigint) AS n"
        #expect(try numbers(sql, through: 3) == [1, 2, 3] && numbers(sql, through: 6) == [1, 2, 3, 4, 5] && connection.isIdle)
        #expect(try numbers(sql + " WHERE n > 5", through: 1) == [])
        let error = #expect(throws: PostgreSQLError.self) { try numbers("SELECT 6 / (3 - n) FROM generate_series(1, $1::bigint) AS n", through: 9) }
        #expect(error?.state == "22012" && connection.isIdle)
        let mismatch = #expect(throws: PostgreSQLError.self) { try numbers("SELECT 'x' FROM generate_series(1, $1::bigint)", through: 1) }
        #expect(mismatch?.isMismatch == true)
        #expect(try numbers(sql, through: 1) == [1])
    }

    @Test func `a transaction that failed is not taken for committed`() throws {
        try connection.run(script: "BEGIN")
        #expect(throws: PostgreSQLError.self) { try connection.run(script: "SELECT 1 / 0") }
        #expect(throws: PostgreSQLError.self) { try connection.commit() }
        #expect(connection.isIdle && !connection.isLost)
    }

    @Test func `a lost connection is known`() throws {
        let error = #expect(throws: PostgreSQLError.self) { try connection.run(script: "SELECT pg_terminate_backend(pg_backend_pid())") }
        #expect(error?.isLost == true && connection.isLost)
    }
}
