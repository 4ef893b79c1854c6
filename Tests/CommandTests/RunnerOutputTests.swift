import Foundation
import Testing

/// What a build's runner reads of the program's outputs, however they are named.
@Suite struct RunnerOutputTests {
    private let folder: TemporaryFolder
    private static let command = "##vso[task.setvariable variable=a]b"

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("v.json", Layouts.conflicting.replacing("title.", with: "\\\"\(RunnerOutputTests.command)\\\"."))
    }

    @Test(
        arguments: ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"],
        ["/dev/stdout", "/dev/stderr", "/proc/self/fd/1", "/dev/fd/2", "link"])
    func `a report to an output by its path holds no command`(format: String, path: String) throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "/dev/stdout")
        for outputs in [">>out 2>>out", "2>&1 | cat >>out"] {
            try folder.file("out", "before\n")
            // A link of the working directory is refused.
            let path = path == "link" ? "\(folder.path)/link" : path
            _ = try folder.shell("'\(Program.url.path)' check --no-config --format \(format)=\(path) v.json \(outputs)")
            let text = try folder.text("out")
            #expect(text.hasPrefix("before\n") && text.contains("vso[task"), "\(text)")
            #expect(!text.contains("##vso["), "\(text)")
        }
    }

    @Test func `a file keeps the names of a layout`() throws {
        _ = try folder.run(["check", "--no-config", "--format", "json=report.json", "v.json"])
        #expect(try folder.text("report.json").contains(RunnerOutputTests.command))
    }

    @Test func `names of files and sessions are no commands`() throws {
        #expect(try folder.shell("mkdir '##vso[x]y'").status == 0)
        let made = try folder.run(["init", "##vso[x]y"])
        #expect(made.status == 0 && made.output.contains("vso[x]y") && !made.output.contains("##vso["), "\(made)")
        let service = try RunningService()
        let named = Layouts.conflicting.replacing("ProfileCell", with: RunnerOutputTests.command)
        _ = try service.post("/v1/sessions", named)
        #expect(service.stop() == 0)
        let listed = try Program.run("sessions", "list", "--database", service.database)
        #expect(listed.output.contains("vso[task") && !listed.output.contains("##vso["), "\(listed)")
        let drawn = try folder.run(["render", "v.json"])
        #expect(drawn.status == 0 && drawn.output.contains("vso[task") && !drawn.output.contains("##vso["), "\(drawn.output)")
    }
}
