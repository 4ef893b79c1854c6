import Foundation
import Testing

/// A page of the database is lost, or is an older one: what is on the others is not lost with it.
@Suite struct DamagedPageTests {
    private static let count = 60
    private let folder: TemporaryFolder
    private let service: RunningService

    /// Stores sessions whose findings and tags take several pages, and stops the service.
    init() throws {
        folder = try TemporaryFolder()
        service = try RunningService(database: folder.path + "/a.db")
        let tags = (0..<4).map { "tag=" + String(repeating: "t\($0)", count: 45) }.joined(separator: "&")
        for number in 0..<DamagedPageTests.count {
            let rows = [("width", 10), ("width", 12), ("height", 10), ("height", 12)].map { "\"v\(number).\($0) == \($1)\"" }
            // Texts that cannot be compressed, so that the documents take several pages, too.
            let name = "Cell \(number) " + (0..<4).map { _ in UUID().uuidString }.joined()
            let answer = try service.post("/v1/sessions?" + tags, #"{"name":"\#(name)","constraints":[\#(rows.joined(separator: ","))]}"#)
            try #require(answer.status == 201, "\(answer.text)")
        }
        try #require(service.stop() == 0)
    }

    private func python(_ script: String, _ arguments: String...) throws -> [String] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", "import sqlite3, sys\n" + script] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return text.split(separator: "\n").map(String.init)
    }

    /// Returns the first fault of a file; nil if there is none.
    private func fault(_ database: String) throws -> String? {
        let faults = try python("print(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone()[0])", database)
        return faults == ["ok"] ? nil : faults.first
    }

    /// Returns the numbers of the pages of a table or an index that have no pages below them.
    private func leaves(_ name: String) throws -> [Int] {
        let script = """
            c = sqlite3.connect(sys.argv[1])
            root = c.execute('SELECT rootpage FROM sqlite_schema WHERE name = ?', sys.argv[2:]).fetchone()[0]
            c.close()
            data = open(sys.argv[1], 'rb').read()
            def number(place, count): return int.from_bytes(data[place:place + count], 'big')
            def walk(page):
                start = (page - 1) * 8192
                if data[start] in (10, 13):
                    print(page)
                    return
                for cell in range(number(start + 3, 2)): walk(number(start + number(start + 12 + 2 * cell, 2), 4))
                walk(number(start + 8, 4))
            walk(root)
            """
        return try python(script, service.database, name).compactMap { Int($0) }
    }

    /// Returns the lines of the list of a database's sessions.
    private func listed(_ database: String) throws -> [Substring] {
        let list = try Program.run("sessions", "list", "--limit", "100", "--database", database)
        #expect(list.status == 0, "\(list)")
        return list.output.split(separator: "\n")
    }

    /// Overwrites a page with zeros, or the end of one.
    private func clear(_ page: Int, of database: String, end: Int = 8192) throws {
        let file = try #require(FileHandle(forUpdatingAtPath: database))
        try file.seek(toOffset: UInt64(page * 8192 - end))
        try file.write(contentsOf: Data(count: end))
        try file.close()
    }

    @Test(arguments: ["finding", "session_tag"]) func `the sessions on other pages are listed and copied`(table: String) throws {
        let pages = try leaves(table)
        try #require(pages.count > 2)
        for (place, page) in pages.enumerated() {
            let (damaged, new) = ("\(folder.path)/\(place).db", "\(folder.path)/\(place).new")
            try FileManager.default.copyItem(atPath: service.database, toPath: damaged)
            try clear(page, of: damaged)
            let lines = try listed(damaged)
            let lost = lines.count { $0.contains(" damaged ") }
            #expect(lines.count == DamagedPageTests.count && lost > 0 && lost < DamagedPageTests.count * 3 / 4, "\(lines)")
            let copy = try Program.run("sessions", "copy", "--from", damaged, "--to", new)
            #expect(copy.status == 1, "\(copy)")
            let copied = try listed(new).count
            // Reading a session's findings reads the beginning of the next page, too.
            #expect((DamagedPageTests.count - lost - 1...DamagedPageTests.count - lost).contains(copied), "\(copied) \(copy)")
        }
    }

    @Test func `the sessions whose rows are on other pages are copied`() throws {
        let pages = try leaves("session")
        try #require(pages.count > 1)
        for (place, page) in pages.enumerated() {
            let (damaged, new) = ("\(folder.path)/\(place).db", "\(folder.path)/\(place).new")
            try FileManager.default.copyItem(atPath: service.database, toPath: damaged)
            try clear(page, of: damaged)
            let copy = try Program.run("sessions", "copy", "--from", damaged, "--to", new)
            let copied = try listed(new).count
            let told = copy.errors.split(separator: "\n").count { $0.hasPrefix("not copied: session ") }
            #expect(copy.status == 1 && copied > 0 && copied + told == DamagedPageTests.count, "\(copied) \(told) \(copy)")
        }
    }

    @Test func `no session is acknowledged that cannot be read`() throws {
        let page = try #require(try leaves("session_tag").last)
        try clear(page, of: service.database)
        try service.start()
        for _ in 0..<2 {
            let answer = try service.post("/v1/sessions", #"{"constraints":["a.width == 10"]}"#)
            #expect(answer.status >= 500, "\(answer.text)")
        }
        let answer = try service.get("/readyz")
        #expect(answer.status == 503 && answer.text.contains("the database is damaged"), "\(answer.text)")
        let listed = try service.get("/v1/sessions?limit=100")
        #expect((listed.object["sessions"] as? [Any])?.count == DamagedPageTests.count, "\(listed.text)")
    }

    @Test func `damage that a read meets within another is noted`() throws {
        let page = try #require(try leaves("session_tag").first)
        let ids = try listed(service.database).compactMap { $0.split(separator: " ").first }
        try clear(page, of: service.database)
        try service.start()
        let status = try ids.map { try service.get("/v1/sessions/\($0)").status }
        #expect(status.contains(200) && status.contains(500), "\(status)")
        #expect(try service.get("/readyz").status == 503)
    }

    @Test func `damage that SQLite does not notice is searched for when a row is missing`() throws {
        try #require(try leaves("document").count > 1)
        let ids = try listed(service.database).compactMap { $0.split(separator: " ").first }
        let root = "print(sqlite3.connect(sys.argv[1]).execute(\"SELECT rootpage FROM sqlite_schema WHERE name = 'document'\").fetchone()[0])"
        let page = try #require(try python(root, service.database).first.flatMap { Int($0) })
        try clear(page, of: service.database, end: 512)
        try service.start()
        let answers = try ids.map { try service.get("/v1/sessions/\($0)/source") }
        #expect(answers.contains { $0.text.contains("its document is missing") }, "\(answers.map(\.status))")
        var status = 200
        for _ in 0..<500 where status == 200 {
            usleep(10_000)
            status = try service.get("/readyz").status
        }
        #expect(status == 503)
        #expect(try service.post("/v1/sessions", #"{"constraints":["a.width == 10"]}"#).status == 503)
    }

    @Test(arguments: ["finding_by_time", "finding_by_session", "finding_by_fingerprint"])
    func `a backup whose index lacks entries is restored with them`(index: String) throws {
        let (backup, restored) = (folder.path + "/backup", folder.path + "/restored.db")
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        // As if a page of the index were one of an older state.
        let script = """
            c = sqlite3.connect(sys.argv[1])
            c.executescript('''
            CREATE TEMP TABLE hidden AS SELECT * FROM finding WHERE id % 7 = 0;
            CREATE TEMP TABLE entry AS SELECT * FROM sqlite_schema WHERE name = 'INDEX';
            DELETE FROM finding WHERE id % 7 = 0;
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE name = 'INDEX';
            PRAGMA writable_schema = RESET;
            INSERT INTO finding SELECT * FROM hidden;
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema SELECT * FROM entry;
            PRAGMA writable_schema = RESET;
            ''')
            """
        _ = try python(script.replacingOccurrences(of: "INDEX", with: index), backup)
        #expect(try fault(backup)?.contains("missing from index \(index)") == true)
        let content = try Data(contentsOf: URL(fileURLWithPath: backup))
        let outcome = try Program.run("sessions", "restore", backup, "--database", restored)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try fault(restored) == nil && Data(contentsOf: URL(fileURLWithPath: backup)) == content)
        #expect(try listed(restored).count == DamagedPageTests.count)
    }

    @Test func `a lost row of a backup is damage of its session, and a lost page is refused with advice`() throws {
        let (backup, restored) = (folder.path + "/backup", folder.path + "/restored.db")
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        let script = """
            c = sqlite3.connect(sys.argv[1])
            c.executescript('''
            CREATE TEMP TABLE entry AS SELECT * FROM sqlite_schema WHERE type IN ('index', 'trigger') AND tbl_name = 'finding';
            PRAGMA writable_schema = ON;
            DELETE FROM sqlite_schema WHERE name IN (SELECT name FROM entry);
            PRAGMA writable_schema = RESET;
            DELETE FROM finding WHERE id = 9;
            PRAGMA writable_schema = ON;
            INSERT INTO sqlite_schema SELECT * FROM entry;
            PRAGMA writable_schema = RESET;
            ''')
            """
        _ = try python(script, backup)
        var outcome = try Program.run("sessions", "restore", backup, "--database", restored)
        #expect(outcome.status == 1 && outcome.errors.contains("is damaged in the backup"), "\(outcome)")
        try clear(try leaves("finding")[1], of: backup)
        outcome = try Program.run("sessions", "restore", backup, "--database", restored)
        #expect(outcome.status == 2 && outcome.errors.contains("sessions copy --from \(backup) --to NEW"), "\(outcome)")
    }
}
