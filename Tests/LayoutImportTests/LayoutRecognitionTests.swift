import LayoutImport
import Testing

/// What a folder's files are, by their content.
@Suite struct LayoutRecognitionTests {
    @Test(arguments: [
        #"{"constraints": ["a.width == 3"]}"#, #"{"constraints": []}"#, #"{"constraints": ["H:|-[a]-|"], "x": 1}"#,
        #"{"constraints": [{"first": {"item": "a", "attribute": "width"}, "constant": 3}]}"#, #"{"constraints": [{"visual": "[a]"}]}"#,
        #"{"format": "plumbline/1", "constraints": 3}"#, #"{"format": "plumbline/9"}"#, #"{"constraints": ["a.width == = 3"]}"#,
        #"{"constraints": ["a.widht == 3"]}"#,
        #"{"constraints": ["a.width == 3", ]}"#, "{\"constraints\": [\n\"a.leading == b.trailing\"",
    ])
    func `a document is one, also if it is broken`(text: String) {
        #expect(LayoutRecognition.isDocument(Array(text.utf8)))
    }

    @Test(arguments: [
        "", "{}", "[]", "{", #"{"images": [], "info": {"author": "xcode"}}"#, #"{"v": "5.5", "layers": [{"constraints": []}]}"#,
        #"{"constraints": ["php >= 8.0"]}"#, #"{"constraints": {"a": "a.width == 3"}}"#, #"{"constraints": [{"field": "age", "min": 3}]}"#,
        #"{"format": "plumbline.report/2", "constraints": ["a.width == 3"]}"#, #"{"format": "plumbline.session/1"}"#,
        #"{"constraints": [], "solver": "z3"}"#, #"{"constraints": "#, #"{"name": "plumbline", "version": "1.0.0"}"#, #"["constraints"]"#,
        #"{"constraints": [{"first": "Ann", "last": "Bee"}]}"#, #"{"constraints": [null, 3, true, []]}"#,
    ])
    func `other JSON is none`(text: String) {
        #expect(!LayoutRecognition.isDocument(Array(text.utf8)))
    }

    @Test(arguments: [
        "a.width == 3\n", "\n# a comment\n// another\na.leading == b.trailing + 8 @ 750", "H:|-[a(>=60)]-|", "[a]-8-[b]", "|[a]|",
        "extended: true\nwhatever",
        "V:|-(8)-[a(20)]-[b]\nbroken line", "words\na.width == 1\nb.width == 2\n",
        "title.wdith == 60\n", "H:|-[title(>=60]-|\n",
        "<<<<<<< HEAD\na.width == 3\n||||||| base\n=======\na.width == 4\n>>>>>>> b\nwords\nand\nwords\n",
    ])
    func `a text of constraints is one`(text: String) {
        #expect(LayoutRecognition.isConstraintText(text))
    }

    @Test(arguments: [
        "", "Read me first.\n", "numpy==1.20\nzope.interface==5.4.0\n", "[x] ship it\n", "| a | b |\n| - | - |\n", "H: 200\nV: 300\n",
        "key = value\n",
        "# Notes\n- one\n- two\n", "MIT License\n\na.width == 3 is an equation\n", "[section]\nname=value\n", "1.2.3\n", "{\"a\": 1}\n",
        "V: see [1]\n", "<<<<<<< HEAD\nRead me first.\n=======\nRead me last.\n>>>>>>> b\n",
    ])
    func `other text is none`(text: String) {
        #expect(!LayoutRecognition.isConstraintText(text))
    }

    @Test func `a file of formats may be broken`() {
        #expect(LayoutRecognition.isConstraintText("H:|-[a(>=60]-|\n", isNamedFormat: true))
        #expect(LayoutRecognition.isConstraintText("a.width = = 3\n", isNamedFormat: true))
        #expect(!LayoutRecognition.isConstraintText("words and words\n", isNamedFormat: true))
    }

    @Test func `Interface Builder's files are told by their beginning`() {
        let text = #"<?xml version="1.0"?><document version="3.0" type="com.apple.InterfaceBuilder3.CocoaTouch.XIB">"#
        #expect(LayoutRecognition.isInterfaceBuilder(Array(text.utf8)))
        #expect(LayoutRecognition.isInterfaceBuilder(Array(("<<<<<<< HEAD\n" + text).utf8)))
        #expect(LayoutRecognition.isInterfaceBuilder(text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }))
        let watch = #"<document type="com.apple.InterfaceBuilder.WatchKit.Storyboard" targetRuntime="watchKit">"#
        let archive = #"<archive type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="7.10">"#
        for other in [watch, archive, "", "<svg/>", #"<?xml version="1.0"?><plist/>"#, "com.apple.InterfaceBuilder", "<document/>"] {
            #expect(!LayoutRecognition.isInterfaceBuilder(Array(other.utf8)))
        }
    }
}
