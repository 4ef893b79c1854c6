import Foundation
import Testing

/// Mistakes in what is checked: each answer has the next step in it.
@Suite struct ContentMistakeTests {
    private func errors(_ bytes: [UInt8], _ name: String) throws -> String {
        let folder = try TemporaryFolder()
        _ = try folder.file(name, Data(bytes))
        let outcome = try Program.run(["check", name], input: Data(), folder: folder.url)
        #expect(outcome.status == 2, "\(name): \(outcome)")
        return outcome.errors
    }

    @Test(arguments: [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D], "a.json", "this is a PNG picture"), ([0x89, 0x50, 0x4E, 0x47, 0x0D], "a.storyboard", "help capture"),
        ([0x1F, 0x8B, 8, 0], "a.txt", "decompress it first"), (Array("bplist00abc".utf8), "a.xib", "this is a compiled file"),
        (Array("NIBArchive".utf8), "a.storyboard", "give the .xib or .storyboard"), (Array("SQLite format 3\0".utf8), "a.log", "sessions list"),
        ([], "a.json", #"a document has at least {"constraints": []}"#), (Array(" \n".utf8), "a.storyboard", "the input is empty"),
        ([], "a.log", "Unable to simultaneously"), ([], "a.txt", "a constraint on each line"),
    ])
    func `content of another kind is named`(_ bytes: [UInt8], _ name: String, _ message: String) throws {
        let errors = try errors(bytes, name)
        #expect(errors.contains(message), "\(errors)")
    }

    @Test(arguments: [
        ("a.txt", #"{"constraints": ["a.width == 3"]}"#, "this is JSON: give it as a document (.json"),
        ("a.json", "H:|-[a]-|\nV:|-[a]-|\n", "not JSON: give it as text (.txt"),
        ("a.json", "2026-11-26 09:00 X[1:2] Unable to simultaneously satisfy constraints.\n(\n)\n", "this is a log or a debugger's text"),
        ("a.json", "<?xml version=\"1.0\"?><document/>", "this is XML: give it as an Interface Builder file"),
        ("a.xib", #"{"constraints": []}"#, "this is JSON, not XML"),
        ("Info.xml", "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\">\n<plist/>", "this is a property list"),
        ("a.xml", "<a xmlns:android=\"http://schemas.android.com/apk/res/android\"/>", "this is a layout of Android"),
        (
            "a.storyboard", "<?xml version=\"1.0\"?>\n<document>\n<<<<<<< HEAD\n</document>\n",
            "a.storyboard:3: error: this line is a conflict marker of git"
        ),
        ("a.json", "{\n<<<<<<< HEAD\n}", "a.json:2: error: this line is a conflict marker of git"),
        ("a.json", #"{"format": "plumbline.report/2", "verdict": "clean"}"#, "check the layout"),
        ("a.json", #"{"format": "plumbline.session/1"}"#, "plumbline replay"),
        ("package.json", #"{"name": "x", "version": "1"}"#, "the key"),
        ("a.js", "const styles = StyleSheet.create({\n  a: { flex: 1 }\n})", "this is React Native code"),
        ("a.css", ".title > .a:hover {\n  width: 3px;\n}\n", "this is CSS"),
        ("a.txt", "a.autoPinEdge(.top, toEdge: .bottom, of: b)\n", "this is code with PureLayout"),
        ("a.txt", "constrain(a, b) { a, b in\n}\n", "this is Swift code with Cartography"),
        ("a.css", ".title { color: red; }\n", "this is CSS"),
        ("a.py", "import os\nfor i in range(3):\n    print(\"it's\")\n", "a.py: the text has no constraints that plumbline recognizes"),
        ("a.txt", "Dear all, the layout is broken.\n", "no equation (title.leading == root.leading + 16)"),
        ("a.txt", "hello\na.leadng = 3\n", "a.txt:1:6: error: expected '.'"),
    ])
    func `a text of another kind is named`(_ name: String, _ text: String, _ message: String) throws {
        let errors = try errors(Array(text.utf8), name)
        #expect(errors.contains(message), "\(errors)")
    }

    @Test(arguments: [
        ("a.width == 50pt", "numbers are points and have no unit"), ("a.width => 50", "write >="), ("a.width =< 50", "write <="),
        ("a.width > 50", "the relations are ==, <= and >="), ("a.width != 50", "the relations are ==, <= and >="),
        ("a.width == 50;", "one equation on each line"), ("a.width == 1,5", "decimals have a point, as in 1.5"),
        ("a.width == b.width * 50%", "write a factor, as in 0.5 * badge.width"), ("a.width == (b.width)", "an equation has no parentheses"),
        ("“a”.width == 5", "straight double quotes"), ("'a'.width == 5", "straight double quotes"),
        ("a.size == 5", "one equation for a.width and one for a.height"), ("a.edges == root.edges", "leading, trailing, top and bottom"),
        ("a.frame == 5", "leading, top, width and height"), ("self.a.width == 5", "leave out \"self.\""),
        ("a.top == root.box.top", "an item is written without its superview: box.top"),
        ("a.top == root.safeArea.top", "write safeArea.top: a guide is an item of its own"),
        ("größe.width == 5", "quote a name that has other letters than a to z: \"größe\""),
        ("a == 50", "name an attribute, as in a.width"), ("width == 50", "name the view, too, as in title.width"),
        ("my-label.width == 50", #"quote a name with a hyphen: "my-label""#), ("a.width == 5 + b.width + c.width", "at most one item"),
        ("a.width == 5 @ hihg", #"required, high, low or a metric, found "hihg" (did you mean "high"?)"#),
        ("a.leading == 8", "as in root.leading + 8"), ("a.blue == 8", "the attributes are left, right"),
        ("H:|-title-|", "a view is written in brackets, as in -[title]-"), ("H:|-8px-[a]", "numbers are points and have no unit"),
        ("H:|-[a]-|;V:|-[a]-|", "one format on each line"),
    ])
    func `a mistake in a constraint is answered with what to write`(_ line: String, _ message: String) throws {
        let errors = try errors(Array(line.utf8), "a.txt")
        #expect(errors.contains(message), "\(errors)")
    }

    @Test(arguments: [
        (#""size": "320x480", "constraints": []"#, #"such as {"width": 320, "height": 480}"#),
        (#""views": [{"id": "root", "hugging": 251}], "constraints": []"#, #"such as {"horizontal": 251"#),
        (#""views": [{"id": "root", "intrinsicContentSize": [1, 2]}], "constraints": []"#, #"such as {"width": 60"#),
        (#""views": {"id": "root"}, "constraints": []"#, #"such as [{"id": "root"}"#),
        (#""views": ["root"], "constraints": []"#, #"such as {"id": "title", "parent": "root"}"#),
        (#""views": [{"id": "root"}, {"id": "a", "parent": "rot"}], "constraints": []"#, #"there is no view "rot" (did you mean "root"?)"#),
        (#""views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": ["b.width == 3"]"#, #"; the views are "root", "a""#),
        (
            #""views": [{"id": "root"}, {"id": "a", "parent": "b"}, {"id": "b", "parent": "a"}], "constraints": []"#,
            #""a" is its own ancestor: its parents are "b", "a""#
        ),
        (#""views": [{"id": "a", "parent": "a"}], "constraints": []"#, "here every view has a parent"),
        (#""views": [{"id": "root"}, {"id": "a", "parent": "a"}], "constraints": []"#, #"the view "a" is its own parent"#),
        (#""views": [{"id": "root"}, {"id": "a", "superview": "root"}], "constraints": []"#, #"by the key "parent", not "superview""#),
        (#""constraint": []"#, #"a.json:1:16: error: a document must have the key "constraints", but has "constraint""#),
        (#""constraints": [{"firstItem": "a", "constant": 5}]"#, #""first", such as {"item": "title", "attribute": "leading"}"#),
        (
            #""constraints": [{"equation": "a.width == 5", "priority": "hgih"}]"#,
            #"required, high, low or the name of a metric, found "hgih" (did you"#
        ),
        (#""metrics": {"pad": 8}, "constraints": ["a.width == pda"]"#, #"found "pda" (did you mean "pad"?)"#),
        (#""constraints": [{"visual": "V:[a][b]", "options": "alignAllLeft"}]"#, #"such as ["alignAllTop"]"#),
    ])
    func `a mistake in a document is answered with what to write`(_ members: String, _ message: String) throws {
        let errors = try errors(Array("{\(members)}".utf8), "a.json")
        #expect(errors.contains(message), "\(errors)")
    }

    @Test func `a byte order mark is no mistake`() throws {
        for (name, text) in [("a.json", Layouts.clean), ("a.txt", "a.width == 3\n")] {
            let folder = try TemporaryFolder()
            _ = try folder.file(name, Data([0xEF, 0xBB, 0xBF] + Array(text.utf8)))
            #expect(try Program.run(["check", name], input: Data(), folder: folder.url).status != 2)
        }
    }

    @Test func `a superview that is none is a warning`() throws {
        let outcome = try Program.run(["check", "-"], input: Data("a.leading == superview.leading + 8\n".utf8))
        #expect(
            outcome.output.contains(#"warning: "superview" is the name of a separate view here; the superview of all views is called "root""#),
            "\(outcome)")
    }
}
