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
}
