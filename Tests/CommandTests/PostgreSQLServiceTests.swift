import Foundation
import Glibc
import PostgreSQLServer
import Synchronization
import Testing

/// Two services on one PostgreSQL database, and the command line beside them.
@Suite(.enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed (Debian's package postgresql)"))
struct PostgreSQLServiceTests {
    private let server: PostgreSQLServer
    private let schema: String
    private let database: String

    init() throws {
        server = try #require(PostgreSQLServer.shared)
        schema = "c" + UUID().uuidString.lowercased().filter { $0 != "-" }
        try server.run("CREATE SCHEMA \(schema)")
        database = server.connection(schema: schema, password: "s3cret")
    }

    private func end() {
        _ = try? server.run("DROP SCHEMA \(schema) CASCADE")
    }

    private func run(_ arguments: String...) throws -> Program.Outcome {
        try Program.run(arguments + ["--database", database], input: Data())
    }

    @Test func `services on one database have the same sessions`() throws {
        defer { end() }
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        let services = [
            try RunningService("--allow-loss", "--access-log", database: database, log: log),
            try RunningService("--allow-loss", database: database),
        ]
        let url = try #require(try services[0].post("/v1/sessions?name=first", Layouts.conflicting).object["url"] as? String)
        let move = #"{"events":[{"op":"undo"}]}"#
        let edit = #"{"events":[{"op":"resize","width":500,"height":500}]}"#
        for number in 1...4 {
            let service = services[number % 2]
            let made = try service.post("\(url)/events", number == 3 ? move : edit, fields: [("If-Match", "\"\(number - 1)\"")])
            #expect(made.status == 200, "\(made.text)")
            // Each service answers what the other one was told.
            for other in services {
                let report = try other.get("\(url)/report")
                let known = try services[0].get("\(url)/report?step=\(number)")
                #expect(report.status == 200 && report.text == known.text)
                #expect(try other.get(url).object["step"] as? Int == number)
            }
        }
        let late = try services[0].post("\(url)/events", edit, fields: [("If-Match", "\"3\"")])
        #expect(late.status == 412, "\(late.text)")
        let ready = try services[1].get("/readyz")
        #expect(ready.status == 200 && (ready.object["postgresql"] as? String)?.isEmpty == false && ready.object["sqlite"] == nil)
        let replayed = try services[1].post("\(url)/replay", "")
        #expect(replayed.object["identical"] as? Bool == true, "\(replayed.text)")
        #expect(try services[0].delete(url).status == 204)
        #expect(try services[1].get("\(url)/report").status == 404)
        for service in services { #expect(service.stop() == 0) }
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("s3cret") == false)
    }

    @Test func `a layout that is sent to each service at once makes one session`() throws {
        defer { end() }
        let services = [try RunningService("--allow-loss", database: database), try RunningService("--allow-loss", database: database)]
        for key in ["a", "b", "c"] {
            let answers = Mutex<[HTTPClient.Answer]>([])
            let ports = services.map(\.port)
            let fields = [("Content-Type", "application/json"), ("Idempotency-Key", key)]
            let threads = (0..<6).map { number in
                Thread {
                    let body = Data(Layouts.conflicting.utf8)
                    let answer = try? HTTPClient.send("POST", "/v1/sessions", port: ports[number % 2], fields: fields, body: body)
                    answers.withLock { if let answer { $0.append(answer) } }
                }
            }
            for thread in threads { thread.start() }
            while threads.contains(where: { !$0.isFinished }) { usleep(1000) }
            let all = answers.withLock { $0 }
            #expect(all.count == 6 && Set(all.map(\.status)) == [201] && Set(all.map(\.text)).count == 1, "\(all.map(\.status))")
            #expect(all.filter { $0.fields["idempotent-replayed"] == nil }.count == 1)
        }
        #expect((try services[0].get("/v1/sessions").object["sessions"] as? [Any])?.count == 3)
    }

    @Test func `what a standby may not have is not acknowledged if the wait for it is cancelled`() throws {
        defer { end() }
        let service = try RunningService("--allow-loss", database: database)
        let waiting = try RunningService("--allow-loss", database: server.connection(schema: schema, isWaiting: true))
        /// Sends the same twice to the service that waits, and then to the one that does not, as if the standby had returned.
        func send(_ path: String, _ body: String) throws -> HTTPClient.Answer {
            let fields = [("Idempotency-Key", "once")]
            for _ in 0..<2 {
                let (answer, count) = try server.endingWaits(schema: schema, by: ["pg_cancel_backend"]) {
                    try waiting.post(path, body, fields: fields)
                }
                #expect(count == 1 && answer.status == 503 && answer.object["code"] as? String == "outcome-unknown", "\(answer.text)")
                #expect(answer.fields["retry-after"] != nil && answer.text.contains("wait for its synchronous standby was cancelled"))
            }
            let known = try service.post(path, body, fields: fields)
            #expect(known.fields["idempotent-replayed"] == "true", "\(known.fields)")
            return known
        }
        let made = try send("/v1/sessions", Layouts.conflicting)
        #expect(made.status == 201)
        let url = try #require(made.object["url"] as? String)
        #expect(try send("\(url)/events", #"{"events":[{"op":"resize","width":500,"height":500}]}"#).object["step"] as? Int == 1)
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.count == 1)
    }

    @Test func `the service with the lease verifies imports, and gives it up afterwards`() throws {
        defer { end() }
        let services = [try RunningService("--allow-loss", database: database), try RunningService("--allow-loss", database: database)]
        let url = try #require(try services[0].post("/v1/sessions?name=moved", Layouts.conflicting).object["url"] as? String)
        let file = try services[0].get("\(url)/export").text
        #expect(try services[0].delete(url).status == 204)
        try server.run("INSERT INTO lease VALUES ('imports', 'another', now() + interval '1 hour')", schema: schema)
        let imported = try services[1].post("/v1/import", file)
        #expect(imported.status == 201, "\(imported.text)")
        let copy = try #require(imported.object["url"] as? String)
        // They look every two seconds.
        sleep(5)
        for service in services { #expect(try service.get(copy).object["imported"] as? String == "not yet") }
        try server.run("UPDATE lease SET until = now() WHERE name = 'imports'", schema: schema)
        let end = Date() + 30
        while try services[0].get(copy).object["imported"] as? String == "not yet", Date() < end { usleep(100_000) }
        #expect(try services[1].get(copy).object["imported"] as? String == "verified")
        while try server.run("SELECT 1 FROM lease WHERE name = 'imports'", schema: schema) != "", Date() < end { usleep(100_000) }
        #expect(try server.run("SELECT 1 FROM lease WHERE name = 'imports'", schema: schema) == "")
    }

    @Test func `the command line reads and imports on a server`() throws {
        defer { end() }
        let folder = try TemporaryFolder()
        let before = try run("sessions", "list")
        #expect(before.status == 2 && before.errors.contains("has no sessions yet") && !before.errors.contains("s3cret"), "\(before)")
        let refused = try run("serve", "--port", "0")
        #expect(refused.status == 2 && refused.errors.contains("fsync is off") && !refused.errors.contains("s3cret"), "\(refused)")
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions?name=moved", Layouts.conflicting).object["url"] as? String)
        let file = folder.path + "/session.json"
        try Data(try service.get("\(url)/export").text.utf8).write(to: URL(fileURLWithPath: file))
        let imported = try run("sessions", "import", file, "--allow-loss")
        #expect(imported.status == 0, "\(imported)")
        let id = imported.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let list = try run("sessions", "list")
        #expect(list.status == 0 && list.output.contains(id) && list.output.contains("moved"), "\(list)")
        #expect(try run("replay", id).status == 0)
        #expect(try run("diff", id, file).status == 0)
        let shown = try run("sessions", "show", "nobody")
        #expect(shown.status == 2 && shown.errors.contains("there is no session") && !shown.errors.contains("s3cret"), "\(shown)")
        let backup = try run("sessions", "backup", folder.path + "/copy.db")
        #expect(backup.status == 2 && backup.errors.contains("pg_dump"), "\(backup)")
        let checked = try run("serve", "--check-config", "--port", "0")
        #expect(checked.status == 0, "\(checked)")
        let absent = try Program.run(["sessions", "list", "--database", "postgresql://u:s3cret@/x?host=\(folder.path)"], input: Data())
        #expect(absent.status == 2 && !absent.errors.contains("s3cret"), "\(absent)")
    }

    @Test func `sessions are copied to a server and back while a service uses the file`() throws {
        defer { end() }
        let folder = try TemporaryFolder()
        let (file, back) = (folder.path + "/a.db", folder.path + "/b.db")
        let service = try RunningService(database: file)
        let url = try #require(try service.post("/v1/sessions?name=moved", Layouts.conflicting).object["url"] as? String)
        let edit = #"{"events":[{"op":"resize","width":500,"height":500}]}"#
        #expect(try service.post("\(url)/events", edit, fields: [("Idempotency-Key", "once")]).status == 200)
        func copy(_ from: String, _ to: String) throws -> Program.Outcome {
            try Program.run(["sessions", "copy", "--from", from, "--to", to, "--allow-loss"], input: Data())
        }
        let over = try copy(file, database)
        #expect(over.status == 0 && over.output.hasPrefix("copied 1 session; postgresql://"), "\(over)")
        #expect(over.output.hasSuffix("has 1 session\nran the steps of 1 session again, with the same results\n"), "\(over)")
        #expect(!over.output.contains("s3cret") && !over.errors.contains("s3cret"))
        _ = try service.post("\(url)/exercise", "{}")
        let again = try copy(file, database)
        #expect(again.status == 0 && again.output.hasPrefix("copied 0 sessions, updated 1; "), "\(again)")
        #expect(try copy(database, back).status == 0)
        let exported = try service.get("\(url)/export").text
        let other = try RunningService("--allow-loss", database: database)
        #expect(try other.get(url + "/export").text == exported)
        // The key is known there, too.
        let repeated = try other.post("\(url)/events", edit, fields: [("Idempotency-Key", "once")])
        #expect(repeated.status == 200 && repeated.object["step"] as? Int == 1, "\(repeated.text)")
        #expect(try RunningService(database: back).get(url + "/export").text == exported)
    }
}
