import Foundation
import Glibc
import Testing

/// Who may read the files of a database.
@Suite struct PrivateFileTests {
    private func mode(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test func `the file that a link leads to is private`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.db", withDestinationPath: "real/target.db")
        let service = try RunningService(database: folder.path + "/link.db")
        _ = try service.post("/v1/sessions", #"{"constraints":["a.width == 10"]}"#)
        for suffix in ["", "-wal", "-shm"] { #expect(try mode(folder.path + "/real/target.db" + suffix) == 0o600, "\(suffix)") }
    }

    @Test func `an empty file becomes private, and one with bytes stays`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("empty.db", "")
        chmod(path, 0o666)
        let service = try RunningService(database: path)
        #expect(try mode(path) == 0o600)
        #expect(service.stop() == 0)
        chmod(path, 0o640)
        #expect(try RunningService(database: path).get("/healthz").status == 200)
        #expect(try mode(path) == 0o640)
    }

    @Test func `a name of a folder is no database and no backup`() throws {
        let folder = try TemporaryFolder()
        for name in ["sub/", "sub//", "sub/.", "sub/.."] {
            let outcome = try Program.run("serve", "--port", "0", "--database", folder.path + "/" + name)
            #expect(outcome.status != 0 && outcome.errors.contains("folder"), "\(name): \(outcome.errors)")
        }
        let database = folder.path + "/a.db"
        #expect(try RunningService(database: database).stop() == 0)
        let refused = try Program.run("sessions", "backup", folder.path + "/bk/", "--database", database)
        #expect(refused.status != 0 && refused.errors.contains("folder"))
        let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(made.contains("a.db") && !made.contains { $0.hasPrefix("sub") || $0.hasPrefix("bk") })
        #expect(try Program.run("sessions", "backup", folder.path + "/bk", "--database", database).status == 0)
        #expect(try mode(folder.path + "/bk") == 0o600)
        #expect(try Program.run("sessions", "list", "--database", folder.path + "/bk").status == 0)
    }

    /// Writes a journal that has whoever opens the database beside it delete a file, as that of a larger transaction.
    private static let journalMaker = """
        import os, struct, sys
        name, victim = map(os.fsencode, sys.argv[1:3])
        magic = bytes.fromhex("d9d505f920a163d7")
        head = (magic + struct.pack(">5I", 0, 1, os.path.getsize(name) // 8192, 512, 8192)).ljust(512, bytes(1))
        tail = struct.pack(">I", 131073) + victim + struct.pack(">2I", len(victim), sum(victim)) + magic
        open(name + b"-journal", "wb").write(head + tail)
        """

    @Test(arguments: [
        (#"f=$(printf 'x\351.db')"#, #"ln -s "$f" a.db"#, "whose name is not UTF-8"),
        ("f=x.db", "ln -s x.db l1; for i in $(seq 2 60); do ln -s l$((i - 1)) l$i; done; ln -s l60 a.db", "more than 40 times"),
        ("mkdir sub; f=sub/x.db", #"l=$(printf 'sub/\314\201l'); ln -s "$l" a.db; ln -s x.db "$l""#, "combines with a slash"),
        ("f=x.db", "ln -s x.db a.db", "journal"), (#"f=$(printf '\314\201x.db')"#, #"ln -s "file:$f" a.db"#, ""),
    ])
    func `no link leads past a journal beside the file itself`(file: String, link: String, reason: String) throws {
        let folder = try TemporaryFolder()
        try folder.file("victim", "precious")
        try folder.file("journal.py", PrivateFileTests.journalMaker)
        #expect(try RunningService(database: folder.path + "/made.db").stop() == 0)
        let made = try folder.shell("\(file); cp made.db \"$f\" && python3 journal.py \"$f\" \"$PWD/victim\" && \(link); ls -R")
        #expect(made.status == 0, "\(made)")
        for words in [["serve", "--port", "0"], ["sessions", "list"], ["sessions", "backup", "b.db"]] where words[0] != "serve" || !reason.isEmpty {
            let outcome = try Program.run(words + ["--database", "a.db"], input: Data(), folder: folder.url)
            #expect(outcome.status == 2 && (reason.isEmpty || outcome.errors.contains(reason)), "\(words): \(outcome)")
            #expect(try folder.text("victim") == "precious", "\(words)")
        }
        // Who opens the file without a look at what is beside it does delete the other one.
        let opened = "import os, sqlite3, sys; sqlite3.connect(os.fsencode(sys.argv[1])).execute('SELECT count(*) FROM session').fetchall()"
        let control = try folder.shell("\(file.replacing("mkdir sub; ", with: "")); python3 -c \"\(opened)\" \"$f\" 2>&1; ls")
        #expect(!control.output.contains("victim"), "\(control)")
    }

    @Test func `a name that is not UTF-8 leads to no other file`() throws {
        let folder = try TemporaryFolder()
        for words in ["serve --port 0", "sessions list", "sessions backup b.db", "check"] {
            let name = words == "check" ? "" : "--database"
            let outcome = try folder.shell("'\(Program.url.path)' \(words) \(name) \"$(printf 'p\\351.db')\"")
            #expect(outcome.status == 2 && outcome.output.contains("names that are not UTF-8 are not supported"), "\(outcome)")
            #expect(try folder.shell("ls").output.isEmpty)
        }
    }
}
