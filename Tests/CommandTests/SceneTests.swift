import Foundation
import Testing

/// Files with several layouts, drawn and compared by the real program.
@Suite struct SceneTests {
    private let scenes = InterfaceBuilderTests.path("scenes.storyboard")

    @Test(arguments: ["Login", "roo-00-001", "2"])
    func `a scene is meant by its name, its root or its number`(_ scene: String) throws {
        let drawing = try Program.run("render", scenes, "--scene", scene)
        #expect(drawing.status == 0 && drawing.output.contains("<title>Login: clean</title>"))
        #expect(try Program.run("diff", scenes, scenes, "--scene", scene).status == 0)
        let other = try Program.run("diff", scenes, scenes, "--scene", "navigationController", "--scene", scene)
        #expect(other.status == 1)
    }

    @Test func `which scenes there are is told where it is not clear which is meant`() throws {
        for options in [[], ["--scene", "3"], ["--scene", "0"], ["--scene", "Nothing"]] {
            for command in [["render", scenes], ["diff", scenes, scenes]] {
                let outcome = try Program.run(command + options, input: Data())
                #expect(outcome.status == 2 && outcome.output.isEmpty)
                #expect(outcome.errors.contains("1. navigationController (root 'bar-00-001'), 2. Login (root 'roo-00-001')"), "\(outcome.errors)")
            }
        }
        #expect(try Program.run("diff", scenes, scenes, "--scene", "1", "--scene", "1", "--scene", "1").status == 2)
    }

    @Test func `names that are there twice are told apart by root and number`() throws {
        let folder = try TemporaryFolder()
        let text = try String(contentsOfFile: scenes, encoding: .utf8)
        let twice = try folder.file(
            "twice.storyboard", text.replacingOccurrences(of: "<navigationController ", with: #"<navigationController userLabel="Login" "#))
        let outcome = try Program.run("render", twice, "--scene", "Login")
        #expect(outcome.status == 2 && outcome.errors.contains("contains 2 layouts 'Login'; it contains 1. Login"), "\(outcome.errors)")
        #expect(try Program.run("render", twice, "--scene", "2").status == 0)
        #expect(try Program.run("render", twice, "--scene", "roo-00-001").status == 0)
    }

    @Test func `the only layout of a file is meant where nothing else is said`() throws {
        let folder = try TemporaryFolder()
        let layout = try folder.file("a.json", Layouts.conflicting)
        for name in ["ProfileCell", "root", "1"] { #expect(try Program.run("render", layout, "--scene", name).status == 0) }
        // Said once for two files it is of the one that has several.
        #expect(try Program.run("diff", layout, scenes, "--scene", "Login").status == 1)
        #expect(try Program.run("diff", scenes, layout, "--scene", "Login").status == 1)
        for words in [["render", layout], ["diff", layout, layout], ["diff", layout, layout, "--scene", "1"]] {
            let outcome = try Program.run(words + ["--scene", "Login"], input: Data())
            #expect(
                outcome.status == 2 && outcome.errors.contains("contains no layout 'Login'; it contains 1. ProfileCell (root 'root')"),
                "\(outcome.errors)")
        }
    }

    @Test func `a comparison takes no ranges of sizes, of which it would say nothing`() throws {
        #expect(try Program.run("diff", scenes, scenes, "--scene", "1", "--width", "100...200").status == 2)
        let help = try Program.run("help", "diff").output
        #expect(!help.contains("--width") && help.contains("have the same frames") && help.contains("--deadline"))
    }

    @Test func `scenes of one name are told apart in every form`() throws {
        let folder = try TemporaryFolder()
        let text = try String(contentsOfFile: scenes, encoding: .utf8)
        try folder.file(
            "twice.storyboard", text.replacingOccurrences(of: "<navigationController ", with: #"<navigationController userLabel="Login" "#))
        let output = try folder.run(["check", "twice.storyboard", "--no-config", "--format", "junit"]).output
        let cases = output.split(separator: "\n").filter { $0.contains("<testcase ") }.map { $0.split(separator: " time=")[0] }
        #expect(cases.count > 2 && Set(cases).count == cases.count, "\(output)")
        #expect(output.contains("(Login, 1 of 2)") && output.contains("(Login, 2 of 2)"))
    }

    @Test func `a folder takes a picture of each`() throws {
        let folder = try TemporaryFolder()
        let place = folder.path + "/pictures/"
        #expect(try Program.run("render", scenes, "-o", place).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == ["01-navigationController.svg", "02-Login.svg"])
        // Again, into the folder that is there now.
        #expect(try Program.run("render", scenes, "-o", folder.path + "/pictures").status == 0)
        #expect(try String(contentsOfFile: place + "02-Login.svg", encoding: .utf8) == Program.run("render", scenes, "--scene", "2").output)
        #expect(try Program.run("render", scenes, "-o", folder.path + "/pictures/02-Login.svg/").status == 2)
    }
}
