import Foundation
import Testing

/// Lists of files in a checkout below a folder with the name of build products, as some builds have it.
@Suite struct ListedFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bad.json", "App/bad.json", "App/build/bad.json", "Pods/bad.json"] { try folder.file("build/ws/\(name)", Layouts.conflicting) }
    }

    private func check(_ list: [String], in place: String) throws -> Program.Outcome {
        let input = Data(list.map { $0.replacing("PWD", with: folder.path) + "\n" }.joined().utf8)
        return try Program.run(["check", "--no-config", "--files-from", "-"], input: input, folder: folder.url.appendingPathComponent(place))
    }

    @Test(arguments: [true, false])
    func `the way to a checkout leaves nothing out`(isRepository: Bool) throws {
        if isRepository { #expect(try folder.shell("git init -q build/ws").status == 0) }
        for (list, place) in [
            (["PWD/build/ws/bad.json", "PWD/build/ws/App/bad.json"], "build/ws"), (["../ws/bad.json", "../../build/ws/App/bad.json"], "build/ws"),
            (["../bad.json", "bad.json"], "build/ws/App"), (["../build/ws/bad.json", "ws/App/bad.json"], "build"),
            (["bad.json", "PWD/build/ws/App/build/bad.json"], "build/ws/App/build"),
        ] {
            let outcome = try check(list, in: place)
            #expect(outcome.status == 1 && outcome.output.contains("2 conflicting"), "\(list) \(outcome)")
        }
    }

    @Test func `such folders in a checkout are left out of a list`() throws {
        #expect(try folder.shell("git init -q build/ws").status == 0)
        for (list, place) in [
            (["PWD/build/ws/App/build/bad.json", "App/build/bad.json", "Pods/bad.json", "../ws/Pods/bad.json"], "build/ws"),
            (["../Pods/bad.json", "build/bad.json", "PWD/build/ws/Pods/bad.json"], "build/ws/App"),
        ] {
            let outcome = try check(list, in: place)
            #expect(outcome.status == 0 && (outcome.output + outcome.errors).contains("nothing to check"), "\(outcome)")
        }
    }

    @Test func `names from the top of the repository are an error below it`() throws {
        #expect(try folder.shell("git init -q build/ws && cd build/ws && git add .").status == 0)
        for flags in ["", "-z"] {
            let names = try folder.shell("cd build/ws/App && git diff --cached --name-only \(flags)").output
            let input = Data(names.utf8)
            let below = try Program.run(
                ["check", "--no-config", "--files-from", "-"], input: input, folder: folder.url.appendingPathComponent("build/ws/App"))
            #expect(below.status == 2 && below.errors.contains("App/bad.json is a name from the top of the repository"), "\(below)")
            let top = try Program.run(
                ["check", "--no-config", "--files-from", "-"], input: input, folder: folder.url.appendingPathComponent("build/ws"))
            #expect(top.status == 1 && top.output.contains("2 conflicting"), "\(top)")
        }
        // Names that a change deleted are no error, whether or not the top has such a file.
        let outcome = try check(["bad.json", "gone.json", "App/gone.json"], in: "build/ws/App")
        #expect(outcome.status == 1 && outcome.output.contains("1 conflicting"), "\(outcome)")
    }

    @Test func `a byte order mark is not part of the first name`() throws {
        let outcome = try check(["\u{FEFF}bad.json"], in: "build/ws")
        #expect(outcome.status == 1 && outcome.output.contains("1 conflicting"), "\(outcome)")
        try folder.file("build/ws/\u{FEFF}bad.json", Layouts.clean)
        let own = try check(["\u{FEFF}bad.json"], in: "build/ws")
        #expect(own.status == 0 && own.output.contains("1 clean"), "\(own)")
    }
}
