import Foundation
import Testing

/// Reusable views in interface files of their own, judged together with the files that contain them.
@Suite struct ComposeTests {
    private static let head = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22155" targetRuntime="iOS.CocoaTouch" \
        useAutolayout="YES" useTraitCollections="YES">
        <objects>
        """

    /// A xib whose only view is a root with these attributes, subviews and constraints, each in a line of its own.
    private func xib(_ attributes: String, _ subviews: String, _ constraints: String, size: String = "width=\"320\" height=\"100\"") -> String {
        """
        \(ComposeTests.head)
        <view contentMode="scaleToFill" \(attributes)>
        <rect key="frame" x="0.0" y="0.0" \(size)/>
        <subviews>
        \(subviews)
        </subviews>
        <constraints>
        \(constraints)
        </constraints>
        </view></objects></document>
        """
    }

    private func constraint(_ id: String, _ first: String, _ attribute: String, _ second: String? = nil, constant: Int = 0) -> String {
        let other = second.map { " secondItem=\"\($0)\" secondAttribute=\"\(attribute)\"" } ?? ""
        return "<constraint firstItem=\"\(first)\" firstAttribute=\"\(attribute)\"\(other) constant=\"\(constant)\" id=\"\(id)\"/>"
    }

    /// The content of a card: a box that is `height` tall, 10 points from all sides.
    private func card(height: Int = 40, further: String = "", attributes: String = "id=\"car-00-001\"") -> String {
        xib(
            attributes,
            """
            <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" userLabel="Box" id="box-00-001">
            <rect key="frame" x="10" y="10" width="300" height="80"/><constraints>
            <constraint firstAttribute="height" constant="\(height)" id="hei-00-001"/></constraints></view>
            \(further)
            """,
            ["leading", "top"].map { constraint("\($0)-00-001", "box-00-001", $0, "car-00-001", constant: 10) }.joined(separator: "\n") + "\n"
                + ["trailing", "bottom"].map { constraint("\($0)-00-001", "car-00-001", $0, "box-00-001", constant: 10) }.joined(separator: "\n"),
            size: "width=\"320\" height=\"60\"")
    }

    /// A view of the class CardView.
    private func placeholder(_ id: String, y: Int = 0, _ attributes: String = "", _ constraints: String = "", className: String = "CardView")
        -> String
    {
        """
        <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)" customClass="\(className)" \(attributes)>
        <rect key="frame" x="0.0" y="\(y)" width="320" height="100"/><constraints>\(constraints)</constraints></view>
        """
    }

    /// A screen with two cards below each other, and without a height for either.
    private func screen(_ first: String? = nil) -> String {
        xib(
            "id=\"roo-00-001\"", (first ?? placeholder("one-00-001")) + "\n" + placeholder("two-00-001", y: 100),
            ["one-00-001", "two-00-001"].flatMap { id in
                ["leading", "trailing"].map { constraint("\($0)-\(id)", id, $0, "roo-00-001") }
            }.joined(separator: "\n") + constraint("top-00-001", "one-00-001", "top", "roo-00-001")
                + "<constraint firstItem=\"two-00-001\" firstAttribute=\"top\" secondItem=\"one-00-001\" secondAttribute=\"bottom\" id=\"gap-00-001\"/>",
            size: "width=\"320\" height=\"480\"")
    }

    /// Runs the program in a folder with these files.
    private func run(_ words: [String], _ files: [String: String], links: [String: String] = [:]) throws -> Program.Outcome {
        let folder = try TemporaryFolder()
        for (name, text) in files {
            let url = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(atPath: folder.url.appendingPathComponent(name).path, withDestinationPath: target)
        }
        return try Program.run(words, input: Data(), folder: folder.url)
    }

    private func report(_ outcome: Program.Outcome) throws -> [String: Any] {
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func frame(_ report: [String: Any], _ view: String) -> [Double]? {
        guard let frame = (report["frames"] as? [String: Any])?[view] as? [String: Double] else { return nil }
        return ["x", "y", "width", "height"].compactMap { frame[$0] }
    }

    @Test func `views of a composed class are judged with the content of their file`() throws {
        let files = ["Screen.xib": screen(), "Card.xib": card()]
        #expect(try report(run(["analyze", "Screen.xib"], files))["verdict"] as? String == "ambiguous")
        let composed = try report(run(["analyze", "--compose", "CardView=Card.xib", "Screen.xib"], files))
        #expect(composed["verdict"] as? String == "clean" && composed["composed"] as? [String] == ["CardView"])
        #expect(frame(composed, "one-00-001") == [0, 0, 320, 60])
        #expect(frame(composed, "two-00-001") == [0, 60, 320, 60])
        #expect(frame(composed, "two-00-001/box-00-001") == [10, 10, 300, 40])
        let box = try #require((composed["views"] as? [String: [String: Any]])?["two-00-001/box-00-001"])
        #expect(box["file"] as? String == "Card.xib" && box["line"] as? Int == 6 && box["label"] as? String == "Box")
        #expect((composed["views"] as? [String: [String: Any]])?["two-00-001"]?["file"] == nil)
    }

    @Test func `a finding points to the file and line of the element`() throws {
        // The card is 60 points tall by its content, and the first placeholder is 50.
        let first = placeholder("one-00-001", "", "<constraint firstAttribute=\"height\" constant=\"50\" id=\"out-00-001\"/>")
        let outcome = try run(["check", "--compose", "CardView=Card.xib", "Screen.xib"], ["Screen.xib": screen(first), "Card.xib": card()])
        #expect(outcome.status == 1, "\(outcome.errors)")
        let places = outcome.output.split(separator: "\n").filter { $0.contains(": error:") }
        #expect(places.count == 1 && outcome.output.contains("one-00-001/hei-00-001"), "\(outcome.output)")
        #expect(outcome.output.contains("out-00-001"), "\(outcome.output)")
        let json = try run(
            ["check", "--format", "sarif", "--compose", "CardView=Card.xib", "Screen.xib"], ["Screen.xib": screen(first), "Card.xib": card()])
        #expect(json.output.contains("\"Card.xib\"") && json.output.contains("\"Screen.xib\""), "\(json.output)")
        // A finding of the file itself.
        let fixed =
            "<view contentMode=\"scaleToFill\" fixedFrame=\"YES\" id=\"fix-00-001\"><rect key=\"frame\" x=\"0\" y=\"0\" width=\"5\" height=\"5\"/></view>"
        let notes = try run(
            ["check", "--rules", "interface-builder=warning", "--compose", "CardView=Card.xib", "Screen.xib"],
            ["Screen.xib": screen(), "Card.xib": card(further: fixed)])
        #expect(notes.output.contains("Card.xib:9:1: warning: "), "\(notes.output)")
    }

    @Test func `sizes that stand for the content are left out, and other constraints stay`() throws {
        let size = "<constraint firstAttribute=\"height\" constant=\"99\" placeholder=\"YES\" id=\"pla-00-001\"/>"
        let first = placeholder("one-00-001", "placeholderIntrinsicWidth=\"10\" placeholderIntrinsicHeight=\"99\"", size)
        let composed = try report(
            run(["analyze", "--compose", "CardView=Card.xib", "Screen.xib"], ["Screen.xib": screen(first), "Card.xib": card()]))
        #expect(composed["verdict"] as? String == "clean" && frame(composed, "one-00-001") == [0, 0, 320, 60])
        #expect((composed["findings"] as? [Any])?.isEmpty == true, "\(composed["findings"] ?? "")")
    }

    @Test func `a content may contain views of other composed classes`() throws {
        let list = xib(
            "id=\"lis-00-001\" customClass=\"ListView\"", placeholder("inn-00-001"),
            ["leading", "trailing", "top", "bottom"].map { constraint("\($0)-inn", "inn-00-001", $0, "lis-00-001") }.joined())
        let files = ["Screen.xib": screen(placeholder("one-00-001", className: "ListView")), "List.xib": list, "Card.xib": card()]
        let composed = try report(
            run(["analyze", "--compose", "CardView=Card.xib", "--compose", "ListView=List.xib", "Screen.xib"], files))
        #expect(frame(composed, "one-00-001/inn-00-001/box-00-001") == [10, 10, 300, 40])
        #expect(frame(composed, "two-00-001") == [0, 60, 320, 60])
        // The file of the class itself is judged as before, with the other content.
        let own = try report(
            run(
                ["analyze", "--compose", "ListView=List.xib", "--compose", "CardView=Card.xib", "List.xib"],
                files.merging(["Screen.xib": ""]) { a, _ in a }))
        #expect(frame(own, "inn-00-001/box-00-001") != nil && frame(own, "lis-00-001/inn-00-001") == nil)
    }

    @Test func `autoresizing in the content begins at the size in which it is drawn`() throws {
        let content = xib(
            "id=\"car-00-001\"",
            """
            <view contentMode="scaleToFill" id="box-00-001"><rect key="frame" x="10" y="10" width="80" height="80"/>
            <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/></view>
            """, "", size: "width=\"100\" height=\"100\"")
        let size = "<constraint firstAttribute=\"height\" constant=\"150\" id=\"out-00-001\"/>"
        let both = [placeholder("one-00-001", "", size), placeholder("two-00-001", y: 100, "", size.replacing("out", with: "oth"))]
        let text = screen(both[0]).replacing(placeholder("two-00-001", y: 100), with: both[1])
        let composed = try report(run(["analyze", "--compose", "CardView=Card.xib", "Screen.xib"], ["Screen.xib": text, "Card.xib": content]))
        #expect(frame(composed, "one-00-001/box-00-001") == [10, 10, 300, 130])
    }

    @Test func `what cannot be composed is an error with the next step`() throws {
        let files = ["Screen.xib": screen(), "Card.xib": card(), "Empty.xib": ComposeTests.head + "</objects></document>", "Bad.xib": "<document"]
        func errors(_ value: String..., files more: [String: String] = [:], links: [String: String] = [:]) throws -> String {
            let words = ["analyze"] + value.flatMap { ["--compose", $0] } + ["Screen.xib"]
            let outcome = try run(words, files.merging(more) { $1 }, links: links)
            #expect(outcome.status == 2 && outcome.output.isEmpty, "\(value): \(outcome.output)")
            return outcome.errors
        }
        #expect(try errors("Card").contains("'--compose' takes a class and its xib, such as CardView=CardView.xib, not 'Card'"))
        #expect(
            try errors("CardVeiw=Card.xib").contains("Screen.xib contains no view of the class CardVeiw (did you mean \"CardView\"?): give the class")
        )
        #expect(try errors("CardView=No.xib").contains("; give the xib with the content of CardView"))
        #expect(try errors("CardView=Empty.xib").contains("Empty.xib contains no view; give the xib whose first view is the content of CardView"))
        #expect(try errors("CardView=Bad.xib").contains("'--compose CardView=Bad.xib': Bad.xib, line 1: "))
        #expect(try errors("CardView=Card.xib", "CardView=Card.xib").contains("the class CardView already has a file; give one file for each class"))
        let inner = placeholder("inn-00-001")
        #expect(
            try errors("CardView=Card.xib", files: ["Card.xib": card(further: inner)])
                .contains("Card.xib contains a view of the class CardView in line 9, so it would contain itself endlessly; remove that view"))
        let cycle = try errors(
            "CardView=Card.xib", "Other=Other.xib",
            files: ["Card.xib": card(further: placeholder("inn-00-001", className: "Other")), "Other.xib": card(further: inner)])
        #expect(
            cycle.contains("Card.xib contains a view of the class Other in line 9, and Other.xib contains a view of the class CardView in line 9"))
        // A link that leads out of the checkout.
        let outside = FileManager.default.temporaryDirectory.appendingPathComponent("outside-\(UUID().uuidString).xib")
        try Data(card().utf8).write(to: outside)
        defer { try? FileManager.default.removeItem(at: outside) }
        #expect(
            try errors("CardView=Link.xib", files: [".git/HEAD": ""], links: ["Link.xib": outside.path])
                .contains("Link.xib is not read: it leads out of the repository through a link; name the file itself"))
    }

    @Test func `a configuration names the files relative to its folder`() throws {
        let files = [
            "Layouts/Screen.xib": screen(), "Layouts/Card.xib": card(), "Layouts/.plumbline.json": #"{"compose": {"CardView": "Card.xib"}}"#,
        ]
        let outcome = try run(["check", "Layouts"], files)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let unused = try run(["check", "Layouts"], files.merging(["Layouts/.plumbline.json": #"{"compose": {"CardVeiw": "Card.xib"}}"#]) { $1 })
        #expect(unused.status == 1)
        #expect(unused.errors.contains("no checked file contains a view of the class CardVeiw"), "\(unused.errors)")
        for (value, reason) in [("../Card.xib", "leads out of its folder"), ("No.xib", "there is no such file"), ("Link.xib", "is a symbolic link")] {
            let refused = try run(
                ["check", "Layouts"], files.merging(["Layouts/.plumbline.json": "{\"compose\": {\"CardView\": \"\(value)\"}}"]) { $1 },
                links: ["Layouts/Link.xib": "Card.xib"])
            #expect(refused.status == 2 && refused.errors.contains(reason), "\(refused.errors)")
        }
    }

    @Test func `a check composes in every file, and its cache follows the content`() throws {
        let folder = try TemporaryFolder()
        func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: folder.url.appendingPathComponent(name)) }
        func run(_ words: [String]) throws -> Program.Outcome { try Program.run(words, input: Data(), folder: folder.url) }
        try write("Screen.xib", screen())
        try write("Card.xib", card())
        let kept = try TemporaryFolder()
        let words = ["check", "--cache", kept.path, "--compose", "CardView=Card.xib", "Screen.xib"]
        #expect(try run(words).status == 0)
        #expect(try run(words).errors.contains("cache: 1 of 1 files reused"))
        try write("Card.xib", card().replacing("firstAttribute=\"height\" constant=\"40\"", with: "firstAttribute=\"width\" constant=\"300\""))
        let changed = try run(words)
        #expect(changed.status == 1 && changed.errors.contains("cache: 0 of 1 files reused"), "\(changed.errors)")
        // Each file alone may lack the class, but one of them must have it.
        #expect(try run(["check", "--compose", "CardView=Card.xib", "Screen.xib", "Card.xib"]).status == 1)
        let missing = try run(["check", "--compose", "Nowhere=Card.xib", "Screen.xib"])
        #expect(missing.status == 2 && missing.errors.contains("no checked file contains a view of the class Nowhere"))
    }

    @Test func `folders whose names differ in the form of a letter compose their own files`() throws {
        let folder = try TemporaryFolder()
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        for name in [composed, decomposed] {
            try folder.file("\(name)/.plumbline.json", #"{"compose": {"CardView": "Card.xib"}, "exclude": ["Card.xib"]}"#)
            try folder.file("\(name)/Screen.xib", screen())
            try folder.file("\(name)/Card.xib", card())
        }
        let commit = "git add -A && git -c user.email=a@b -c user.name=a commit -q -m"
        #expect(try folder.shell("git init -q && \(commit) first").status == 0)
        func check(_ words: [String]) throws -> Program.Outcome { try Program.run(["check"] + words, input: Data(), folder: folder.url) }
        let good = try check(["."])
        #expect(good.status == 0 && good.output.contains("2 layouts: 2 clean"), "\(good)")
        let bad = card().replacing("firstAttribute=\"height\" constant=\"40\"", with: "firstAttribute=\"width\" constant=\"200\"")
        for (name, other) in [(composed, decomposed), (decomposed, composed)] {
            try folder.file("\(name)/Card.xib", bad)
            try folder.file("\(other)/Card.xib", card())
            #expect(try folder.shell("\(commit) next").status == 0)
            try folder.file("\(other)/Screen.xib", screen() + "\n")
            let screens = ["\(name)/Screen.xib", "\(other)/Screen.xib"]
            for words in [[name], ["."], screens, screens.reversed(), ["--since", "HEAD~1"]] {
                let outcome = try check(words)
                #expect(outcome.status == 1 && outcome.output.utf8.contains("\(name)/"), "\(words) \(outcome)")
                #expect(!outcome.output.utf8.contains("\(other)/"), "\(words) \(outcome)")
            }
        }
    }

    @Test func `a changed content counts as a change of the files that contain it`() throws {
        let folder = try TemporaryFolder()
        func git(_ words: String...) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git", "-c", "user.email=a@example.com", "-c", "user.name=A"] + words
            process.currentDirectoryURL = folder.url
            try process.run()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
        }
        try folder.file("Screen.xib", screen())
        try folder.file("Card.xib", card())
        try git("init", "-q")
        try git("add", "-A")
        try git("commit", "-q", "-m", "Begin")
        func check() throws -> Program.Outcome {
            try Program.run(["check", "--since", "HEAD", "--compose", "CardView=Card.xib"], input: Data(), folder: folder.url)
        }
        let before = try check()
        #expect(before.status == 0 && before.output.contains("0 layouts"), "\(before.output)\(before.errors)")
        try folder.file("Card.xib", card(height: 41).replacing("height=\"60\"", with: "height=\"61\""))
        let after = try check()
        #expect(after.status == 0 && after.output.contains("2 layouts: 2 clean"), "\(after.output)\(after.errors)")
        // So does one that the configuration of a folder below names.
        try folder.file("App/.plumbline.json", #"{"compose": {"CardView": "Views/Card.xib"}}"#)
        try folder.file("App/Views/Card.xib", card())
        try folder.file("App/Screen.xib", screen())
        try folder.file("Other/Screen.xib", screen())
        try git("add", "-A")
        try git("commit", "-q", "-m", "Add")
        try folder.file("App/Views/Card.xib", card(height: 41).replacing("height=\"60\"", with: "height=\"61\""))
        for place in ["App", "."] {
            let nested = try Program.run(["check", "--since", "HEAD"], input: Data(), folder: folder.url.appendingPathComponent(place))
            #expect(nested.status == 0 && nested.output.contains("2 layouts: 2 clean"), "\(place): \(nested)")
        }
    }
}
