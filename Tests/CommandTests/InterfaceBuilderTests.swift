import Foundation
import Testing

/// Interface Builder files through the real program: what a scene becomes, and what is said of it.
@Suite struct InterfaceBuilderTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/InterfaceBuilder")

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func reports(_ name: String, _ options: String...) throws -> [[String: Any]] {
        let outcome = try Program.run(["analyze"] + options + [InterfaceBuilderTests.path(name)], input: Data())
        #expect(outcome.status == 0, "\(outcome.errors)")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        return object["reports"] as? [[String: Any]] ?? [object]
    }

    private func frame(_ report: [String: Any], _ view: String) -> [Double]? {
        guard let frame = (report["frames"] as? [String: Any])?[view] as? [String: Double] else { return nil }
        return ["x", "y", "width", "height"].compactMap { frame[$0] }
    }

    private func findings(_ report: [String: Any]) -> [String] {
        (report["findings"] as? [[String: Any]] ?? []).map { finding in
            "\(finding["kind"] ?? "") \(finding["view"] ?? finding["constraint"] ?? "") \(finding["line"] ?? ""):\(finding["column"] ?? "")"
        }
    }

    private func ambiguous(_ report: [String: Any]) -> [String] {
        (report["ambiguities"] as? [[String: Any]] ?? []).compactMap { $0["view"] as? String }
    }

    @Test func `each scene becomes a report with ids, labels, classes and places of the file`() throws {
        let all = try reports("scenes.storyboard")
        #expect(all.map { $0["root"] as? String } == ["bar-00-001", "roo-00-001"])
        let login = all[1]
        #expect(login["name"] as? String == "Login" && login["verdict"] as? String == "clean")
        // The navigation bar above comes from the segue, the margins from the canvas.
        #expect(frame(login, "lab-00-001") == [20, 108, 374, 20.5])
        #expect(frame(login, "but-00-001") == [182, 144.5, 50, 30])
        #expect(frame(login, "fix-00-001") == [10, 800, 40, 40])
        #expect(findings(login) == ["fixed-frame fix-00-001 38:29"])
        let label = try #require((login["views"] as? [String: [String: Any]])?["lab-00-001"])
        #expect(label["class"] as? String == "UILabel" && label["label"] as? String == "Greeting")
        #expect(label["line"] as? Int == 27 && label["column"] as? Int == 29)
    }

    /// A view of a xib that is 100 x 50 by two constraints.
    private func xib(width: String) -> String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects><view id="roo-00-001">
        <rect key="frame" x="0" y="0" width="320" height="100"/><subviews><view translatesAutoresizingMaskIntoConstraints="NO" id="box-00-001">
        <rect key="frame" x="10" y="10" width="100" height="50"/><constraints>
        <constraint firstAttribute="width" constant="\(width)" id="wid-00-001"/><constraint firstAttribute="height" constant="50" id="hei-00-001"/>
        </constraints></view></subviews><constraints>
        <constraint firstItem="box-00-001" firstAttribute="leading" secondItem="roo-00-001" secondAttribute="leading" constant="10" id="lea-00-001"/>
        <constraint firstItem="box-00-001" firstAttribute="top" secondItem="roo-00-001" secondAttribute="top" constant="10" id="top-00-001"/>
        </constraints></view></objects></document>
        """
    }

    @Test(arguments: ["99999999999999999999", "-1e300", "340282346638528859811704183484516925440"])
    func `a number of any size stops nothing`(_ width: String) throws {
        let outcome = try Program.run(["check", "--fail-on", "conflict", "-"], input: Data(xib(width: width).utf8))
        #expect([0, 1].contains(outcome.status), "\(outcome.errors)")
    }

    @Test(arguments: ["abc", "1e999", "nan"])
    func `what is no number is told and not taken for 0`(_ width: String) throws {
        let outcome = try Program.run(["analyze", "-"], input: Data(xib(width: width).utf8))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(report["conflicting"] as? Bool == false)
        #expect(findings(report).contains { $0.hasPrefix("invalid-constraint wid-00-001 4:") }, "\(findings(report))")
    }

    @Test func `what is about these files alone is not ignored silently for others`() throws {
        func warnings(_ options: String..., input: String = Layouts.clean) throws -> [String] {
            let outcome = try Program.run(["analyze", "-"] + options, input: Data(input.utf8))
            let report = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
            return report?["warnings"] as? [String] ?? ["none"]
        }
        let canvas = "the canvas is ignored: only Interface Builder files have one"
        let direction = "the direction is ignored: it applies only to Interface Builder files"
        #expect(try warnings("--canvas", "320x568", "--direction", "rtl") == [canvas, direction])
        #expect(try warnings("--direction", "rtl", input: "a.width == 1") == [direction])
        #expect(try warnings("--direction", "ltr").isEmpty)
        #expect(try warnings("--canvas", "320x568", input: xib(width: "100")).isEmpty)
        let service = try RunningService()
        for (body, type) in [(Layouts.clean, "application/json"), ("a.width == 1", "text/plain")] {
            #expect(try service.post("/v1/check?canvas=320x568", body, type: type).object["warnings"] as? [String] == [canvas])
            let created = try service.post("/v1/sessions?canvas=320x568&direction=rtl", body, type: type)
            let url = try #require(created.object["url"] as? String)
            #expect(try service.get(url + "/report").object["warnings"] as? [String] == [canvas, direction])
        }
    }

    @Test func `an unknown relation and an id of two constraints are told`() throws {
        func report(_ text: String) throws -> [String: Any] {
            let outcome = try Program.run(["analyze", "-"], input: Data(text.utf8))
            return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        }
        func messages(_ report: [String: Any]) -> [String] {
            let all = report["findings"] as? [[String: Any]] ?? []
            return all.filter { $0["kind"] as? String == "invalid-constraint" }.compactMap { $0["message"] as? String }
        }
        let unknown = try report(xib(width: #"50" relation="zz"#))
        #expect(messages(unknown) == [#"wid-00-001 has the unknown relation "zz" and is left out"#])
        #expect(ambiguous(unknown) == ["box-00-001"])
        #expect(messages(try report(xib(width: #"100" relation="equal"#))).isEmpty)
        let twice = try report(xib(width: "100").replacing("hei-00-001", with: "wid-00-001"))
        #expect(messages(twice) == ["wid-00-001 is also the id of another constraint; this one is called wid-00-001~2 here"])
        #expect(twice["verdict"] as? String == "clean")
    }

    private func analyzed(_ text: String) throws -> [String: Any] {
        let outcome = try Program.run(["analyze", "-"], input: Data(text.utf8))
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    }

    private func messages(_ report: [String: Any]) -> [String] {
        (report["findings"] as? [[String: Any]] ?? []).compactMap { $0["message"] as? String }
    }

    @Test func `what has no id is taken all the same, under one that is made`() throws {
        let constraint = try analyzed(xib(width: "100").replacing(#" id="wid-00-001""#, with: "").replacing(#" id="top-00-001""#, with: ""))
        #expect(constraint["verdict"] as? String == "clean" && frame(constraint, "box-00-001") == [10, 10, 100, 50])
        #expect(messages(constraint) == ["constraint~1", "constraint~2"].map { "a constraint has no id; it is called \($0) here" })

        let outer = #"<view translatesAutoresizingMaskIntoConstraints="YES"><rect key="frame" x="7" y="9" width="90" height="60"/><subviews><view tr"#
        let nested = xib(width: "60").replacing(#"<subviews><view tr"#, with: "<subviews>" + outer)
            .replacing("</view></subviews>", with: "</view></subviews></view></subviews>")
        let view = try analyzed(nested)
        #expect(frame(view, "view~1") == [7, 9, 90, 60] && frame(view, "box-00-001") == [3, 1, 60, 50], "\(view["frames"] ?? "")")
        #expect(view["warnings"] as? [String] == [#"a view in line 2 has no id; it is called "view~1""#])
    }

    @Test(arguments: ["0", "-5", "1001"])
    func `a constraint whose priority is refused at run time is told and left out`(priority: String) throws {
        let report = try analyzed(xib(width: "100\" priority=\"\(priority)"))
        #expect(
            messages(report) == [
                "wid-00-001 has the priority \(priority), which raises an exception at run time: priorities are above 0 and at most 1000; "
                    + "the constraint is left out"
            ])
        #expect(ambiguous(report) == ["box-00-001"])
        let lower = "id=\"box-00-001\" verticalHuggingPriority=\"\(priority)\""
        let hugging = try analyzed(xib(width: "100").replacing(#"id="box-00-001""#, with: lower))
        let taken = priority == "1001" ? "1000" : "1"
        #expect(
            hugging["warnings"] as? [String] == [
                "the verticalHuggingPriority \"\(priority)\" of box-00-001 is not a valid priority; \(taken) is used instead"
            ])
    }

    @Test func `findings of what came on standard input are in no file`() throws {
        let text = xib(width: "100").replacing(#"id="hei-00-001""#, with: #"id="wid-00-001""#)
            .replacing(#"constant="10" id="top"#, with: #"id="top"#)
        for format in ["text", "github", "xcode", "gitlab", "sarif", "checkstyle", "json", "html", "markdown"] {
            let output = try Program.run(["check", "-", "--rules", "all", "--format", format], input: Data(text.utf8)).output
            #expect(!output.contains("xib"), "\(format): \(output)")
        }
    }

    @Test func `a device of another size moves what hangs on it`() throws {
        let login = try reports("scenes.storyboard", "--canvas", "retina4_0")[1]
        #expect(frame(login, "roo-00-001") == [0, 0, 320, 568])
        #expect(frame(login, "lab-00-001")?[1] == 84)
        let sized = try reports("scenes.storyboard", "--canvas=600x800")[1]
        #expect(frame(sized, "but-00-001")?[0] == 275)
        let mirrored = try reports("card.xib", "--direction", "rtl")[0]
        #expect(frame(mirrored, "img-00-001")?[0] == 252)
    }

    @Test func `images, ratios and labels give a xib its frames`() throws {
        let card = try reports("card.xib")[0]
        #expect(card["verdict"] as? String == "clean")
        #expect(frame(card, "img-00-001") == [8, 8, 60, 40])
        #expect(frame(card, "lab-00-001") == [76, 8, 236, 20.5])
        #expect(frame(card, "bar-00-001") == [0, 100, 160, 100])
        #expect(findings(card).isEmpty)
    }

    @Test func `stack views arrange what is not hidden`() throws {
        let stack = try reports("stack.xib")[0]
        #expect(stack["verdict"] as? String == "clean")
        #expect(frame(stack, "sta-00-001") == [20, 20, 260, 100.5])
        #expect(frame(stack, "sta-00-002") == [26, 30.5, 208, 30])
        #expect(frame(stack, "box-00-002") == [108, 0, 100, 30])
        #expect(frame(stack, "box-00-003") == [80, 70.5, 100, 30])
        #expect(frame(stack, "hid-00-001") == [7, 77, 77, 77])
        #expect(findings(stack).isEmpty)
    }

    @Test func `what the canvas alone does is gone at run time`() throws {
        let design = try reports("canvas.xib")[0]
        #expect(design["verdict"] as? String == "clean")
        #expect(findings(design).isEmpty)
        // Within the stack view's margins; the container as drawn, the button by its constraint and not by its image.
        #expect(frame(design, "sta-00-001") == [0, 20, 375, 124])
        #expect(frame(design, "box-00-001") == [16, 10, 343, 60])
        #expect(frame(design, "but-00-001") == [16, 78, 343, 36])
        #expect(frame(design, "sta-00-002") == [0, 144, 0, 0])
        #expect(frame(design, "lab-00-002")?[0] == 0)
        let stored = ((design["values"] as? [String: Any])?["fromStoredFrames"] as? [[String: Any]] ?? []).filter {
            $0["origin"] as? String == "stored"
        }
        #expect(Set(stored.compactMap { $0["view"] as? String }) == ["box-00-001", "lab-00-001"])
        let run = try reports("canvas.xib", "--interface-builder", "run")[0]
        #expect(run["verdict"] as? String == "conflicting")
        #expect(frame(run, "box-00-001")?[3] == 20.5)
    }

    @Test func `content that resists at 1000 keeps its size on the canvas, and content that is hugged so does not`() throws {
        let report = try reports("resistance.xib")[0]
        #expect(report["verdict"] as? String == "conflicting")
        // 16 + 60 is more than 70: something breaks, but not the title's 60 points.
        #expect(frame(report, "but-00-001")?[2] == 60)
        // Hugged, but drawn by its constraints.
        #expect(frame(report, "img-00-001") == [0, 40, 100, 30])
    }

    @Test func `ids given twice are told apart`() throws {
        let views = (0..<3).map { _ in #"<view contentMode="x" id="a"><rect key="frame" x="0" y="0" width="4" height="8"/></view>"# }.joined()
        let text =
            #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB"><objects><view contentMode="x" id="r.width">"# + "<subviews>" + views
            + "</subviews></view></objects></document>"
        let outcome = try Program.run(["analyze", "-"], input: Data(text.utf8))
        let report = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect((report["frames"] as? [String: Any])?.keys.sorted() == ["a", "a~2", "a~3", "r.width~2"])
    }

    @Test func `a scroll view's edges are its content within and its frame without`() throws {
        let scroll = try reports("scroll.xib")[0]
        #expect(scroll["verdict"] as? String == "clean")
        #expect(frame(scroll, "scr-00-001") == [0, 0, 320, 480])
        #expect(frame(scroll, "con-tent-01") == [0, 0, 320, 900])
    }

    @Test func `a cell stands for its content view`() throws {
        let cell = try reports("cell.xib")[0]
        #expect(cell["verdict"] as? String == "clean")
        #expect(frame(cell, "lab-00-001") == [16, 19.5, 288, 20.5])
    }

    @Test func `variations install and change what the size classes ask for`() throws {
        let phone = try reports("variation.xib")[0]
        #expect(frame(phone, "box-00-001") == [40, 10, 100, 50])
        #expect(frame(phone, "pad-00-001") == nil)
        #expect(findings(phone) == ["uninstalled-constraint con-00-005 26:17"])
        let pad = try reports("variation.xib", "--canvas", "ipad9_7")[0]
        #expect(frame(pad, "box-00-001")?[0] == 16)
        #expect(frame(pad, "pad-00-001") != nil)
        #expect(ambiguous(pad) == ["pad-00-001"])
    }

    @Test func `placeholders hold in the editor alone`() throws {
        let design = try reports("placeholder.xib")[0]
        #expect(design["verdict"] as? String == "clean")
        #expect(frame(design, "gau-00-001") == [10, 50, 120, 80])
        #expect(findings(design) == ["design-time-size gau-00-001 10:17", "placeholder-constraint con-00-003 19:17"])
        let run = try reports("placeholder.xib", "--interface-builder", "run")[0]
        #expect(run["verdict"] as? String == "ambiguous" && ambiguous(run) == ["gau-00-001"])
    }

    @Test func `what an ambiguity lacks comes before it`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file(
            "Row.xib",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
                <objects>
                    <view contentMode="scaleToFill" id="row-00-001">
                        <rect key="frame" x="0.0" y="0.0" width="200" height="100"/>
                        <subviews>
                            <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="box-00-001">
                                <rect key="frame" x="20" y="20" width="50" height="50"/>
                            </view>
                        </subviews>
                        <constraints>
                            <constraint firstItem="box-00-001" firstAttribute="leading" secondItem="row-00-001" secondAttribute="leading" constant="20" id="c1"/>
                            <constraint firstItem="box-00-001" firstAttribute="top" secondItem="row-00-001" secondAttribute="top" constant="20" id="c2"/>
                            <constraint firstItem="box-00-001" firstAttribute="height" secondItem="row-00-001" secondAttribute="height" constant="-50" id="c3"/>
                            <constraint firstItem="box-00-001" firstAttribute="width" secondItem="old-00-001" secondAttribute="width" id="c4"/>
                        </constraints>
                    </view>
                </objects>
            </document>
            """)
        let lines = try Program.run("check", file).output.split(separator: "\n").filter { $0.contains(": warning: ") }
        #expect(lines.count == 2 && lines[0].hasSuffix("[unreferenced-constraint]") && lines[1].hasSuffix("[missing-size]"), "\(lines)")
    }

    @Test func `misplaced frames and bad constraints are findings with their places`() throws {
        let report = try reports("misplaced.xib")[0]
        #expect(report["verdict"] as? String == "clean")
        #expect(frame(report, "box-00-001") == [20, 20, 50, 50])
        #expect(
            findings(report) == [
                "misplaced-view box-00-001 10:17", "mixed-direction con-00-003 19:17", "unreferenced-constraint con-00-005 21:17",
            ])
        let brief = try Program.run("check", InterfaceBuilderTests.path("misplaced.xib"))
        #expect(brief.status == 0 && brief.output.hasSuffix("1 layout: 1 clean; 2 warnings; 1 further note with -v\n"), "\(brief)")
        #expect(brief.output.contains("misplaced.xib:21:17: warning: con-00-005 refers to "), "\(brief)")
        let text = try Program.run("check", "-v", InterfaceBuilderTests.path("misplaced.xib"))
        #expect(text.status == 0)
        #expect(
            text.output.contains(
                "misplaced.xib:10:17: note: the stored frame of Badge does not match its constraints: x 30, should be 20; width 44, should be 50"))
    }

    @Test func `an outlet, a segue or an entry point that leads nowhere is a warning at its place`() throws {
        let folder = try TemporaryFolder()
        func scene(_ id: String, _ connections: String) -> String {
            """
            <scene sceneID="\(id)"><objects><viewController id="vc-\(id)" sceneMemberID="viewController"><view key="view" contentMode="scaleToFill" id="v-\(id)">
            <rect key="frame" x="0" y="0" width="375" height="667"/></view><connections>\(connections)</connections></viewController></objects></scene>
            """
        }
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES" initialViewController="START"><scenes>
            """
        let good = scene("a", #"<outlet property="box" destination="v-a" id="o1"/><segue destination="vc-b" kind="show" id="s1"/>"#)
        let bad = scene(
            "b", #"<outlet property="box" destination="v-gone" id="o2"/><segue destination="vc-gone" kind="show" identifier="next" id="s2"/>"#)
        let file = try folder.file("a.storyboard", head.replacing("START", with: "vc-start") + "\n" + good + "\n" + bad + "</scenes></document>")
        let outcome = try Program.run("check", "--no-config", file)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.contains(
                "a.storyboard:2:1: warning: the storyboard's entry point leads to vc-start, which is not in this file [dangling-reference]"))
        #expect(
            outcome.output.contains("a.storyboard:6:77: warning: the outlet “box” leads to v-gone, which is not in this file [dangling-reference]"))
        #expect(outcome.output.contains("warning: the segue “next” leads to vc-gone, which is not in this file [dangling-reference]"))
        #expect(outcome.output.hasSuffix("2 layouts: 2 clean; 3 warnings\n"), "\(outcome)")
        let sound = try folder.file("b.storyboard", head.replacing("START", with: "vc-a") + good + scene("b", "") + "</scenes></document>")
        #expect(try Program.run("check", "--no-config", sound).output == "2 layouts: 2 clean\n")
    }

    @Test func `labels that stretch equally willingly are ambiguous, and what is not to be verified is no verdict`() throws {
        let report = try reports("ambiguous.xib")[0]
        #expect(report["verdict"] as? String == "ambiguous")
        #expect(ambiguous(report) == ["lab-00-001", "lab-00-002", "off-00-001"])
        let unverified = (report["ambiguities"] as? [[String: Any]] ?? []).filter { $0["verified"] as? Bool == false }
        #expect(unverified.map { $0["view"] as? String } == ["off-00-001"])
        #expect(
            findings(report) == [
                "content-priority-tie lab-00-001 10:17", "content-priority-tie lab-00-002 14:17", "unverified-ambiguity off-00-001 18:17",
            ])
    }

    @Test(arguments: [
        ("archive.xib", "archive.xib:2:1: error: this is an Interface Builder archive"),
        ("doctype.xib", "doctype.xib:2:20: error: a document type declaration (DOCTYPE) is not accepted; remove it"),
        ("truncated.xib", "error: the document ends before <"),
    ])
    func `what is not read is named with its place`(_ name: String, _ message: String) throws {
        let outcome = try Program.run("check", InterfaceBuilderTests.path(name))
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains(message))
    }

    @Test func `the same file gives the same bytes, with and without its name`() throws {
        let path = InterfaceBuilderTests.path("scenes.storyboard")
        let named = try Program.run("check", "--format", "json", path)
        #expect(named.status == 0)
        let content = try Data(contentsOf: URL(fileURLWithPath: path))
        let piped = try Program.run(["check", "-v", "-"], input: content)
        #expect(piped.status == 0)
        #expect(piped.output.contains("standard input (2 of 2), Login: clean at 414 x 896 points"))
    }

    @Test func `a posted file is checked, and makes a session of each scene`() throws {
        let service = try RunningService()
        let body = try String(contentsOfFile: InterfaceBuilderTests.path("scenes.storyboard"), encoding: .utf8)
        let check = try service.post("/v1/check", body, type: "application/xml")
        #expect(check.status == 200)
        #expect((check.object["reports"] as? [[String: Any]])?.map { $0["name"] as? String } == ["navigationController", "Login"])
        let created = try service.post("/v1/sessions?tag=ib", body, type: "text/xml")
        #expect(created.status == 201)
        let sessions = try #require(created.object["sessions"] as? [[String: Any]])
        #expect(sessions.map { $0["name"] as? String } == ["navigationController", "Login"])
        let url = try #require(sessions[1]["url"] as? String)
        #expect((try service.get(url).object["document"] as? [String: Any])?["name"] as? String == "Login")
        let placeholder = try String(contentsOfFile: InterfaceBuilderTests.path("placeholder.xib"), encoding: .utf8)
        #expect(try service.post("/v1/check?ib=run", placeholder, type: "application/xml").object["verdict"] as? String == "ambiguous")
        #expect(try service.post("/v1/check?ib=never", placeholder, type: "application/xml").object["code"] as? String == "invalid-parameter")
        #expect(try service.post("/v1/check?canvas=tiny", placeholder, type: "application/xml").object["code"] as? String == "invalid-parameter")
        let truncated = try service.post("/v1/check", String(body.prefix(3000)), type: "application/xml")
        #expect(truncated.status == 400 && truncated.object["code"] as? String == "malformed-xml" && truncated.object["line"] is Int)
        let doctype = try service.post("/v1/check", "<!DOCTYPE a>\n<a/>", type: "application/xml")
        #expect(doctype.status == 400 && doctype.object["code"] as? String == "doctype")
        let menus = "<document type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\"><objects/></document>"
        #expect((try service.post("/v1/check", menus, type: "application/xml").object["reports"] as? [Any])?.isEmpty == true)
        #expect(try service.post("/v1/sessions", menus, type: "application/xml").status == 422)
    }
}
