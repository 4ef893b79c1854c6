import Foundation
import Testing

/// Somebody changes the database's files under the service: nothing is acknowledged that is lost, and nothing is written over what was put there.
@Suite struct ChangedFileTests {
    private let service: RunningService
    private let backup: String
    private let former: [String]

    init() throws {
        let service = try RunningService()
        self.service = service
        backup = service.database + ".backup"
        former = try (0..<20).map { try ChangedFileTests.session($0, service) }
        let outcome = try Program.run("sessions", "backup", backup, "--database", service.database)
        try #require(outcome.status == 0, "\(outcome.errors)")
        for number in 20..<40 { _ = try ChangedFileTests.session(number, service) }
    }

    private static func session(_ number: Int, _ service: RunningService) throws -> String {
        let answer = try service.post("/v1/sessions", #"{"name":"Cell \#(number)","constraints":["a.width == \#(number + 1)"]}"#)
        return try #require(answer.object["url"] as? String, "\(answer.text)")
    }

    /// A shell's command with the database as `$0` and the backup as `$1`.
    private func shell(_ command: String) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command, service.database, backup]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
    }

    private func integrity(_ database: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            "-c", "import sqlite3, sys\nprint(sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone()[0])", database,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Expects that nothing opens the file while a log is aside that it may need, and moves that log away.
    private func expectRefusalOfLogAside(_ service: RunningService) throws {
        let aside = service.database + "-wal.aside"
        let log = try Data(contentsOf: URL(fileURLWithPath: aside))
        for command in [["sessions", "list"], ["serve", "--port", "0"], ["serve", "--check-config"]] {
            let outcome = try Program.run(command + ["--database", service.database], input: Data())
            #expect(outcome.status == 2 && outcome.errors.contains(aside) && outcome.errors.contains("move the log to another folder"), "\(outcome)")
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: aside)) == log)
        try FileManager.default.moveItem(atPath: aside, toPath: service.database + ".former-log")
    }

    private func expectRefusals() throws {
        for number in 100..<120 {
            let answer = try service.post("/v1/sessions", #"{"name":"Cell \#(number)","constraints":["a.width == 1"]}"#)
            #expect(answer.status == 503 && answer.object["code"] as? String == "store-unavailable", "\(answer.text)")
            let detail = answer.object["detail"] as? String ?? ""
            #expect(detail.contains("nothing was stored") && detail.contains("put the file back"), "\(detail)")
        }
        #expect(try service.get("/readyz").status == 503)
    }

    @Test(arguments: ["cp \"$1\" \"$0\"", "cp \"$1\" \"$0.new\" && mv \"$0.new\" \"$0\"", "rm \"$0\" && cp \"$1\" \"$0\""])
    func `a backup that is put over the file stays as it is`(command: String) throws {
        try shell(command)
        let restored = try Data(contentsOf: URL(fileURLWithPath: backup))
        try expectRefusals()
        #expect(service.stop() == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: service.database)) == restored)
        #expect(try integrity(service.database) == "ok")
        try expectRefusalOfLogAside(service)
        try service.start()
        for url in former { #expect(try service.get(url).status == 200) }
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 20)
        _ = try ChangedFileTests.session(200, service)
    }

    @Test(arguments: [": > \"$0-wal\"", "truncate -s 50000 \"$0-wal\"", "dd if=/dev/zero of=\"$0-wal\" bs=64 count=1 conv=notrunc 2>&1"])
    func `a log that is emptied or cut takes nothing more`(command: String) throws {
        try shell(command)
        try expectRefusals()
        #expect(service.stop() == 0)
        #expect(try integrity(service.database) == "ok")
        try service.start()
        _ = try ChangedFileTests.session(200, service)
    }

    @Test(arguments: ["rm \"$0-wal\"", "head -c 5000000 /dev/zero > \"$0.new\" && mv \"$0.new\" \"$0-wal\""])
    func `what was in a log that is deleted is in the file after the stop`(command: String) throws {
        try shell(command)
        try expectRefusals()
        #expect(service.stop() == 0)
        #expect(try integrity(service.database) == "ok")
        try service.start()
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 40)
    }

    @Test(arguments: [": > \"$0\"", "truncate -s 16384 \"$0\"", "dd if=/dev/zero of=\"$0\" bs=4096 count=1 conv=notrunc 2>&1"])
    func `a file that is emptied or cut takes nothing more`(command: String) throws {
        try shell(command)
        let left = try Data(contentsOf: URL(fileURLWithPath: service.database))
        try expectRefusals()
        #expect(service.stop() == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: service.database)) == left)
        try expectRefusalOfLogAside(service)
        try shell("cp \"$1\" \"$0\"")
        try service.start()
        for url in former { #expect(try service.get(url).status == 200) }
    }

    @Test(arguments: [
        "touch \"$0\"", "cp \"$0\" \"$0.new\" && cat \"$0.new\" > \"$0\"",
        "printf X | dd of=\"$0\" bs=1 seek=$(($(stat -c %s \"$0\") - 5)) conv=notrunc 2>&1",
    ]) func `a log stays with a file of which only a bit or the time of change is other`(command: String) throws {
        try shell(command)
        try expectRefusals()
        #expect(service.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: service.database + "-wal.aside"))
        try service.start()
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 40)
        _ = try ChangedFileTests.session(200, service)
    }

    @Test func `a stop tells which log it has set aside, and the log can be put back`() throws {
        let folder = try TemporaryFolder()
        let service = try RunningService("--log-level", "error", log: folder.path + "/log")
        for number in 0..<3 { _ = try ChangedFileTests.session(number, service) }
        // A bit in the header, so that the file cannot be told from another one.
        let file = try #require(FileHandle(forUpdatingAtPath: service.database))
        try file.seek(toOffset: 64)
        try file.write(contentsOf: Data([1]))
        #expect(try service.get("/readyz").status == 503)
        #expect(service.stop() == 0)
        let aside = service.database + "-wal.aside"
        let told = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
        #expect(told.contains("\"level\":\"error\"") && told.contains("-wal.aside") && told.contains("keep a copy of both"), "\(told)")
        #expect(try Program.run("sessions", "list", "--database", service.database).errors.contains(aside))
        try file.seek(toOffset: 64)
        try file.write(contentsOf: Data([0]))
        try FileManager.default.moveItem(atPath: aside, toPath: service.database + "-wal")
        try service.start()
        #expect((try service.get("/v1/sessions").object["sessions"] as? [Any])?.count == 3)
    }

    @Test(arguments: ["rm \"$0\"", "mv \"$0\" \"$0.old\"", ": > \"$0\""])
    func `a log whose database is away is not deleted`(command: String) throws {
        service.kill()
        let log = service.database + "-wal"
        try shell("cp \"$0\" \"$0.kept\" && \(command)")
        let content = try Data(contentsOf: URL(fileURLWithPath: log))
        for command in [
            ["serve", "--port", "0", "--database", service.database], ["serve", "--check-config", "--database", service.database],
            ["sessions", "copy", "--from", backup, "--to", service.database], ["sessions", "backup", service.database, "--database", backup],
        ] {
            let outcome = try Program.run(command, input: Data())
            #expect(outcome.status == 2 && outcome.errors.contains("\(log) is there"), "\(command): \(outcome)")
            #expect(outcome.errors.contains("Put the database back beside the log"))
            #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == content)
        }
        try shell("cp \"$0.kept\" \"$0\"")
        try service.start()
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 40)
    }

    @Test func `a log beside the file that a link leads to is set aside as well`() throws {
        let link = service.database + ".link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: service.database)
        #expect(service.stop() == 0)
        let linked = try RunningService(database: link)
        for number in 40..<60 { _ = try ChangedFileTests.session(number, linked) }
        try shell("cp \"$1\" \"$0\"")
        #expect(try linked.post("/v1/sessions", #"{"constraints":["a.width == 1"]}"#).status == 503)
        #expect(linked.stop() == 0)
        #expect(FileManager.default.fileExists(atPath: service.database + "-wal.aside"))
        #expect(try integrity(service.database) == "ok")
    }

    @Test func `nothing that is answered 201 beside a copy is lost`() throws {
        let stored = Stored()
        let group = DispatchGroup()
        let service = service
        let port = service.port
        for client in 0..<4 {
            group.enter()
            Thread {
                for number in 0..<100 {
                    let begun = stored.isCopied
                    let answer = try? HTTPClient.send(
                        "POST", "/v1/sessions", port: port, fields: [("Content-Type", "application/json")],
                        body: Data(#"{"name":"\#(client) \#(number)","constraints":["a.width == 1"]}"#.utf8))
                    // What was begun when the copy was there.
                    if begun, answer?.status == 201 { stored.count += 1 }
                    if answer?.status == 503 { stored.refused += 1 }
                }
                group.leave()
            }.start()
        }
        try shell("cp \"$1\" \"$0\"")
        stored.isCopied = true
        group.wait()
        #expect(stored.count == 0 && stored.refused > 0)
        #expect(service.stop() == 0)
        // A checkpoint that was under way may have written into the copy, which nothing prevents: `sessions restore` is for that. A
        // copy made now is whole, and no log of the former file follows it.
        try shell("cp \"$1\" \"$0\"; rm -f \"$0-wal.aside\"")
        try service.start()
        for url in former { #expect(try service.get(url).status == 200) }
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 20)
    }

    private final class Stored: @unchecked Sendable {
        private let lock = NSLock()
        private var values = (isCopied: false, count: 0, refused: 0)
        var isCopied: Bool {
            get { lock.withLock { values.isCopied } }
            set { lock.withLock { values.isCopied = newValue } }
        }
        var count: Int {
            get { lock.withLock { values.count } }
            set { lock.withLock { values.count = newValue } }
        }
        var refused: Int {
            get { lock.withLock { values.refused } }
            set { lock.withLock { values.refused = newValue } }
        }
    }

    @Test func `looks at a file that another service extends take no descriptors`() throws {
        let other = try RunningService(database: service.database)
        for _ in 0..<10 {
            // As a failed extension of the file does.
            try shell("touch \"$0\"")
            #expect(try service.get("/readyz").status == 200)
        }
        // One of SQLite, and one of the looks.
        #expect(service.descriptors(ofFilesWith: "-shm") <= 2)
        _ = try ChangedFileTests.session(40, service)
        #expect(service.stop() == 0)
        _ = try ChangedFileTests.session(41, other)
        #expect(other.stop() == 0)
        #expect(try integrity(service.database) == "ok")
    }

    @Test func `what other processes store and write back is no alarm`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("session.json", try service.get(former[0] + "/export").body).path
        for turn in 0..<5 {
            #expect(try Program.run("sessions", "import", file, "--database", service.database).status == 0)
            _ = try ChangedFileTests.session(300 + turn, service)
            try service.alterDatabase("PRAGMA wal_checkpoint(\(["PASSIVE", "FULL", "RESTART", "TRUNCATE", "TRUNCATE"][turn]));")
            #expect(try service.get("/readyz").status == 200)
            _ = try ChangedFileTests.session(400 + turn, service)
            try service.alterDatabase("VACUUM")
            _ = try ChangedFileTests.session(500 + turn, service)
            #expect(try Program.run("sessions", "backup", "\(backup)\(turn)", "--database", service.database).status == 0)
            #expect(try service.get("/readyz").status == 200)
        }
        #expect(service.stop() == 0)
        #expect(!FileManager.default.fileExists(atPath: service.database + "-wal.aside"))
        try service.start()
        #expect((try service.get("/v1/sessions?limit=100").object["sessions"] as? [Any])?.count == 60)
    }
}
