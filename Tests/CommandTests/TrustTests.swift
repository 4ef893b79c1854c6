import Foundation
import Testing

@Suite struct TrustTests {
    private static let conflict = #"{"name":"Cell","constraints":["a.width == 10","a.width == 12"]}"#

    private func imported(_ service: RunningService, _ id: String) throws -> String? {
        for _ in 0..<300 {
            let word = try service.get("/v1/sessions/\(id)").object["imported"] as? String
            if word != "not yet" { return word }
            Thread.sleep(forTimeInterval: 0.1)
        }
        return "not yet"
    }

    @Test func `an import is run again and marked`() throws {
        let service = try RunningService()
        let made = try service.post("/v1/sessions", TrustTests.conflict).object
        #expect(made["imported"] == nil)
        let id = try #require(made["id"] as? String)
        let text = try service.get("/v1/sessions/\(id)/export").text
        let answer = try service.post("/v1/import", text)
        #expect(answer.status == 201 && answer.object["imported"] as? String == "not yet")
        let same = try #require(answer.object["id"] as? String)
        // What the report says is altered, and its verdict with it.
        let altered = text.replacing("\"conflicting\"", with: "\"clean\"")
        let other = try #require(try service.post("/v1/import", altered).object["id"] as? String)
        #expect(try imported(service, same) == "verified")
        #expect(try imported(service, other) == "differs")
        let listed = try #require(try service.get("/v1/sessions").object["sessions"] as? [[String: Any]])
        #expect(Set(listed.map { $0["imported"] as? String }) == [nil, "verified", "differs"])
        // A verdict that is not its report's is refused.
        let verdict = try #require(text.range(of: "\"verdict\":\"conflicting\""))
        let refused = try service.post("/v1/import", text.replacingCharacters(in: verdict, with: "\"verdict\":\"clean\""))
        #expect(refused.status == 422 && refused.object["code"] as? String == "wrong-verdict", "\(refused.text)")
        // So is an engine, and that there is none.
        let report = try #require(text.range(of: "\"report\":{"))
        let engine = try #require(text.range(of: #""engine":"[^"]*""#, options: .regularExpression, range: report.upperBound..<text.endIndex))
        let nameless = try service.post("/v1/import", text.replacingCharacters(in: engine, with: "\"engine\":null"))
        #expect(nameless.status == 422 && nameless.object["code"] as? String == "wrong-engine", "\(nameless.text)")
    }

    @Test func `an import that is sent again makes no second session`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String)
        #expect(try service.post(url + "/events", #"{"events":[{"op":"resize","width":9,"height":1}]}"#).status == 200)
        let text = try service.get(url + "/export").text
        let key = [("Idempotency-Key", "import-1")]
        let first = try service.post("/v1/import", text, fields: key)
        let again = try service.post("/v1/import", text, fields: key)
        #expect(first.status == 201 && again.status == 201 && first.object["id"] as? String == again.object["id"] as? String)
        #expect(first.fields["idempotent-replayed"] == nil && again.fields["idempotent-replayed"] == "true")
        #expect(again.fields["location"] == first.fields["location"])
        #expect(first.object["report"] as? NSDictionary == again.object["report"] as? NSDictionary)
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.count == 2)
        // Another body, or another kind of request.
        for other in [try service.post("/v1/import", text + " ", fields: key), try service.post("/v1/sessions", TrustTests.conflict, fields: key)] {
            #expect(other.status == 422 && other.object["code"] as? String == "idempotency-key-reused", "\(other.text)")
        }
        #expect(try service.post("/v1/import", text, fields: [("Idempotency-Key", "a b")]).status == 400)
        #expect(try service.delete(try #require(first.fields["location"])).status == 204)
        #expect(try service.post("/v1/import", text, fields: key).status == 201)
    }

    @Test func `an import lacks nothing that its engine wrote`() throws {
        let service = try RunningService()
        let id = try #require(try service.post("/v1/sessions", TrustTests.conflict).object["id"] as? String)
        let export = try service.get("/v1/sessions/\(id)/export").object
        func verified(without keys: [String], engine: String? = nil) throws -> String? {
            var (session, step) = (export, try #require((export["steps"] as? [[String: Any]])?.first))
            var report = try #require(step["report"] as? [String: Any])
            for key in keys { #expect(report.removeValue(forKey: key) != nil, "\(key)") }
            if let engine {
                step["engine"] = engine
                if report["engine"] != nil { report["engine"] = engine }
            }
            step["report"] = report
            session["steps"] = [step]
            let text = String(decoding: try JSONSerialization.data(withJSONObject: session), as: UTF8.self)
            let answer = try service.post("/v1/import", text)
            return try imported(service, try #require(answer.object["id"] as? String, "\(answer.text)"))
        }
        #expect(try verified(without: []) == "verified")
        for keys in [["names"], ["diagnoses"], ["name"], ["root"], ["engine"], ["name", "root", "names", "diagnoses"]] {
            #expect(try verified(without: keys) == "differs", "\(keys)")
        }
        // The first version had none of these.
        #expect(try verified(without: ["name", "root", "names", "diagnoses"], engine: "plumbline 0.1.0") == "verified")
    }

    @Test func `strangers fill no memory with bodies`() throws {
        let service = try RunningService("--max-memory", "256", environment: ["PLUMBLINE_TOKEN": "secretsecretsecret"])
        let bodies = [
            ("/healthz", 15_900_000), ("/help", 15_900_000), ("/sessions/x", 15_900_000), ("/healthz", 15_900_000), ("/", 3_000_000),
            ("/help", 500_000),
        ]
        // Each body lacks its last bytes. Together they take nearly all that requests may hold.
        let strangers = try bodies.map { path, size in
            let connection = try RawConnection(port: service.port)
            let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(service.port)\r\nContent-Length: 16000000\r\n\r\n"
            connection.send(Data(head.utf8) + Data(count: size))
            return connection
        }
        let body = #"{"name":"\#(String(repeating: "x", count: 1_000_000))","constraints":["a.width == 10"]}"#
        let answer = try service.post("/v1/check", body, fields: [("Authorization", "Bearer secretsecretsecret")])
        #expect(answer.status == 200, "\(answer.text.prefix(300))")
        withExtendedLifetime(strangers) {}
    }

    @Test func `entity tags are compared as they are written`() throws {
        let service = try RunningService()
        let url = try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String)
        let events = #"{"events":[{"op":"resize","width":9,"height":1}]}"#
        for tag in ["\"+0\"", "\"00\"", "\"-0\"", "\"0 \"", "\" 0\""] {
            #expect(try service.post(url + "/events", events, fields: [("If-Match", tag)]).status == 412, "\(tag)")
        }
        for tags in [#""0" "3""#, #""0"W/"3""#, #""0","#, #","0""#, #""0"#, #"0""#, #"*, "0""#] {
            let refused = try service.post(url + "/events", events, fields: [("If-Match", tags)])
            #expect(refused.status == 400 && refused.object["code"] as? String == "invalid-if-match", "\(tags)")
            #expect((refused.object["detail"] as? String)?.contains("commas between them") == true)
        }
        #expect(try service.post(url + "/events", events, fields: [("If-Match", #""7,0", "8""#)]).status == 412)
        #expect(try service.post(url + "/events", events, fields: [("If-Match", "\"7\""), ("If-Match", "\"0\"")]).status == 200)
        let twice = try service.post(url + "/events", events, fields: [("Idempotency-Key", "a"), ("Idempotency-Key", "b")])
        #expect(twice.status == 400 && twice.object["code"] as? String == "field")
    }

    @Test func `the style of an HTML report is let in by its policy`() throws {
        let service = try RunningService()
        let answer = try service.post("/v1/check?format=html", TrustTests.conflict)
        #expect(answer.status == 200 && answer.text.contains("<style>"))
        let policy = try #require(answer.fields["content-security-policy"])
        #expect(policy.contains("style-src 'unsafe-inline'") && policy.contains("default-src 'none'") && !policy.contains("script-src"))
    }

    @Test func `a backup is restored only where no service runs`() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let backup = folder.path + "/backup.db"
        let first = try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String)
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        let second = try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String)
        let early = try Program.run("sessions", "restore", backup, "--database", service.database)
        #expect(early.status == 2 && early.errors.contains("stop the service first"))
        #expect(try service.get(second).status == 200)
        #expect(service.stop() == 0)
        let outcome = try Program.run("sessions", "restore", backup, "--database", service.database)
        #expect(outcome.status == 0 && outcome.errors.contains(service.database + ".replaced"), "\(outcome)")
        try service.start()
        #expect(try service.get(first).status == 200 && service.get(second).status == 404)
    }

    @Test func `a list does not tell an altered row as a fact`() throws {
        let service = try RunningService()
        for _ in 0..<2 { _ = try service.post("/v1/sessions", TrustTests.conflict) }
        #expect(service.stop() == 0)
        try service.alterDatabase("UPDATE session SET verdict = 'clean', name = 'evil' WHERE sequence = (SELECT min(sequence) FROM session)")
        for arguments in [[], ["--verdict", "clean"]] {
            let outcome = try Program.run(["sessions", "list", "--database", service.database] + arguments, input: Data())
            let line = try #require(outcome.output.split(separator: "\n").first { $0.hasSuffix("evil") })
            #expect(line.contains("  damaged  ") && !line.contains("clean"), "\(outcome)")
        }
    }

    @Test(arguments: ["sqlite_x", "sqlite_autoindex_session_9", "sqlite_stat1"])
    func `a trigger is refused, whatever its name`(name: String) throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        for _ in 0..<2 { _ = try service.post("/v1/sessions", TrustTests.conflict) }
        #expect(service.stop() == 0)
        let trigger = "CREATE TRIGGER \(name) AFTER INSERT ON session BEGIN DELETE FROM session WHERE sequence <> new.sequence; END"
        try service.alterDatabase(
            "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('trigger', '\(name)', 'session', 0, '\(trigger)')")
        for command in [
            ["serve", "--port", "0", "--database", service.database], ["sessions", "list", "--database", service.database],
            ["sessions", "backup", folder.path + "/backup.db", "--database", service.database],
            ["sessions", "restore", service.database, "--database", folder.path + "/new.db"],
            ["sessions", "copy", "--from", service.database, "--to", folder.path + "/new.db"],
        ] {
            let outcome = try Program.run(command, input: Data())
            #expect(outcome.status == 2 && outcome.errors.contains("the trigger \"\(name)\" is unknown"), "\(command): \(outcome)")
        }
    }

    @Test func `nothing is written or deleted through links beside the database`() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let (backup, precious) = (folder.path + "/backup.db", folder.path + "/precious")
        _ = try service.post("/v1/sessions", TrustTests.conflict)
        #expect(service.stop() == 0)
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        let content = try Data(contentsOf: URL(fileURLWithPath: backup))
        for name in ["", "-wal", "-shm", "-journal", "-lock"].map({ ".restoring" + $0 }) + [".replaced", ".replaced-wal"] {
            // To what is not there, and is not made either; to a file; and to the backup.
            for target in [folder.path + "/none", try folder.file("precious", "precious"), backup] {
                let link = service.database + name
                try? FileManager.default.removeItem(atPath: link)
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
                let outcome = try Program.run("sessions", "restore", backup, "--database", service.database)
                #expect(outcome.status == 0, "\(name): \(outcome)")
                #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
                #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious", "\(name)")
                #expect(try Data(contentsOf: URL(fileURLWithPath: backup)) == content, "\(name)")
            }
        }
        for end in ["-wal", "-shm", "-journal", "-lock"] {
            try? FileManager.default.removeItem(atPath: service.database + end)
            try FileManager.default.createSymbolicLink(atPath: service.database + end, withDestinationPath: precious)
            let outcome = try Program.run("serve", "--port", "0", "--database", service.database)
            #expect(outcome.status == 2 && outcome.errors.contains("\(service.database)\(end) beside it is a symbolic link; remove it"), "\(outcome)")
            try FileManager.default.removeItem(atPath: service.database + end)
        }
        #expect(try String(contentsOfFile: precious, encoding: .utf8) == "precious")
    }

    @Test func `a damaged session of a backup is named when it is restored`() throws {
        let service = try RunningService()
        let folder = try TemporaryFolder()
        let backup = folder.path + "/backup.db"
        let urls = try (0..<2).map { _ in try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String) }
        #expect(service.stop() == 0)
        try service.alterDatabase("UPDATE step SET verdict = 'clean' WHERE session = (SELECT min(sequence) FROM session)")
        #expect(try Program.run("sessions", "backup", backup, "--database", service.database).status == 0)
        let outcome = try Program.run("sessions", "restore", backup, "--database", service.database)
        let id = try #require(urls[0].split(separator: "/").last)
        #expect(outcome.status == 1 && outcome.errors.contains("session \(id) is damaged in the backup: step 0 was changed"), "\(outcome)")
        try service.start()
        #expect(try service.get(urls[1] + "/report").status == 200)
        let damaged = try service.get(urls[0] + "/report")
        #expect(damaged.status == 500 && damaged.object["code"] as? String == "session-damaged", "\(damaged.text)")
    }

    @Test func `many old sessions are deleted only if that is allowed`() throws {
        let service = try RunningService()
        for _ in 0..<20 { _ = try service.post("/v1/sessions", TrustTests.conflict) }
        #expect(service.stop() == 0)
        // As if they had come years ago, but for one.
        try service.alterDatabase(
            "UPDATE session SET arrived_at = 1, seal = NULL, content = NULL WHERE sequence < (SELECT max(sequence) FROM session)")
        let log = service.database + ".log"
        let careful = try RunningService("--keep-days", "30", database: service.database, log: log)
        Thread.sleep(forTimeInterval: 1)
        #expect(try (careful.get("/v1/sessions").object["sessions"] as? [Any])?.count == 20)
        #expect(careful.stop() == 0)
        #expect(try String(contentsOfFile: log, encoding: .utf8).contains("19 of 20 sessions are older than 30 days"))
        let allowed = try RunningService("--keep-days", "30", "--delete-many", database: service.database)
        var count: Int?
        for _ in 0..<100 where count != 1 {
            count = try (allowed.get("/v1/sessions").object["sessions"] as? [Any])?.count
            Thread.sleep(forTimeInterval: 0.1)
        }
        #expect(count == 1)
    }

    @Test(arguments: [(1, 1, true), (2, 2, true), (3, 2, true), (3, 1, false)])
    func `of few sessions one goes at a time, and never the last`(count: (all: Int, old: Int, isKept: Bool)) throws {
        let service = try RunningService()
        for _ in 0..<count.all { _ = try service.post("/v1/sessions", TrustTests.conflict) }
        #expect(service.stop() == 0)
        // As if an older plumbline had stored them, as the digest covers the time.
        try service.alterDatabase(
            """
            UPDATE session SET arrived_at = 1, seal = NULL, content = NULL
            WHERE sequence IN (SELECT sequence FROM session ORDER BY sequence LIMIT \(count.old))
            """)
        let log = service.database + ".log"
        let careful = try RunningService("--keep-days", "30", database: service.database, log: log)
        let text = try TrustTests.afterRetention(log)
        #expect(text.contains("so none of them is deleted") == count.isKept && text.contains("deleted 1 sessions") != count.isKept, "\(text)")
        let left = try (careful.get("/v1/sessions").object["sessions"] as? [Any])?.count
        #expect(left == (count.isKept ? count.all : count.all - count.old))
    }

    /// Returns a service's log once it names the first run of retention.
    private static func afterRetention(_ log: String) throws -> String {
        var text = ""
        for _ in 0..<100 where !text.contains("retention") {
            text = try String(contentsOfFile: log, encoding: .utf8)
            Thread.sleep(forTimeInterval: 0.1)
        }
        return text
    }

    @Test func `sessions that came while the clock was ahead displace no others`() throws {
        let service = try RunningService()
        let urls = try (0..<6).map { _ in try #require(try service.post("/v1/sessions", TrustTests.conflict).object["url"] as? String) }
        #expect(service.stop() == 0)
        // As if the last three had come in another century, to an older plumbline, as the digest covers the time.
        try service.alterDatabase(
            """
            UPDATE session SET arrived_at = 9000000000000000 + sequence % 1000, seal = NULL, content = NULL
            WHERE sequence IN (SELECT sequence FROM session ORDER BY sequence DESC LIMIT 3)
            """)
        let log = service.database + ".log"
        let keeping = try RunningService("--keep-sessions", "2", database: service.database, log: log)
        let text = try TrustTests.afterRetention(log)
        #expect(text.contains("deleted 1 sessions"), "\(text)")
        #expect(try urls.map { try keeping.get($0).status } == [404, 200, 200, 200, 200, 200])
    }

    @Test func `a cache that belongs to the checkout is not used`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", TrustTests.conflict)
        func check() throws -> Program.Outcome { try Program.run(["check", "a.json", "--cache", "cache"], input: Data(), folder: folder.url) }
        for command in [["init", "-q"], ["config", "user.email", "a@b"], ["config", "user.name", "a"]] { try git(command, folder) }
        #expect(try check().status == 1)
        #expect(try check().errors.contains("1 of 1 files reused"))
        try git(["add", "-f", "cache"], folder)
        let outcome = try check()
        #expect(outcome.status == 1 && outcome.errors.contains("is not used") && !outcome.errors.contains("reused"), "\(outcome)")
        // A link out of the repository.
        try git(["rm", "-rq", "--cached", "cache"], folder)
        let elsewhere = try TemporaryFolder()
        try FileManager.default.removeItem(atPath: folder.path + "/cache")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/cache", withDestinationPath: elsewhere.path)
        #expect(try check().errors.contains("leads out of the repository"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).isEmpty)
    }

    @Test(arguments: ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"])
    func `no text of a layout is a command to a build's runner`(format: String) throws {
        let folder = try TemporaryFolder()
        let blanks = [0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF].compactMap { Unicode.Scalar(UInt32($0)) }
        let words =
            blanks.map { "\($0) \($0)::stop-commands::x" } + [
                "::stop-commands::x", "##vso[task.setvariable]x", "##[group]x", "##teamcity[x]", " \t::error::x",
            ]
        // In texts that cannot be read, and as names in findings.
        for (number, word) in words.enumerated() {
            try folder.file("text\(number).txt", "a.width == 10\n\(word) .width == 1\n")
            try folder.file(
                "view\(number).json", #"{"constraints":["a.width == 10",{"id":"\#(word)","constraint":"a.width == 12"}]}"#.replacing("\t", with: ""))
        }
        let names = words.indices.flatMap { ["text\($0).txt", "view\($0).json"] }
        let outcome = try Program.run(["check", "--format", format, "-v"] + names, input: Data(), folder: folder.url)
        for line in (outcome.output + "\n" + outcome.errors).split(whereSeparator: \.isNewline) {
            let start = line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
            let isOwn = format == "github" && (line.hasPrefix("::error ") || line.hasPrefix("::warning ") || line.hasPrefix("::notice "))
            #expect(!start.hasPrefix("::") || isOwn, "\(line)")
            #expect(line.firstMatch(of: /##[A-Za-z]*\[/) == nil, "\(line)")
        }
        #expect(outcome.errors.contains(": :stop-commands"))
    }

    @Test func `no key of a configuration begins a line`() throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", TrustTests.conflict)
        for text in [
            #"{"a\n::stop-commands::x": 1}"#, #"{"rules": {"a\n::stop-commands::x": "on"}}"#, #"{"rules": {"conflict": "\n::error::x"}}"#,
            #"{"assert": ["\n::error::x"]}"#, #"{"sizes": ["\n::error::x"]}"#, #"{"baseline": "a\n::error::x"}"#,
        ] {
            try folder.file(".plumbline.json", text)
            let outcome = try folder.run(["check", "a.json"])
            #expect(outcome.status == 2 && outcome.errors.filter { $0 == "\n" }.count == 1, "\(outcome)")
        }
    }

    @Test(arguments: ["json", "sarif", "gitlab"])
    func `JSON on standard output has no raw sign that controls a terminal`(format: String) throws {
        let folder = try TemporaryFolder()
        try folder.file("a.json", #"{"name":"\u009b2J\u202e\u2066","constraints":["a.width == 10","a.width == 12"]}"#)
        let outcome = try folder.run(["check", "a.json", "--format", format])
        #expect(outcome.status == 1 && !outcome.output.unicodeScalars.contains { [0x9B, 0x202E, 0x2066].contains($0.value) })
        _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        #expect(format != "json" || outcome.output.contains(#"\u009b"#))
    }

    @Test func `a pipe of the checkout is refused`() throws {
        let folder = try TemporaryFolder()
        #expect(try folder.shell("mkfifo a.json a.log").status == 0)
        for line in [["check", "a.json"], ["analyze", "a.json"], ["scan-log", "a.log"], ["check", "--files-from", "a.log"]] {
            let outcome = try folder.run(line)
            #expect(outcome.status == 2 && outcome.errors.contains("not a regular file"), "\(line): \(outcome)")
        }
        #expect(try folder.run(["check", "/dev/stdin"], input: "a.width == 10\n").status == 1)
    }

    @Test func `a link out of the repository is not read even if it is named`() throws {
        let folder = try TemporaryFolder()
        try folder.file("secret", "password.hunter2 == 1\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/checkout", withIntermediateDirectories: true)
        let checkout = folder.url.appendingPathComponent("checkout")
        for (name, target) in [("a.txt", "../secret"), ("b.txt", "/proc/self/environ")] {
            try FileManager.default.createSymbolicLink(atPath: checkout.path + "/" + name, withDestinationPath: target)
        }
        func check(_ path: String) throws -> Program.Outcome { try Program.run(["check", path], input: Data(), folder: checkout) }
        // Without a repository the folder is the user's own.
        #expect(try check("a.txt").errors.contains("hunter2"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "init", "-q", checkout.path]
        try process.run()
        process.waitUntilExit()
        for path in ["a.txt", "./b.txt"] {
            let outcome = try check(path)
            #expect(outcome.status == 2 && outcome.errors.contains("leads out of the repository through a link"), "\(outcome)")
            #expect(!outcome.errors.contains("hunter2") && !outcome.errors.contains("PATH="))
        }
        for words in [["analyze"], ["analyze", "--batch"], ["render"], ["diff", "a.txt"], ["scan-log"], ["replay"], ["sessions", "import"]] {
            let outcome = try Program.run(words + ["a.txt"], input: Data(), folder: checkout)
            #expect(outcome.status == 2 && outcome.errors.contains("a.txt: it leads out of the repository through a link"), "\(words): \(outcome)")
        }
        #expect(try check("../secret").errors.contains("hunter2"))
    }

    private func git(_ words: [String], _ folder: TemporaryFolder) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git", "-C", folder.path] + words
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    @Test func `names of any length become names of files`() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "👩‍👩‍👧‍👦", count: 3) + String(repeating: "ツ\u{309a}\u{309a}\u{309a}", count: 60)
        try folder.file("a.json", #"{"name":"\#(name)","constraints":["a.width == 10"]}"#)
        let outcome = try Program.run(["render", "a.json", "-o", "pictures/"], input: Data(), folder: folder.url)
        #expect(outcome.status <= 1, "\(outcome)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/pictures").count == 1)
    }
}
