import Foundation
import Testing

/// A cache that could have come with the files that it is about.
@Suite struct CacheTrustTests {
    @Test func `without a repository a cache in the checked folder is not used`() throws {
        let (folder, kept) = (try TemporaryFolder(), try TemporaryFolder())
        try folder.file("ws/a.json", Layouts.conflicting)
        func check(_ cache: String, _ operand: String, in place: String, _ environment: [String: String] = [:]) throws -> Program.Outcome {
            try Program.run(
                ["check", "--no-config", "--cache", cache, operand], input: Data(), environment: environment,
                folder: folder.url.appendingPathComponent(place))
        }
        for _ in 1...2 {
            for outcome in [
                try check(".cache", ".", in: "ws"), try check("\(folder.path)/ws/.cache", ".", in: "ws"),
                try check("\(folder.path)/ws/.cache", "\(folder.path)/ws", in: "/"), try check(".cache", ".", in: "ws", ["GIT_DIR": "/nowhere"]),
            ] {
                #expect(outcome.status == 1 && outcome.errors.contains("there is no repository that says"), "\(outcome)")
                #expect(!outcome.errors.contains("reused"), "\(outcome)")
            }
        }
        // Nor is one beside files that are named or listed.
        _ = try folder.shell("mkdir -p ws/App else && ln -s ../ws/a.json else/link.json")
        let file = "\(folder.path)/ws/a.json"
        for _ in 1...2 {
            var outcomes = [
                try check("\(folder.path)/ws/.cache", file, in: "/"), try check("../ws/App/.cache", "../ws/a.json", in: "else"),
                try check("../ws/.cache", "link.json", in: "else"),
            ]
            outcomes.append(
                try Program.run(
                    ["check", "--no-config", "--cache", "\(folder.path)/ws/.cache", "--files-from", "-"], input: Data((file + "\n").utf8),
                    folder: URL(fileURLWithPath: "/")))
            for outcome in outcomes {
                #expect(outcome.status == 1 && outcome.errors.contains("there is no repository that says"), "\(outcome)")
                #expect(!outcome.errors.contains("reused"), "\(outcome)")
            }
        }
        _ = try check("../kept", "../ws", in: "ws")
        #expect(try check("../kept", "../ws", in: "ws").errors.contains("1 of 1 files reused"))
        _ = try folder.shell("rm -r kept")
        _ = try check("../kept", ".", in: "ws")
        #expect(try check("../kept", ".", in: "ws").errors.contains("1 of 1 files reused"))
        _ = try check(kept.path, ".", in: "ws")
        #expect(try check(kept.path, ".", in: "ws").errors.contains("1 of 1 files reused"))
    }
}
