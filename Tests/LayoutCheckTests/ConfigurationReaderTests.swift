import ExactArithmetic
import Foundation
import LayoutCheck
import LayoutLint
import LayoutModel
import Testing

/// `.plumbline.json` as it is read, and the errors in it with their places.
@Suite struct ConfigurationReaderTests {
    private func read(_ text: String, file: String = ".plumbline.json") throws -> Configuration {
        try ConfigurationReader.read(Array(text.utf8), file: file)
    }

    private func mistake(_ text: String) throws -> ConfigurationError {
        do { _ = try read(text) } catch let error as ConfigurationError { return error }
        throw Unexpected(text: text)
    }

    private struct Unexpected: Error { var text: String }

    @Test func `every key is read`() throws {
        let half = try #require(Rational(decimal: "0.5"))
        let found = try read(
            """
            {
              "rules": {"truncated-text": "off", "recommended": "error", "conflict": "note", "dead-priority": "on"},
              "include": ["Layouts/**/*.json"], "exclude": ["Pods"],
              "sizes": ["320x568", {"width": 1024}, {}], "width": "280...1400", "height": "100", "textScale": "1...3",
              "directions": ["rtl", "ltr"], "textScales": [1, 1.5],
              "intrinsicSizes": [
                {"name": "german", "views": {"title": {"width": 180, "textSizes": [{"scale": 2, "height": 44}, {"scale": 0.5}]}, "a/b~c": "10x20"}}
              ],
              "minimumSizes": {"UIButton": {"width": 44}, "#close": "48x48"}, "tolerance": 0.5,
              "assert": ["title.width >= 20"],
              "failOn": ["conflict", "warning"], "reporters": ["text", {"format": "sarif", "output": "./out//a.sarif"}],
              "baseline": "./known.jsonl", "strictBaseline": true, "budget": {"seconds": 0.25, "views": 7, "constraints": 8, "conflicts": 9},
              "policy": "fewest", "interfaceBuilder": "run", "allowIncomplete": false
            }
            """, file: "App/.plumbline.json")
        #expect(found.file == "App/.plumbline.json" && found.folder == "App" && found.digest.count == 64)
        // A rule's own name wins over its group, whichever comes first.
        #expect(found.severities[.truncatedText] == .some(nil) && found.severities[.overlappingViews] == .some(.error))
        #expect(found.severities[.conflict] == .some(.note) && found.severities[.deadPriority] == .some(.note))
        #expect(found.namedRules == [.truncatedText, .conflict, .deadPriority] && found.severities[.fixedDirection] == nil)
        #expect(found.include == ["Layouts/**/*.json"] && found.exclude == ["Pods"])
        #expect(found.sizes == [LayoutSize(width: 320, height: 568), LayoutSize(width: 1024), LayoutSize()])
        #expect(found.ranges.map(\.text) == ["280...1400", "100...100", "1...3"] && found.ranges.map(\.dimension) == [.width, .height, .textScale])
        #expect(found.directions == [.rtl, .ltr] && found.textScales == [1, half + 1])
        #expect(found.languages.map(\.name) == ["german"])
        #expect(found.languages[0].views == ["title": LayoutSize(width: 180), "a/b~c": LayoutSize(width: 10, height: 20)])
        #expect(found.languages[0].textSizes["title"]?.map(\.scale) == [half, 2])
        #expect(found.minimumSizes?["UIButton"] == FrameLimits.MinimumSize(width: 44, height: nil))
        #expect(found.minimumSizes?["#close"] == FrameLimits.MinimumSize(width: 48, height: 48) && found.tolerance == half)
        #expect(found.assertions.map(\.text) == ["title.width >= 20"] && found.assertions[0].line == 10 && found.assertions[0].column == 14)
        #expect(found.failOn == FindingKinds(kinds: [.conflict], severity: .warning))
        #expect(found.reporters == [.init(format: "text"), .init(format: "sarif", output: "out/a.sarif")])
        #expect(found.baseline == "known.jsonl" && found.strictBaseline == true && found.path("known.jsonl") == "App/known.jsonl")
        #expect(found.deadline == 0.25 && found.mostViews == 7 && found.mostConstraints == 8 && found.conflicts == 9)
        #expect(found.policy?.rawValue == "fewest" && found.interfaceBuilder == "run" && found.allowsIncomplete == false)
        let settings = found.lintSettings
        #expect(settings.rules.contains(.overlappingViews) && settings.rules.contains(.deadPriority) && !settings.rules.contains(.truncatedText))
        #expect(settings.tolerance == half && !settings.rules.contains(.fixedDirection))
    }

    @Test func `an empty object is the defaults, and null is as if left out`() throws {
        var expected = try read("{}")
        let found = try read(#"{"rules": null, "sizes": null, "baseline": null, "nonsense": null}"#)
        #expect(found.digest != expected.digest)
        (expected.digest, expected.byteCount) = (found.digest, found.byteCount)
        #expect(found == expected && found.variations == [LayoutVariation()] && found.variationCount == 1 && found.failOn == nil)
        #expect(found.lintSettings.rules.isEmpty)
    }

    @Test(arguments: [
        (".plumbline.json", ""), ("./.plumbline.json", "."), ("/.plumbline.json", "/"), ("/a/b/.plumbline.json", "/a/b"), ("a/c.json", "a"),
    ])
    func `the folder is the file's`(file: String, folder: String) throws {
        #expect(try read("{}", file: file).folder == folder)
    }

    @Test(arguments: [
        (#"{"rule": {}}"#, 1, 2, #"unknown key "rule" (did you mean "rules"?): expected one of rules, include"#),
        (#"{"rules": []}"#, 1, 11, "expected an object"),
        ("{\n  \"rules\": {\"truncated-txt\": \"on\"}\n}", 2, 30, #"unknown rule "truncated-txt" (did you mean "truncated-text"?)"#),
        (#"{"rules": {"zebra": "on"}}"#, 1, 21, #"unknown rule "zebra""#),
        (#"{"rules": {"all": "fatal"}}"#, 1, 19, #"expected "error", "warning", "note", "on" or "off", found "fatal""#),
        (#"{"include": "a"}"#, 1, 13, "expected an array"), (#"{"include": ["a", 3]}"#, 1, 19, "expected a string"),
        (#"{"sizes": ["320"]}"#, 1, 12, #"expected a size such as "320x568", or a device such as "iPhone 16", found "320""#),
        (#"{"sizes": ["3x-4"]}"#, 1, 12, "expected a size such as"),
        (#"{"sizes": [{"width": -1}]}"#, 1, 22, "expected a number, 0 or more"),
        (#"{"sizes": [{"depth": 1}]}"#, 1, 13, #"unknown key "depth": expected one of width, height"#),
        (#"{"width": "1400...280"}"#, 1, 11, "expected two sizes with three dots between them, such as 280...1400, the smaller first"),
        (#"{"width": "a...b"}"#, 1, 11, #"expected two sizes with three dots between them, such as 280...1400, the smaller first and both below"#),
        (
            #"{"textScale": "0...3"}"#, 1, 15,
            #"expected two text scales with three dots between them, such as 1...3, the smaller first and both above 0, found "0...3""#
        ),
        (#"{"directions": ["up"]}"#, 1, 17, #"expected one of ltr, rtl, found "up""#), (#"{"textScales": [0]}"#, 1, 17, "expected a number above 0"),
        (#"{"textScales": [1e400]}"#, 1, 17, ""),
        (#"{"intrinsicSizes": [{"views": {}}]}"#, 1, 21, #"an entry of "intrinsicSizes" needs a "name", which findings show"#),
        (
            "{\"intrinsicSizes\": [{\"name\": \"\(String(repeating: "n", count: 201))\", \"views\": {}}]}", 1, 21,
            #"this "name" has 201 bytes; at most 200 are allowed"#
        ),
        (
            #"{"intrinsicSizes": [{"name": "a", "views": {"b": {"textSizes": [{"scale": 1}]}}}]}"#, 1, 65,
            #"expected a "scale" above 0 that is not 1; the size at scale 1 is the view's intrinsic size"#
        ),
        (
            #"{"intrinsicSizes": [{"name": "a", "views": {"b": {"textSizes": [{"scale": 2}, {"scale": 2.0}]}}}]}"#, 1, 79,
            "the size at this scale is given twice; remove one of the entries"
        ),
        (#"{"assert": ["title.width >="]}"#, 1, 13, #"the assertion "title.width >=":"#),
        (#"{"failOn": ["wrong"]}"#, 1, 12, "'wrong' is not one of conflict"),
        (#"{"reporters": ["text", "json"]}"#, 1, 15, "only one report can go to standard output"),
        (#"{"reporters": [{"output": "a"}, {"output": "./a"}]}"#, 1, 15, "only one report can go to the file 'a'"),
        (#"{"reporters": ["docx"]}"#, 1, 16, #"unknown format "docx": expected one of text, json"#),
        (#"{"reporters": [{"file": "a"}]}"#, 1, 17, #"unknown key "file": expected one of format, output"#),
        (#"{"baseline": "../a"}"#, 1, 14, #""baseline" is "../a", which leads out of its folder by "..""#),
        (#"{"strictBaseline": 1}"#, 1, 20, "expected true or false"), (#"{"budget": {"views": 0}}"#, 1, 22, "expected a whole number above 0"),
        (#"{"budget": {"views": 1.5}}"#, 1, 22, "expected a whole number above 0"), (#"{"budget": {"hours": 1}}"#, 1, 13, #"unknown key "hours""#),
        (#"{"policy": "worst"}"#, 1, 12, "expected one of"), ("[]", 1, 1, "expected an object"), ("{\n \"a\": tru\n}", 2, 7, ""),
    ])
    func `a mistake has its line, column and reason`(text: String, line: Int, column: Int, message: String) throws {
        let error = try mistake(text)
        #expect(error.line == line && error.column == column && error.file == ".plumbline.json", "\(error)")
        #expect(error.message.hasPrefix(message) && !error.message.isEmpty, "\(error)")
        #expect(error.description == ".plumbline.json:\(line):\(column): \(error.message)")
    }

    @Test(arguments: [
        ("/etc/passwd", "an absolute path"), ("a/../b", "which leads out of its folder"), (".git/hooks/a", "which is inside .git"),
        ("a/.GIT/b", "which is inside .git"), ("a/.git. /b", "which is inside .git"),
        (".g\u{200c}it/x", "which is inside .git"),
        ("git~1/x", "which is inside .git"), (".git::$INDEX_ALLOCATION/x", "which is inside .git"),
        ("", "which is not the name of a file"),
        ("a/", "which is not the name of a file"), ("./.", "which is not the name of a file"), ("a\u{1B}[2Jb", "which contains a control character"),
    ])
    func `a path that a configuration may not name is refused`(path: String, reason: String) throws {
        let name = String(decoding: try JSONEncoder().encode(path), as: UTF8.self)
        for text in [#"{"baseline": \#(name)}"#, #"{"reporters": [{"output": \#(name)}]}"#] {
            let error = try mistake(text)
            #expect(error.message.contains(reason) && error.message.contains("on the command line"), "\(error)")
            // The message itself is safe to print.
            #expect(!error.message.unicodeScalars.contains("\u{1B}"))
        }
    }

    @Test(arguments: [".github/a", "a.git/b", ".gitignore", "git/x", "..a/b", "a/.../b"]) func `a path that only looks like one of these is a file`(
        path: String
    ) throws {
        #expect(try read(#"{"baseline": "\#(path)"}"#).baseline == path)
    }

    // MARK: Variations

    @Test func `variations are all combinations, in one order`() throws {
        let found = try read(
            #"{"sizes": ["1x2", "3x4"], "directions": ["ltr", "rtl"], "textScales": [1, 2], "intrinsicSizes": [{"name": "de", "views": {}}]}"#)
        #expect(found.variationCount == 16 && found.variations.count == 16)
        #expect(found.variations.prefix(4).map(\.name) == ["1x2 ltr", "1x2 ltr de", "1x2 ltr text 2", "1x2 ltr text 2 de"])
        #expect(found.variations.last?.name == "3x4 rtl text 2 de" && Set(found.variations).count == 16)
    }

    @Test func `a number of variations beyond words does not overflow`() {
        var configuration = Configuration()
        configuration.sizes = Array(repeating: LayoutSize(), count: 1 << 20)
        configuration.directions = Array(repeating: .ltr, count: 1 << 20)
        configuration.textScales = Array(repeating: 1, count: 1 << 24)
        #expect(configuration.variationCount == Int.max)
    }

    // MARK: Files

    @Test func `a file is taken if it is included and not excluded, relative to the configuration`() throws {
        let found = try read(#"{"include": ["Layouts/**/*.json", "*.storyboard"], "exclude": ["Pods", "Layouts/old"]}"#, file: "App/.plumbline.json")
        var matcher = PathMatcher()
        for (path, isTaken) in [
            ("App/Layouts/a.json", true), ("./App/Layouts/deep/a.json", true), ("App/Main.storyboard", true), ("App/Pods/Main.storyboard", false),
            ("App/Layouts/old/a.json", false), ("App/a.json", false), ("-", true),
        ] {
            #expect(found.takes(path, &matcher) == isTaken, "\(path)")
        }
        #expect(Configuration().takes("anything", &matcher))
        #expect(found.relative("App/x/y.json") == "x/y.json" && found.relative("Other/y.json") == "Other/y.json")
        let excluding = try read(#"{"exclude": ["*.txt"]}"#)
        #expect(excluding.takes("a.json", &matcher) && !excluding.takes("deep/a.txt", &matcher))
    }
}
