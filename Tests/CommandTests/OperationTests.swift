import Foundation
import Glibc
import Testing

@Suite struct OperationTests {
    private static let token = "a-token-of-some-length"

    private func bearer(_ token: String = OperationTests.token) -> [(String, String)] { [("Authorization", "Bearer \(token)")] }

    @Test func `a token is asked for but at healthz`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("token", OperationTests.token + "\nsecond line\n")
        let service = try RunningService("--token-file", file)
        #expect(try service.get("/healthz").status == 200)
        let refused = try service.get("/v1/sessions")
        #expect(refused.status == 401 && refused.object["code"] as? String == "token-missing")
        #expect(try service.get("/v1/sessions", fields: bearer("another-token-altogether")).object["code"] as? String == "token-wrong")
        #expect(try service.get("/v1/sessions", fields: bearer()).status == 200)
        // The page asks for it itself, and tells strangers of no session.
        for path in ["/", "/sessions/none", "/assets/session.js"] { #expect(try service.get(path).status == 200) }
        #expect(try service.get("/sessions/none", fields: bearer()).status == 404)
        for path in ["/openapi.json", "/sessions/none/", "/assets"] { #expect(try service.get(path).status == 401) }
        #expect(try service.post("/v1/batch", Layouts.clean, type: "application/x-ndjson").status == 401)
        #expect(try service.post("/v1/batch", Layouts.clean, type: "application/x-ndjson", fields: bearer()).status == 200)
    }

    @Test func `a token that every user can read is told, and taken`() throws {
        let folder = try TemporaryFolder()
        let (file, log) = (try folder.file("token", OperationTests.token), folder.path + "/log")
        for (mode, isTold) in [(0o600, false), (0o640, false), (0o644, true), (0o602, true)] {
            chmod(file, mode_t(mode))
            let service = try RunningService("--token-file", file, log: log)
            #expect(try service.get("/v1/sessions", fields: bearer()).status == 200 && service.get("/v1/sessions").status == 401)
            #expect(service.stop() == 0)
            let told = try String(contentsOfFile: log, encoding: .utf8)
            #expect(
                told.contains("\"level\":\"warning\",\"event\":\"token\"") == isTold && told.contains(file) == isTold, "\(String(mode, radix: 8))")
            #expect(!told.contains(OperationTests.token))
            let check = try Program.run("serve", "--check-config", "--port", "0", "--database", folder.path + "/db", "--token-file", file)
            #expect(check.status == 0 && check.errors.contains(file) == isTold)
            try FileManager.default.removeItem(atPath: log)
        }
    }

    @Test func `an address that others reach needs a token`() throws {
        let folder = try TemporaryFolder()
        let options = ["serve", "--host", "0.0.0.0", "--port", "0", "--database", folder.path + "/db", "--check-config"]
        let refused = try Program.run(options, input: Data())
        #expect(refused.status == 2 && refused.errors.contains("is reachable from other machines") && refused.errors.contains("--token-file"))
        #expect(try Program.run(options, input: Data(), environment: ["PLUMBLINE_TOKEN": OperationTests.token]).status == 0)
        let short = try Program.run(options, input: Data(), environment: ["PLUMBLINE_TOKEN": "short"])
        #expect(short.status == 2 && short.errors.contains("PLUMBLINE_TOKEN: a token must have 16 to 1024 characters"))
        #expect(try Program.run(options + ["--token-file", folder.path + "/none"], input: Data()).status == 2)
    }

    @Test func `a configuration is checked without a start`() throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/db"
        // Port 0: the standard one may be another service's.
        #expect(try Program.run("serve", "--check-config", "--port", "0", "--database", database).output == "the configuration is valid\n")
        #expect(!FileManager.default.fileExists(atPath: database))
        try folder.file("theirs", String(repeating: "no database ", count: 100))
        for wrong in [
            ["--database", folder.path + "/theirs"], ["--database", "/nowhere/at/all/db"], ["--port", "70000"], ["--allow-host", "a b"],
            ["--log-level", "loud"], ["--database", ""], ["--database", folder.path], ["--database", "/dev/null"], ["--keep-sessions", "0"],
        ] {
            let outcome = try Program.run(["serve", "--check-config"] + wrong, input: Data(), folder: folder.url)
            #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(wrong)")
        }
    }

    @Test func `a check tells of an address that is taken or not ours`() throws {
        let folder = try TemporaryFolder()
        let running = try RunningService()
        #expect(try Program.run("sessions", "backup", running.database + ".copy", "--database", running.database).status == 0)
        let options = ["serve", "--check-config", "--database", folder.path + "/db"]
        let taken = try Program.run(options + ["--port", "\(running.port)"], input: Data())
        // The service that is to be started anew may still run.
        #expect(taken.status == 0 && taken.output.contains("another program already listens on 127.0.0.1 port \(running.port)"))
        let second = try Program.run("serve", "--database", folder.path + "/db", "--port", "\(running.port)")
        #expect(second.status == 2 && second.errors.contains("\(running.port)"), "\(second.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/db"))
        let foreign = try Program.run(options + ["--host", "192.0.2.1"], input: Data(), environment: ["PLUMBLINE_TOKEN": OperationTests.token])
        #expect(foreign.status == 2 && foreign.errors.contains("192.0.2.1"))
        #expect(try Program.run(options + ["--host", "[::1]", "--port", "0"], input: Data()).status == 0)
        mkfifo(folder.path + "/pipe", 0o600)
        let pipe = try Program.run(["serve", "--port", "0", "--database", folder.path + "/pipe"], input: Data())
        #expect(pipe.status == 2 && pipe.errors.contains("not a regular file"))
        for path in [folder.path + "/pipe", "/dev/null"] {
            let list = try Program.run("sessions", "list", "--database", path)
            #expect(list.status == 2 && list.errors.contains("\(path) cannot be opened: it is not a regular file"), "\(list.errors)")
        }
        #expect(try Program.run("sessions", "list", "--database", "").errors.contains("the name is empty"))
        // Nobody waits for a pipe beside a database either.
        for end in ["-wal", "-shm", "-journal", "-lock"] {
            try? FileManager.default.removeItem(atPath: running.database + ".copy" + end)
            mkfifo(running.database + ".copy" + end, 0o600)
            for command in [["serve", "--port", "0"], ["sessions", "list"]] {
                let outcome = try Program.run(command + ["--database", running.database + ".copy"], input: Data())
                #expect(outcome.status == 2 && outcome.errors.contains(".copy\(end) beside it is not a regular file"), "\(outcome)")
            }
            try FileManager.default.removeItem(atPath: running.database + ".copy" + end)
        }
    }

    @Test(arguments: ["-wal", "-shm", "-journal", "-lock"]) func `no database is made with the name of a file beside another one`(end: String) throws
    {
        let folder = try TemporaryFolder()
        let service = try RunningService()
        _ = try service.post("/v1/sessions", Layouts.clean)
        let (database, other) = (service.database, folder.path + "/o.db")
        #expect(service.stop() == 0)
        #expect(try RunningService(database: other).stop() == 0)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for command in [
            ["sessions", "copy", "--from", database, "--to", other + end], ["sessions", "backup", other + end, "--database", database],
            ["sessions", "restore", database, "--database", other + end], ["serve", "--port", "0", "--database", other + end],
        ] {
            let outcome = try Program.run(command, input: Data())
            #expect(outcome.status == 2 && outcome.errors.contains("a name that ends in \"\(end)\""), "\(command): \(outcome)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == before)
        #expect(try Program.run("sessions", "list", "--database", other).status == 0)
    }

    /// Whether this user may mount in a namespace.
    private static let mayMount = (try? TemporaryFolder().shell("unshare -rm true").status) == 0

    @Test(.enabled(if: OperationTests.mayMount, "this user may not mount"))
    func `a database that is a mounted file is refused, and one in a mounted folder is not`() throws {
        let folder = try TemporaryFolder()
        let database = folder.path + "/a/p.db"
        try FileManager.default.createDirectory(atPath: folder.path + "/a", withIntermediateDirectories: false)
        #expect(try RunningService(database: database).stop() == 0)
        let program = Program.url.path
        let mount = "mkdir b && touch b/p.db && unshare -rm sh -c 'mount --bind"
        let file = try folder.shell("\(mount) a/p.db b/p.db && \(program) serve --port 0 --database b/p.db' 2>&1")
        #expect(file.status == 2 && file.output.contains("b/p.db cannot be opened: the file is mounted there"), "\(file)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/b/p.db-wal"))
        let mounted = try folder.shell("rm -r b && \(mount) a b && \(program) sessions list --database b/p.db' 2>&1")
        #expect(mounted.status == 0, "\(mounted)")
    }

    @Test(.enabled(if: OperationTests.mayMount, "this user may not mount")) func `a start on a full disk says what to do`() throws {
        let folder = try TemporaryFolder()
        #expect(try RunningService(database: folder.path + "/p.db").stop() == 0)
        let fill = "mkdir d && unshare -rm sh -c 'mount -t tmpfs -o size=600k none d && cp p.db d && head -c 2000000 /dev/zero > d/fill"
        for command in ["serve --port 0", "sessions list"] {
            let outcome = try folder.shell("rm -rf d; \(fill) 2>&1; \(Program.url.path) \(command) --database d/p.db' 2>&1")
            #expect(outcome.status == 2 && outcome.output.contains("d/p.db cannot be opened: the disk is full"), "\(outcome)")
            #expect(outcome.output.contains("free some, and try again"))
        }
    }

    @Test func `a log that nobody reads stops nothing`() throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        mkfifo(log, 0o600)
        // Held open at both ends, and never read while the service is asked.
        let reader = open(log, O_RDWR)
        defer { close(reader) }
        let service = try RunningService("--log-level", "debug", "--stop-timeout", "2", log: log)
        let target = "/v1/nothing/" + String(repeating: "x", count: 180)
        for _ in 0..<600 { #expect(try service.get(target).status == 404) }
        #expect(try service.get("/healthz").status == 200)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = read(reader, &bytes, bytes.count)
        #expect(count > 0)
        #expect(try service.get("/healthz").status == 200)
        let told = read(reader, &bytes, bytes.count)
        #expect(String(decoding: bytes.prefix(max(0, told)), as: UTF8.self).contains("lines were dropped"))
        #expect(service.stop() == 0)
    }

    /// Whether this process ignores the signal of a terminal that is closed, so that programs that it starts do, too.
    private static let ignoresHangUp: Bool = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let ignored = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }?.split(separator: "\t").last
        return ignored.flatMap { UInt64($0, radix: 16) }.map { $0 >> UInt64(SIGHUP - 1) & 1 == 1 } ?? false
    }()

    @Test(.enabled(if: !OperationTests.ignoresHangUp, "started with nohup, which the service inherits"))
    func `a terminal that is closed lets requests end`() throws {
        let service = try RunningService()
        let id = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        #expect(service.hangUp() == 0)
        try service.start()
        #expect(try service.get("/v1/sessions/\(id)").status == 200)
    }

    @Test func `the page may be opened by a link from elsewhere, and nothing else`() throws {
        let service = try RunningService()
        let id = try #require(try service.post("/v1/sessions", Layouts.clean).object["id"] as? String)
        let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
        for target in ["/", "/sessions/\(id)"] { #expect(try service.get(target, fields: link).status == 200) }
        for target in ["/v1/sessions", "/v1/sessions/\(id)/report", "/metrics"] { #expect(try service.get(target, fields: link).status == 403) }
        #expect(try service.get("/", fields: []).fields["vary"] == "Accept-Encoding")
    }

    @Test func `an error names its request as the log does, and nothing that was sent steers the log`() throws {
        let folder = try TemporaryFolder()
        let log = folder.path + "/log"
        let service = try RunningService("--log-level", "debug", log: log)
        let answer = try service.get("/v1/nothing%0A%1B%5B31m%22%7D")
        let name = try #require(answer.object["request"] as? String)
        #expect(answer.status == 404 && answer.fields["x-request-id"] == name)
        #expect(try service.post("/v1/check", Layouts.conflicting).fields["x-request-id"] != name)
        #expect(service.stop() == 0)
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let records = try lines.map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)") }
        let record = try #require(records.first { $0["request"] as? String == name })
        #expect(record["status"] as? Int == 404 && record["method"] as? String == "GET" && record["level"] as? String == "debug")
        #expect(records.allSatisfy { $0["time"] is String && $0["event"] is String })
        #expect(!lines.contains { $0.contains("title") || $0.unicodeScalars.contains { $0.value < 32 } })
        #expect(records.last?["message"] as? String == "stopped")
    }

    @Test func `only what is grave enough is told`() throws {
        let folder = try TemporaryFolder()
        let service = try RunningService("--log-level", "error", log: folder.path + "/log")
        #expect(try service.get("/v1/nothing").status == 404)
        #expect(service.stop() == 0)
        #expect(try String(contentsOfFile: folder.path + "/log", encoding: .utf8).isEmpty)
    }

    @Test func `whoever started the service is told when it is ready and when it stops`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/notify"
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        #expect(status == 0)
        var limit = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        func message() -> String {
            var buffer = [UInt8](repeating: 0, count: 1000)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
        }
        let service = try RunningService(environment: ["NOTIFY_SOCKET": path])
        #expect(message().hasPrefix("READY=1\n"))
        #expect(service.stop() == 0)
        #expect(message() == "STOPPING=1")
    }

    @Test func `metrics tell what the process uses`() throws {
        let service = try RunningService()
        _ = try service.get("/v1/nothing")
        _ = try HTTPClient.send("GET", "/", port: service.port, fields: [("Origin", "http://evil.example")])
        let text = try service.get("/metrics").text
        for name in [
            "process_resident_memory_bytes", "process_open_fds", "process_cpu_seconds_total", "plumbline_connections", "plumbline_store_bytes",
        ] {
            #expect(text.contains("\n\(name) "), "\(name)")
        }
        // Refusals are counted, too, that no route saw.
        #expect(text.contains("plumbline_http_responses_total{status=\"403\"} 1"))
    }
}
