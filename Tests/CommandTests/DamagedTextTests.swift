import Foundation
import Testing

/// Texts in a folder that another program damaged: their layouts are checked, or are errors.
@Suite struct DamagedTextTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: ["a.vfl", "a.txt", "b.txt"])
    func `a text with an unresolved merge is an error in a folder as well`(name: String) throws {
        let rows = name == "a.txt" ? ["a.width == 3", "a.width == 4"] : ["H:|-[a]-|", "H:|-8-[a]-|"]
        try folder.file("Odd/\(name)", "<<<<<<< HEAD\n\(rows[0])\n=======\n\(rows[1])\n>>>>>>> b\n")
        try folder.file("Odd/notes.txt", "<<<<<<< HEAD\nRead me first.\n=======\nRead me last.\n>>>>>>> b\n")
        let outcome = try folder.run(["check", "Odd"])
        let message = "Odd/\(name):1: error: this line is a conflict marker of git: resolve the merge first\n"
        #expect(outcome.status == 2 && outcome.errors == message, "\(outcome)")
    }

    @Test func `a log whose conflict cannot be read is an error in a folder as well`() throws {
        let heading = "Unable to simultaneously satisfy constraints."
        try folder.file("Odd/app.log", "\(heading)\n(\n    \"<NSLayoutConstraint:0x60000 garbage !!>\",\n)\n")
        try folder.file("Odd/notes.txt", "If the console says “\(heading)”, read the constraints (NSLayoutConstraint) below it.\n")
        try folder.file("Odd/ok.json", Layouts.clean)
        let outcome = try folder.run(["check", "Odd"])
        #expect(outcome.status == 2 && outcome.errors.contains("Odd/app.log") && !outcome.errors.contains("notes.txt"), "\(outcome)")
        #expect(try folder.run(["check", "Odd/app.log"]).status == 2)
    }

    @Test(arguments: ["json", "txt", "vfl"])
    func `the mark of another encoding hides no text in UTF-8`(type: String) throws {
        let text = type == "json" ? Layouts.conflicting : "H:|-[a(30)]-|\nH:[a(40)]\n"
        for mark in [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]] {
            try folder.file("Odd/a.\(type)", Data(mark + text.utf8))
            // The text is read, and JSON has to be in UTF-8 from its first byte.
            let outcome = try folder.run(["check", "Odd"])
            #expect(outcome.status == (type == "json" ? 2 : 1) && (outcome.output + outcome.errors).contains("Odd/a.\(type):"), "\(outcome)")
        }
    }
}
