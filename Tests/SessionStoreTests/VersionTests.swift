internal import SQLite
@testable internal import SessionStore
internal import Testing

/// Databases as each released version of the schema left them.
@Suite struct VersionTests {
    private static func findings(_ version: Int) -> String {
        if version >= 7 {
            return """
                INSERT INTO finding (session, first_step, place, fingerprint, kind, summary, since, seen)
                VALUES (1000000, 0, 0, 'a1:1', 'ambiguity', 'x', 1000000, 2000000);
                """
        }
        return """
            INSERT INTO finding (fingerprint, session, step, place, kind, summary\(version < 4 ? "" : ", seen"))
            VALUES ('a1:1', 1000000, 0, 0, 'ambiguity', 'x'\(version < 4 ? "" : ", 1000000")),
                   ('a1:1', 1000000, 1, 0, 'ambiguity', 'x'\(version < 4 ? "" : ", 2000000"));
            """
    }

    /// Rows as the program of that version wrote them.
    private func make(_ version: Int, in fixture: StoreFixture) throws {
        let connection = try Connection(path: fixture.path, access: .create)
        try Migrator(applicationID: Schema.applicationID, migrations: Array(Schema.migrator.migrations.prefix(version))).migrate(connection)
        try connection.run(
            script: """
                INSERT INTO document (id, sha256, media_type, body, created_at)
                VALUES (1, zeroblob(32), 'application/json', CAST('{"constraints":[]}' AS BLOB), 1000000);
                INSERT INTO layout (id, sha256, canonical) VALUES (1, zeroblob(32), CAST('{"canonical":1}' AS BLOB));
                INSERT INTO session (sequence, id, name, root, document, layout, options, verdict, step, engine)
                VALUES (1000000, 'abc', 'Old', 'root', 1, 1, CAST('{}' AS BLOB), 'ambiguous', 1, 'plumbline 0.1.0');
                INSERT INTO step (session, number, event, report, verdict, engine, created_at)
                VALUES (1000000, 0, NULL, CAST('{"report":0}' AS BLOB), 'ambiguous', 'plumbline 0.1.0', 1000000),
                       (1000000, 1, CAST('[]' AS BLOB), CAST('{"report":1}' AS BLOB), 'ambiguous', 'plumbline 0.1.0', 2000000);
                \(VersionTests.findings(version))
                INSERT INTO session_tag (tag, session) VALUES ('ci', 1000000);
                INSERT INTO session_search (rowid, text) VALUES (1000000, 'old' || char(10) || char(10));
                """)
        // A view's name that is written with an escape, and words that mean something to the index.
        let views = ["root", "a\nb", "x OR y\"", "é"]
        if version < 5 {
            for view in views { try connection.execute("INSERT INTO session_view (view, session) VALUES (?, 1000000)", [.text(view)]) }
        }
        if version == 4 { try connection.execute("UPDATE session SET views = (SELECT CAST(json_group_array(view) AS BLOB) FROM session_view)") }
        if version >= 5 {
            try connection.execute("UPDATE session SET views = ?", [.blob(Array(#"["a\nb","root","x OR y\"","é"]"#.utf8))])
            try connection.execute("INSERT INTO session_key (rowid, keys) VALUES (1000000, 'v726f6f74 v610a62 v78204f52207922 vc3a9 t6369')")
        }
        guard version > 1 else { return }
        try connection.run(
            script: """
                INSERT INTO exercise (session, step, request, answer, engine, created_at)
                VALUES (1000000, 0, CAST('{}' AS BLOB), CAST('{"alternates":[]}' AS BLOB), 'plumbline 0.1.0', 1500000);
                """)
    }

    @Test(arguments: 1...Schema.migrator.migrations.count - 1) func `a database of an older version is read, and goes on`(version: Int) throws {
        let fixture = try StoreFixture()
        try make(version, in: fixture)
        let store = try fixture.open()
        let session = try #require(try store.session("abc"))
        #expect(session.name == "Old" && session.tags == ["ci"] && session.step == 1)
        for view in ["root", "a\nb", "x OR y\"", "é"] {
            #expect(try store.list(SessionQuery(view: view)).items.map(\.id) == ["abc"], "\(view)")
            // Beside a word of the search, the session's own list is asked.
            #expect(try store.list(SessionQuery(text: "old", view: view)).items.map(\.id) == ["abc"], "\(view)")
        }
        #expect(try store.list(SessionQuery(view: "OR")).items.isEmpty && store.list(SessionQuery(text: "old", view: "b")).items.isEmpty)
        #expect(try store.list(SessionQuery(tags: ["ci"], view: "root")).items.count == 1)
        #expect(try store.document("abc")?.body == Array(#"{"constraints":[]}"#.utf8))
        #expect(try store.document("abc")?.canonical == Array(#"{"canonical":1}"#.utf8))
        #expect(try store.steps("abc").map(\.report) == [Array(#"{"report":0}"#.utf8), Array(#"{"report":1}"#.utf8)])
        #expect(try store.exercises("abc").map(\.answer) == (version > 1 ? [Array(#"{"alternates":[]}"#.utf8)] : []))
        let finding = try #require(try store.findings().items.first)
        #expect(finding.firstSeen == 1_000_000 && finding.lastSeen == 2_000_000 && finding.sessions == 1 && finding.example == "abc")
        let report = Array(String(repeating: "{\"frames\":{}}", count: 100).utf8)
        let step = StoredStep(number: 2, events: [91, 93], report: report, verdict: "clean", engine: "test", createdAt: 3_000_000)
        #expect(try store.append(NewStep(step, findings: []), to: "abc") == .stored)
        #expect(try store.report("abc")?.report == report)
        #expect(try fixture.numbers("SELECT length(report) FROM step ORDER BY number").last.map { $0 < 200 } == true)
        #expect(try store.delete("abc"))
        #expect(try store.list(SessionQuery(view: "root")).items.isEmpty && store.list(SessionQuery(tags: ["ci"])).items.isEmpty)
        #expect(try fixture.numbers("SELECT count(*) FROM session_key WHERE session_key MATCH 'v726f6f74'") == [0])
        #expect(try store.findings().items.isEmpty)
    }

    @Test(arguments: [3, 6]) func `findings of an older version are those of the same steps`(version: Int) throws {
        let fixture = try StoreFixture()
        try make(version, in: fixture)
        let connection = try fixture.connect()
        try connection.execute("DELETE FROM finding")
        // Another session that has come to have one of them early, and more at one step than at the next.
        try connection.run(
            script: """
                INSERT INTO session (sequence, id, name, root, document, layout, options, verdict, step, engine)
                VALUES (2000000, 'def', 'New', 'root', 1, 1, CAST('{}' AS BLOB), 'ambiguous', 4, 'plumbline 0.1.0');
                """)
        let lists = [["a", "b", "c"], ["a", "b", "c"], ["k", "a", "b"], ["k", "a", "b", "b"], ["b", "k"]]
        func insert(_ session: Int64, _ step: Int, _ names: [String]) throws {
            if session == 2_000_000 {
                try connection.execute(
                    "INSERT INTO step (session, number, event, report, verdict, engine, created_at) VALUES (?, ?, ?, x'7b7d', 'x', 'x', ?)",
                    [.integer(session), .integer(Int64(step)), step == 0 ? .null : .blob([91, 93]), .integer(session + Int64(step) * 10)])
            }
            for (place, name) in names.enumerated() {
                let values: [Value] = [
                    .text(name), .integer(session), .integer(Int64(step)), .integer(Int64(place)), .text(name == "k" ? "conflict" : "ambiguity"),
                ]
                try connection.execute("INSERT INTO finding (fingerprint, session, step, place, kind, summary) VALUES (?, ?, ?, ?, ?, 'x')", values)
            }
        }
        for (step, names) in lists.enumerated() { try insert(2_000_000, step, names) }
        try insert(1_000_000, 1, ["c", "a"])
        if version > 3 {
            let time = "(SELECT created_at FROM step WHERE step.session = finding.session AND number = step)"
            try connection.execute("UPDATE finding SET seen = \(time), owner = iif(kind = 'conflict', 'app', NULL)")
        }
        let store = try fixture.open()
        #expect(try store.findingNames(of: "def", steps: 0..<5).map { $0.map(\.fingerprint) } == lists)
        #expect(try store.findingNames(of: "abc", steps: 0..<2).map { $0.map(\.fingerprint) } == [[], ["c", "a"]])
        for (step, names) in lists.enumerated() { #expect(try store.findings("def", step: step).map(\.fingerprint) == names) }
        #expect(try fixture.numbers("SELECT count(*) FROM finding WHERE last_step IS NULL") == [4])
        let step = StoredStep(number: 5, events: [91, 93], report: [123, 125], verdict: "ambiguous", engine: "test", createdAt: 3_000_000)
        #expect(try store.append(NewStep(step, findings: store.findings("def", step: 4)), to: "def") == .stored)
        let found = try store.findings().items
        #expect(found.map(\.fingerprint) == ["k", "b", "a", "c"] && found.map(\.sessions) == [1, 1, 2, 2])
        #expect(found.map(\.firstSeen) == [2_000_020, 2_000_000, 2_000_000, 2_000_000])
        #expect(found.map(\.lastSeen) == [3_000_000, 3_000_000, 2_000_030, 2_000_010] && found.map(\.example) == ["def", "def", "def", "def"])
        #expect(try store.list(SessionQuery(owner: "app")).items.map(\.id) == (version > 3 ? ["def"] : []))
        #expect(try store.delete("def") && store.delete("abc"))
        #expect(try store.findings().items.isEmpty)
    }

    @Test func `packed bytes that were changed are told as damage`() throws {
        let fixture = try StoreFixture()
        let store = try fixture.open()
        var session = NewSession.sample(1)
        session.report = Array(String(repeating: "{\"frames\":{}}", count: 100).utf8)
        let id = try store.create(session).id
        #expect(try fixture.numbers("SELECT packing FROM step") == [1])
        try fixture.connect().execute("UPDATE step SET report = CAST(substr(report, 1, 20) || 'x' AS BLOB)")
        #expect { try store.report(id) } throws: { error in if case StoreError.damagedSession = error { true } else { false } }
        try fixture.connect().execute("UPDATE step SET packing = 9")
        #expect { try store.report(id) } throws: { error in if case StoreError.damagedSession = error { true } else { false } }
    }
}
