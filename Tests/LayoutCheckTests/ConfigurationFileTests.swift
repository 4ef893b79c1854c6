import Foundation
import LayoutCheck
import Testing

/// Which configuration a file has, and which files a configuration may read and write.
@Suite struct ConfigurationFileTests {
    /// A new folder, with an absolute path without links, that ends with the value.
    private final class Folder {
        let path: String

        init() throws {
            let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().appendingPathComponent("plumbline-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            path = url.path
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        func write(_ name: String, _ text: String = "{}") throws {
            let url = URL(fileURLWithPath: path).appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
            try Data(text.utf8).write(to: url)
        }

        func text(_ name: String) -> String? { try? String(contentsOfFile: path + "/" + name, encoding: .utf8) }
    }

    private func finder(reads: @escaping (String) -> Void = { _ in }) -> ConfigurationFinder {
        ConfigurationFinder { path in
            reads(path)
            return FileManager.default.contents(atPath: path).map { Array($0) }
        }
    }

    // MARK: Finding

    @Test func `a path may have thousands of folders`() throws {
        let deep = Array(repeating: "a", count: 2000).joined(separator: "/")
        var finder = ConfigurationFinder { path in path == ".plumbline.json" ? Array("{}".utf8) : nil }
        finder.checked = ["."]
        #expect(try finder.configuration(of: "\(deep)/b.json").file == ".plumbline.json")
        #expect(try finder.configuration(of: "a/a/b.json").file == ".plumbline.json" && finder.takeNotes().isEmpty)
    }

    @Test func `a file has the nearest configuration at or above it, up to the repository`() throws {
        let folder = try Folder()
        for name in [".plumbline.json", "repo/.git/HEAD", "repo/a/.plumbline.json", "repo/a/b/x.json", "repo/c/x.json", "plain/x.json"] {
            try folder.write(name)
        }
        var finder = finder()
        func found(_ path: String) throws -> String { String(try finder.configuration(of: folder.path + path).file.dropFirst(folder.path.count)) }
        #expect(try found("/repo/a/x.json") == "/repo/a/.plumbline.json" && found("/repo/a/b/x.json") == "/repo/a/.plumbline.json")
        #expect(try found("/plain/x.json") == "/.plumbline.json" && found("/x.json") == "/.plumbline.json")
        // What lies above the repository is not used, and that is said once.
        #expect(try found("/repo/c/x.json").isEmpty && found("/repo/c/y.json").isEmpty)
        let notes = finder.takeNotes()
        #expect(
            notes.count == 1 && notes[0].hasPrefix("\(folder.path)/.plumbline.json is not used: it is above the repository \(folder.path)/repo;"))
        #expect(finder.takeNotes().isEmpty)
    }

    @Test func `a folder that is checked has its configuration for the repositories in it`() throws {
        let folder = try Folder()
        for name in [".plumbline.json", "repo/.git/HEAD", "repo/x.json"] { try folder.write(name) }
        var finder = finder()
        finder.checked = [folder.path]
        #expect(try finder.configuration(of: folder.path + "/repo/x.json").file == folder.path + "/.plumbline.json")
        #expect(finder.takeNotes().isEmpty)
        // A folder with a similar name is another.
        var other = self.finder()
        other.checked = [String(folder.path.dropLast())]
        #expect(try other.configuration(of: folder.path + "/repo/x.json").file.isEmpty)
    }

    @Test func `folders into which everybody may write are not looked into`() throws {
        let folder = try Folder()
        for name in ["open/.plumbline.json", "open/own/x.json"] { try folder.write(name) }
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path + "/open")
        var finder = finder()
        #expect(try finder.configuration(of: folder.path + "/open/own/x.json").file.isEmpty)
        // The folder of the file itself is one that the caller named.
        #expect(try finder.configuration(of: folder.path + "/open/x.json").file == folder.path + "/open/.plumbline.json")
    }

    @Test func `each configuration is read once, and one that is named holds for all`() throws {
        let folder = try Folder()
        for name in [".plumbline.json", "a/b/x.json"] { try folder.write(name) }
        var reads: [String] = []
        var finder = finder { reads.append($0) }
        for _ in 0..<3 { _ = try finder.configuration(of: folder.path + "/a/b/x.json") }
        _ = try finder.configuration(of: folder.path + "/a/y.json")
        #expect(reads == ["/a/b/.plumbline.json", "/a/.plumbline.json", "/.plumbline.json"].map { folder.path + $0 })
        var given = Configuration()
        given.file = "named.json"
        var named = ConfigurationFinder(given: given) { _ in
            Issue.record("nothing is looked for")
            return nil
        }
        #expect(try named.configuration(of: folder.path + "/a/b/x.json").file == "named.json" && named.configuration(of: "-").file == "named.json")
    }

    @Test func `the configurations that were used last are in memory, and others are read again`() throws {
        let folder = try Folder()
        let text = "{\"exclude\": [\"no\"]} // \(String(repeating: "x", count: 200_000))"
        for name in ["a", "b", "c", "d"] { try folder.write("\(name)/.plumbline.json", text) }
        var reads: [String] = []
        var finder = finder { reads.append(String($0.dropFirst(folder.path.count).prefix(2))) }
        var found: [Configuration] = []
        for name in ["a", "b", "a", "c", "a", "b", "d"] { found.append(try finder.configuration(of: "\(folder.path)/\(name)/x.json")) }
        // The one that was used least recently makes room.
        #expect(reads == ["/a", "/b", "/c", "/b", "/d"] && found.allSatisfy { $0.exclude == ["no"] })
        #expect(found[1] == found[5] && found[1].reference == found[5].reference && found[0].reference != found[1].reference)
        #expect(try finder.configuration(found[3].reference).file == "\(folder.path)/c/.plumbline.json")
        // A file that changed has another configuration than the files that were found with it.
        try folder.write("a/.plumbline.json", text + "y")
        let error = try #require(throws: ConfigurationError.self) { try finder.configuration(found[0].reference) }
        #expect(error.description == "\(folder.path)/a/.plumbline.json: the configuration changed during the check; check again")
    }

    @Test func `a mistake in a configuration is an error for each of its files`() throws {
        let folder = try Folder()
        try folder.write(".plumbline.json", "{\n\"x\": 1}")
        var finder = finder()
        for name in ["/a.json", "/b.json"] {
            let error = try #require(throws: ConfigurationError.self) { try finder.configuration(of: folder.path + name) }
            #expect(error.description.hasPrefix("\(folder.path)/.plumbline.json:2:1: unknown key \"x\""))
        }
    }

    // MARK: Files of a configuration

    private func own(_ use: OwnFile.Use, _ name: String, in folder: Folder) -> OwnFile {
        var configuration = Configuration()
        configuration.file = folder.path + "/.plumbline.json"
        configuration.folder = folder.path
        return OwnFile(use, name, of: configuration)
    }

    private func write(_ text: String, to file: OwnFile) throws {
        try file.writeReport { (descriptor: Int32) throws(ConfigurationError) in
            let bytes = Array(text.utf8)
            _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    private static let report = #"{"format":"plumbline.report/1","verdict":"clean"}"#

    @Test func `a new report is written, and a former one is replaced as a whole`() throws {
        let folder = try Folder()
        let file = own(.output, "out.json", in: folder)
        #expect(file.path == folder.path + "/out.json")
        try file.expectWritable()
        try write(ConfigurationFileTests.report + "\nand more", to: file)
        #expect(folder.text("out.json") == ConfigurationFileTests.report + "\nand more")
        try file.expectWritable()
        try write(ConfigurationFileTests.report, to: file)
        #expect(folder.text("out.json") == ConfigurationFileTests.report)
    }

    @Test func `a report that fails leaves no new file`() throws {
        let folder = try Folder()
        let file = own(.output, "out.json", in: folder)
        #expect(throws: ConfigurationError.self) {
            try file.writeReport { (_: Int32) throws(ConfigurationError) in throw ConfigurationError(file: "", "stopped") }
        }
        #expect(folder.text("out.json") == nil)
    }

    @Test func `what is no report stays as it is`() throws {
        let folder = try Folder()
        try folder.write("notes.txt", "mine")
        try folder.write("empty", "")
        try folder.write("dir/x", "")
        try folder.write("bare/HEAD", "ref")
        try folder.write("bare/objects/x", "")
        try folder.write("target.json", ConfigurationFileTests.report)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.json", withDestinationPath: "target.json")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/way", withDestinationPath: "dir")
        try folder.write("hard.json", ConfigurationFileTests.report)
        try FileManager.default.linkItem(atPath: folder.path + "/hard.json", toPath: folder.path + "/other.json")
        for (name, reason) in [
            ("notes.txt", "already exists and is not a report of plumbline"), ("empty", "already exists and is not a report of plumbline"),
            ("dir", "is not a regular file"), ("bare/x", "is inside .git"), ("link.json", "is a symbolic link, which is not followed"),
            ("way/x", #"goes through "way", which is a symbolic link"#), ("hard.json", "has a second name (a hard link)"),
            ("nowhere/x", "create the folder first"), ("notes.txt/x", "cannot be written"),
        ] {
            let file = own(.output, name, in: folder)
            let before = folder.text(name)
            for error in [
                #expect(throws: ConfigurationError.self, performing: { try file.expectWritable() }),
                #expect(throws: ConfigurationError.self, performing: { try write("x", to: file) }),
            ] {
                #expect(
                    error?.message.contains(reason) == true && error?.message.contains(#"the "output" "\#(name)""#) == true,
                    "\(name): \(String(describing: error))")
            }
            #expect(folder.text(name) == before)
        }
        #expect(folder.text("target.json") == ConfigurationFileTests.report)
    }

    @Test func `a baseline is read, absent or refused`() throws {
        let folder = try Folder()
        try folder.write("known.jsonl", "text")
        let descriptor = try #require(try own(.baseline, "known.jsonl", in: folder).openForReading())
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(descriptor, &bytes, 10) == 4 && Array("text".utf8) == Array(bytes.prefix(4)))
        #expect(try own(.baseline, "none.jsonl", in: folder).openForReading() == nil)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link.jsonl", withDestinationPath: "known.jsonl")
        let error = #expect(throws: ConfigurationError.self) { try own(.baseline, "link.jsonl", in: folder).openForReading() }
        #expect(error?.message.hasSuffix("use --baseline FILE") == true || error?.message.contains("--baseline FILE") == true)
    }
}
