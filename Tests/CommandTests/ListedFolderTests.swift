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
}
