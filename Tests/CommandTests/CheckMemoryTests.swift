import Compression
import Foundation
import Testing

/// The memory that a check takes of a checkout that wants it to take much.
@Suite struct CheckMemoryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.file("checkout/ok.json", Layouts.clean)
    }

    /// Checks in the folder `checkout`, and returns the memory of the program or of git, if that took more, in MB.
    private func check(_ words: String) throws -> (status: Int32, output: String, megabytes: Int) { try measured("check \(words)") }

    private func measured(_ words: String) throws -> (status: Int32, output: String, megabytes: Int) {
        let script = """
            import resource, subprocess, sys
            outcome = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
            sys.stdout.write(outcome.stdout.decode())
            sys.exit(outcome.returncode)
            """
        try folder.file("measure.py", script)
        let outcome = try folder.shell("cd checkout && python3 ../measure.py '\(Program.url.path)' \(words)")
        let lines = outcome.output.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return (outcome.status, lines.count > 1 ? String(lines[1]) : "", try #require(lines.first.flatMap { Int($0) }, "\(outcome)"))
    }

    /// Patterns with as many names as a list may have bytes for.
    private static func patterns(_ number: Int) -> String {
        let pattern = "\"z\(number)/\(Array(repeating: "a", count: 490).joined(separator: "/"))\""
        return Array(repeating: pattern, count: 33).joined(separator: ",")
    }

    @Test func `the number of configurations takes no memory`() throws {
        for number in 0..<40 {
            let patterns = CheckMemoryTests.patterns(number)
            try folder.file("checkout/\(number)/.plumbline.json", "{\"exclude\": [\(patterns), \"no.json\"], \"include\": [\"*.json\"]}")
            for name in ["a", "no"] { try folder.file("checkout/\(number)/\(name).json", Layouts.conflicting) }
        }
        // A configuration is read again if it is no longer in memory.
        try folder.file("checkout/0/z.json", Layouts.clean)
        let outcome = try check(".")
        #expect(outcome.status == 1 && outcome.output.contains("42 layouts: 40 conflicting, 2 clean"), "\(outcome.output.suffix(300))")
        #expect(!outcome.output.contains("no.json") && outcome.megabytes < 110, "\(outcome.megabytes)")
    }

    @Test func `assertions of many configurations that no layout answers are listed up to a bound`() throws {
        for number in 0..<3 {
            let assertions = (0..<600).map { "\"x\($0).width == 0\"" }.joined(separator: ",\n")
            try folder.file("checkout/\(number)/.plumbline.json", "{\"assert\": [\(assertions)]}")
            try folder.file("checkout/\(number)/a.json", Layouts.clean)
        }
        let outcome = try check(".")
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 1 && lines.count { $0.contains(" was not checked: ") } == 1000)
        #expect(lines.contains { $0.hasPrefix("1/.plumbline.json:1:1: error: 200 more findings of this file are not listed") }, "\(lines.suffix(5))")
        #expect(lines.contains { $0.hasPrefix("2/.plumbline.json:1:1: error: 600 more findings of this file are not listed") }, "\(lines.suffix(5))")
    }

    @Test(arguments: ["text", "sarif", "html"])
    func `entries of a baseline that no longer occur are listed up to a bound`(format: String) throws {
        let entries = (0..<40_000).map { "{\"fingerprint\":\"\($0)\",\"file\":\"a\",\"rule\":\"r\",\"message\":\"\"}\n" }
        try folder.file("checkout/known.jsonl", entries.joined())
        let reporters = "[{\"format\": \"\(format)\", \"output\": \"o.out\"}, \"text\"]"
        try folder.file("checkout/.plumbline.json", "{\"baseline\": \"known.jsonl\", \"strictBaseline\": true, \"reporters\": \(reporters)}")
        let outcome = try check(".")
        let lines = outcome.output.split(separator: "\n")
        #expect(outcome.status == 1 && lines.count { $0.contains(" no longer occurs: remove the entry") } == 200)
        let last = "known.jsonl:1:1: error: 39800 more entries no longer occur and are not listed [stale-baseline]"
        #expect(lines.contains { $0 == last }, "\(lines.suffix(3))")
        #expect(try folder.text("checkout/o.out").utf8.count < 500_000)
        #expect(outcome.megabytes < 140, "\(outcome.megabytes)")
    }

    @Test func `views in views of composed classes are bounded by their memory`() throws {
        func xib(_ number: Int) -> String {
            let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"
            let name = String(repeating: "b", count: 200)
            let views = (0..<(number < 6 ? 10 : 0)).map { "<view id=\"\(name)\($0)\" customClass=\"C\(number + 1)\">\(rect)</view>" }
            return """
                <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects>
                <view id="v" customClass="C\(number)"><rect key="frame" x="0" y="0" width="99" height="99"/>
                <subviews>\(views.joined())</subviews></view></objects></document>
                """
        }
        for number in 0..<7 { try folder.file("checkout/C\(number).xib", xib(number)) }
        let names = (0..<7).map { "\"C\($0)\": \"C\($0).xib\"" }.joined(separator: ", ")
        try folder.file("checkout/.plumbline.json", "{\"compose\": {\(names)}}")
        let outcome = try check("C0.xib")
        let message = "after composing the views, the file takes more than 64 MiB of memory, which is the limit"
        #expect(outcome.status == 2 && outcome.output.contains(message), "\(outcome.output.suffix(300))")
        #expect(outcome.megabytes < 200, "\(outcome.megabytes)")
    }

    @Test func `names of scenes in scenes do not grow with the depth`() throws {
        let scenes = (0..<150).map { number in
            let containers = (0..<(number < 149 ? 8 : 0)).map {
                """
                <containerView id="k\(number)-\($0)"><rect key="frame" x="0" y="0" width="\(50 + $0)" height="50"/><connections>
                <segue destination="vc\(number + 1)" kind="embed" id="s\(number)-\($0)"/></connections></containerView>
                """
            }
            return """
                <scene><objects><viewController id="vc\(number)" userLabel="\(String(repeating: "n", count: 2000))"><view key="view" id="v\(number)">
                <rect key="frame" x="0" y="0" width="393" height="852"/><subviews>\(containers.joined())</subviews></view></viewController></objects>
                </scene>
                """
        }
        let head = "<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB\" version=\"3.0\" useAutolayout=\"YES\"><scenes>"
        try folder.file("checkout/M.storyboard", head + scenes.joined() + "</scenes></document>")
        // The names alone would have 180 MB.
        let outcome = try check("--no-config M.storyboard")
        #expect(outcome.output.contains("1193 layouts: ") && outcome.output.utf8.count < 5_000_000, "\(outcome.output.suffix(300))")
        #expect(outcome.megabytes < 200, "\(outcome.megabytes)")
    }

    /// A document with a thousand views without a position.
    private static func many(root: String, _ further: String = "") -> String {
        let views = (0..<1000).map { "{\"id\": \"v\($0)\", \"parent\": \"root\"}" }.joined(separator: ", ")
        return "{\"size\": {\"width\": 3, \"height\": 3}, \"views\": [{\"id\": \"root\"\(root)}, \(views)], \"constraints\": []\(further)}"
    }

    @Test(arguments: ["json", "html", "junit"])
    func `a long reason is not in every finding`(format: String) throws {
        let reason = String(repeating: "r", count: 300_000)
        let suppression = ", \"suppress\": [{\"rule\": \"ambiguity\", \"reason\": \"\(reason)\"}]"
        try folder.file("checkout/many.json", CheckMemoryTests.many(root: "", suppression))
        let outcome = try check("--no-config --format \(format)=o.out many.json")
        #expect(outcome.status == 0 && outcome.megabytes < 200, "\(outcome.megabytes) \(outcome.output.suffix(300))")
        let report = try folder.text("checkout/o.out")
        #expect(report.contains(String(repeating: "r", count: 500) + "…") && report.utf8.count < 8_000_000, "\(report.utf8.count)")
    }

    @Test func `a long name of a class or scene is not in every finding`() throws {
        let name = String(repeating: "N", count: 300_000)
        try folder.file("checkout/many.json", CheckMemoryTests.many(root: ", \"class\": \"\(name)\""))
        let refused = try check("--no-config many.json")
        #expect(refused.status == 2 && refused.output.contains("the names of classes of more than 200 bytes have "), "\(refused.output.suffix(300))")
        let rect = "<rect key=\"frame\" x=\"0\" y=\"0\" width=\"9\" height=\"9\"/>"
        let labels = (0..<500).map { "<label id=\"l\($0)\" text=\"t\" translatesAutoresizingMaskIntoConstraints=\"NO\">\(rect)</label>" }
        let storyboard = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"><scenes><scene><objects>
            <viewController id="vc" userLabel="\(name)"><view key="view" id="v">\(rect)<subviews>\(labels.joined())</subviews></view></viewController>
            </objects></scene></scenes></document>
            """
        try folder.file("checkout/M.storyboard", storyboard)
        let outcome = try check("--no-config M.storyboard")
        #expect(outcome.status == 1 && outcome.megabytes < 200 && outcome.output.utf8.count < 2_000_000, "\(outcome.megabytes)")
    }

    @Test func `the content of reusable views that a configuration names is bounded`() throws {
        let names = (0..<4).map { "\"View\($0)\": \"a.xib\"" }.joined(separator: ", ")
        let content = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects>
            <view contentMode="scaleToFill" id="a"><rect key="frame" x="0" y="0" width="3" height="4"/></view></objects></document>
            """
        try folder.file("checkout/a.xib", content)
        try folder.file("checkout/.plumbline.json", "{\"compose\": {\(names)}}")
        let outcome = try check("--max-bytes 600 ok.json")
        let message = "the files have together more than 600 bytes; raise the limit with --max-bytes"
        #expect(outcome.status == 2 && outcome.output.contains(message), "\(outcome)")
        #expect(try check("--max-bytes 2000 ok.json").status == 0)
    }

    @Test(arguments: [
        ("a.json", Layouts.conflicting, "", 1), ("b.json", "{\"constraints\": [}", "", 2), ("c.txt", "a.width == 5 5", "", 2),
        ("d.vfl", "H:[a(==1,==2)]", "", 1), ("e.xib", CheckMemoryTests.label, "</string></label></subviews></view></objects></document>", 1),
    ]) func `empty lines take no memory`(name: String, start: String, end: String, status: Int32) throws {
        let isLayout = status == 1 && !name.hasSuffix(".vfl")
        try folder.file("checkout/\(name)", start + String(repeating: "\n", count: isLayout ? 8_000_000 : 1_500_000) + end)
        let outcome = try check("--no-config \(name)")
        #expect(outcome.status == status && outcome.megabytes < 90, "\(outcome.megabytes) \(outcome.output.suffix(300))")
    }

    /// The beginning of a xib, up to a label's text.
    private static let label = """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES"><objects>
        <view contentMode="scaleToFill" id="a"><rect key="frame" x="0" y="0" width="300" height="400"/><subviews>
        <label numberOfLines="0" translatesAutoresizingMaskIntoConstraints="NO" id="b"><rect key="frame" x="0" y="0" width="30" height="40"/>
        <string key="text">x
        """

    @Test func `containers of a tab bar controller with many contents take little memory`() throws {
        let containers = (0..<6000).map { number in
            "<containerView id=\"k\(number)\"><rect key=\"frame\" width=\"9\" height=\"9\"/>"
                + "<connections><segue destination=\"T\" kind=\"embed\"/></connections></containerView>"
        }
        let contents = (0..<6000).map { "<segue destination=\"d\($0)\" kind=\"relationship\"/>" }
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch"><scenes>
            <scene><objects><viewController id="c"><view key="view" id="v"><rect key="frame" width="9" height="9"/><subviews>\
            \(containers.joined())</subviews></view></viewController></objects></scene><scene><objects><tabBarController id="T"><connections>\
            \(contents.joined())</connections></tabBarController></objects></scene></scenes></document>
            """
        try folder.file("checkout/a.storyboard", text)
        let outcome = try check("--no-config --deadline 2 a.storyboard")
        #expect(outcome.output.contains("1 layout"), "\(outcome.output.suffix(300))")
        #expect(outcome.megabytes < 250, "\(outcome.megabytes)")
    }

    @Test func `a long diff takes no memory`() throws {
        for name in ["a", "b", "c"] { try folder.file("checkout/\(name).md", "") }
        try folder.file("checkout/.gitattributes", "*.md diff\n")
        try folder.commitCheckout()
        // Git takes forty bytes for each line of a file that it compares, also of a long one if an attribute says that it is a text.
        for name in ["a", "b"] { try folder.file("checkout/\(name).md", Data(repeating: UInt8(ascii: "\n"), count: 2_000_000)) }
        try folder.file("checkout/c.md", Data(repeating: UInt8(ascii: "\n"), count: 10_000_000))
        try folder.file("checkout/new.json", Layouts.conflicting)
        let outcome = try check("--since HEAD .")
        #expect(outcome.status == 1 && outcome.output.contains("1 layout: 1 conflicting"), "\(outcome.output.suffix(300))")
        #expect(outcome.megabytes < 180, "\(outcome.megabytes)")
    }

    /// A chain, whose analysis takes memory with the square of its length.
    private static func chain(_ count: Int) -> String { "H:|\((0..<count).map { "-[a\($0)]" }.joined())-|\n" }

    @Test(arguments: ["check --no-config", "analyze", "render"])
    func `an analysis ends near the limit of memory`(command: String) throws {
        try folder.file("checkout/chain.vfl", CheckMemoryTests.chain(4000))
        let outcome = try measured("\(command) --max-memory 96 chain.vfl")
        #expect(outcome.output.contains("the time or memory limit for the analysis was reached"), "\(outcome.output.suffix(300))")
        #expect(outcome.status == (command == "analyze" ? 0 : 1) && outcome.megabytes < 140, "\(outcome.megabytes)")
        guard command.hasPrefix("check") else { return }
        #expect(outcome.output.contains("allow more time with --deadline or more memory with --max-memory"))
        #expect(outcome.output.contains("the analysis of 1 file ended near the limit of memory; allow more with --max-memory"))
    }

    @Test func `a file that lacks memory fails no other`() throws {
        try folder.file("checkout/chain.vfl", CheckMemoryTests.chain(4000))
        for number in 0..<8 { try folder.file("checkout/ok\(number).json", Layouts.clean) }
        let outcome = try check("--max-memory 96 --jobs 4 .")
        #expect(outcome.status == 1 && outcome.output.contains("9 clean"), "\(outcome.output.suffix(600))")
    }

    @Test(arguments: ["text", "json"])
    func `the memory of scan-log does not grow with the messages`(format: String) throws {
        let name = String(repeating: "V", count: 2500)
        let messages = (1...26).map { message in
            let rows = (0..<100).map { row in
                let view = 0x100000 * message + row * 2
                return "\"<NSLayoutConstraint:0x9\(row) \(name):0x\(view).left == W:0x\(view + 1).left + \(message)>\",\n"
            }
            return "Unable to simultaneously satisfy constraints.\n(\n\(rows.joined()))\n\n"
        }
        try folder.file("checkout/run.log", messages.joined())
        let outcome = try measured("scan-log -q --max-memory 96 --format \(format) run.log")
        let reason = "counted but not analyzed: the different messages before them have too many constraints together"
        // Texts cut the name of the class, and so need little memory for each message.
        let isWhole = format == "text" && outcome.output.contains("26 conflict messages")
        #expect(outcome.status == 1 && (isWhole || outcome.output.contains(reason)), "\(outcome.output.suffix(600))")
        #expect(outcome.megabytes < 95, "\(outcome.megabytes)")
    }

    @Test func `a view hierarchy with thousands of windows is refused`() throws {
        let objects = (0..<5000).map { number in
            let frame = #"{"propertyName": "frame", "propertyValue": "0,0,5,5", "propertyFormat": "CGf, CGf, CGf, CGf"}"#
            return "{\"objectID\": \"\(number)\", \"className\": \"UIView\", \"properties\": [\(frame)]}"
        }
        let group = "{\"groupingID\": \"com.apple.UIKit.UIView\", \"debugHierarchyObjects\": [\(objects.joined(separator: ", "))]}"
        var archive = ZipWriter()
        archive.add("a.viewhierarchy/RequestResponses/Response_0", Array("{\"topLevelGroups\": {\"g\": \(group)}}".utf8))
        try folder.file("checkout/a.zip", Data(archive.bytes))
        let outcome = try check("--no-config a.zip")
        #expect(outcome.status == 2 && outcome.output.contains("the view hierarchy has more than 1000 windows"), "\(outcome.output.prefix(600))")
        #expect(outcome.megabytes < 110, "\(outcome.megabytes)")
    }

    @Test func `a run has a time limit, after which files are not proven`() throws {
        for number in 0..<4 { try folder.file("checkout/chain\(number).vfl", CheckMemoryTests.chain(2000)) }
        let sizes = (1...300).map { "\($0)x9" }.joined(separator: ",")
        let start = ContinuousClock.now
        let outcome = try check("--time-limit 0.5 --jobs 1 --sizes \(sizes) .")
        #expect(outcome.status == 1 && outcome.output.contains("the time of the run was over before all files were checked"))
        #expect(outcome.output.contains("4 of 5") || outcome.output.contains("chain3.vfl"), "\(outcome.output.suffix(600))")
        #expect(start.duration(to: .now) < .seconds(30))
    }

    @Test func `a configuration does not extend the time limit of a file`() throws {
        try folder.file("checkout/.plumbline.json", #"{"budget": {"seconds": 600}}"#)
        let message = "\"seconds\" is more than 30, and only --deadline gives more"
        #expect(try check(".").output.contains(message))
        #expect(try !check("--deadline 600 .").output.contains(message))
        try folder.file("checkout/.plumbline.json", #"{"budget": {"seconds": 0.000001}}"#)
        #expect(try check(".").output.contains("the time or memory limit for the analysis was reached"))
    }
}
