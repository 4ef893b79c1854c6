import Foundation
import Testing

/// What people paste from a debugger, a console or a build, through every way in.
@Suite struct DebuggerTextTests {
    private let trace = """
        (lldb) po [[UIWindow keyWindow] _autolayoutTrace]
        •UIWindow:0x1
        |   *UIView:0x2
        |   |   *UILabel:0x3'Total'- AMBIGUOUS LAYOUT for UILabel:0x3'Total'.minY{id: 5}
        """
    private let refusal = """
        App[1:2] *** Terminating app due to uncaught exception 'NSGenericException', reason: 'Unable to activate constraint with anchors \
        <NSLayoutXAxisAnchor:0x60 "UIView:0x2.leading"> and <NSLayoutXAxisAnchor:0x61 "UILabel:0x3.leading"> because they have no common ancestor.'
        """
    private let collapse =
        "Warning once only: Detected a case where constraints ambiguously suggest a height of zero for a table view cell's content view. Cell: <RowCell: 0x4>"
    private let list = """
        (lldb) po label.constraints
        ▿ 3 elements
          - 0 : <NSLayoutConstraint:0xc1 H:|-(16)-[UILabel:0x3'Total']   (active, names: '|':UIView:0x2 )>
          - 1 : <NSLayoutConstraint:0xc2 V:|-(8)-[UILabel:0x3'Total']   (active, names: '|':UIView:0x2 )>
          - 2 : <NSContentSizeLayoutConstraint:0xc3 H:[UILabel:0x3'Total'(47)] Hug:251 CompressionResistance:750   (active)>
        """
    private let log = Layouts.log.replacing("0x7f8", with: "0x3")

    // MARK: check

    @Test func `a trace is answered with what it says`() throws {
        let outcome = try Program.run("check", "-", input: trace)
        #expect(outcome.status == 1 && outcome.errors.isEmpty)
        #expect(outcome.output.hasPrefix("standard input:2:1: note: The text has a trace of "), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "standard input:4:1: warning: The trace marks UILabel “Total” in UIView (0x2) as ambiguous: its vertical position is not determined [reported-ambiguity]"
            ))
        #expect(
            outcome.output.contains(
                "  fix: add a constraint that determines its vertical position. To see those that it has, add the output of this to the text: po [0x3 "
            ))
        #expect(!outcome.output.contains("can hold together") && !outcome.output.contains("broken"))
        #expect(try Program.run("check", "--fail-on", "conflict", "-", input: trace).status == 0)
        #expect(try Program.run("check", "-", input: trace.replacing("- AMBIGUOUS", with: "\n- AMBIGUOUS")).status == 0)
    }

    @Test func `a log has no sizes`() throws {
        let plain = try Program.run("check", "-", input: Layouts.log)
        let sized = try Program.run("check", "--sizes", "320x568,390x844", "-", input: Layouts.log)
        #expect(plain.status == 1 && sized.output == plain.output, "\(sized.output)")
    }

    @Test func `an exception fails, a warning where it is asked for`() throws {
        let refused = try Program.run("check", "-", input: refusal)
        #expect(
            refused.status == 1 && refused.output.contains("between UIView (0x2) and UILabel (0x3) was activated though they have no common ancestor")
        )
        let collapsed = try Program.run("check", "-", input: collapse)
        #expect(collapsed.status == 0 && collapsed.output.contains("height of zero") && collapsed.output.contains("RowCell"))
        #expect(try Program.run("check", "--fail-on", "warning", "-", input: collapse).status == 1)
        #expect(try Program.run("check", "--fail-on", "reported-problem", "-", input: collapse).status == 1)
    }

    @Test func `a list says where its views are`() throws {
        let outcome = try Program.run("check", "-", input: list)
        #expect(outcome.status == 0)
        #expect(
            outcome.output.hasPrefix("standard input: incomplete: the listed constraints can all be satisfied; others may be missing\n")
                && outcome.output.contains("\n  UILabel “Total” has x 16, y 8, width 47\n"))
        let report = try report(Program.run("analyze", "-", input: list).output)
        let settled = report["settled"] as? [String: [String: Any]]
        #expect(settled?["UILabel:0x3"]?["y"] as? Double == 8 && settled?["UILabel:0x3"]?["height"] is NSNull)
        // Where it cannot hold, it conflicts.
        let other = list.replacing(
            "- 2 :", with: "- 2 : <NSLayoutConstraint:0xc5 UILabel:0x3'Total'.leading == UIView:0x2.leading + 20   (active)>\n  - 3 :")
        let conflict = try Program.run("check", "-", input: other)
        #expect(conflict.status == 1 && conflict.output.contains("1 layout: 1 conflicting"))
    }

    private func report(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `a mixed text is one answer`() throws {
        let text = [collapse, log, trace, refusal].joined(separator: "\nother output\n")
        let outcome = try Program.run("check", "-v", "-", input: text)
        #expect(outcome.status == 1 && outcome.output.hasPrefix("standard input: conflicting\n"))
        for part in ["conflict K1:", "height of zero", "its vertical position is not determined", "no common ancestor"] {
            #expect(outcome.output.contains(part))
        }
        let found = try report(Program.run("analyze", "-", input: text).output)
        #expect(found["verdict"] as? String == "conflicting")
        let findings = try #require(found["findings"] as? [[String: Any]])
        #expect(findings.map { $0["name"] as? String } == ["zero-height", "view-hierarchy", "ambiguous-view", "no-common-ancestor"])
        #expect(findings[2]["view"] == nil || (found["names"] as? [String: String])?["UILabel:0x3"] == "UILabel “Total”")
        let views = found["views"] as? [String: [String: Any]]
        #expect(views?["UILabel:0x3"]?["superview"] as? String == "UIView:0x2" && views?["UIWindow:0x1"]?["superview"] is NSNull)
    }

    /// Two conflicts, of two views.
    private var conflicts: String {
        let other = """
            App[1:2] [LayoutConstraints] Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0xd1 UIView:0x8.height == 60   (active)>",
                "<NSLayoutConstraint:0xd2 UIView:0x8.height == 70   (active)>"
            )
            Will attempt to recover by breaking constraint
            <NSLayoutConstraint:0xd1 UIView:0x8.height == 60   (active)>
            """
        return [log, "other output", other, trace].joined(separator: "\n")
    }

    @Test func `several conflicts in a text are findings of one answer`() throws {
        let checked = try Program.run("check", "-", input: conflicts)
        #expect(checked.status == 1 && checked.output.contains("2 layouts: 2 conflicting; 2 errors, 1 warning"), "\(checked)")
        #expect(
            checked.output.contains("The width of UILabel “Total” is set twice") && checked.output.contains("The height of UIView is set twice"),
            "\(checked)")
        let reports = try #require(try report(Program.run("analyze", "-", input: conflicts).output)["reports"] as? [[String: Any]])
        #expect(reports.map { $0["name"] as? String } == ["message 1", "message 2"])
        let scanned = try Program.run("scan-log", "--quiet", input: conflicts)
        #expect(
            scanned.status == 1 && scanned.output.contains("The width of UILabel") && scanned.output.contains("The height of UIView is set twice"))
        #expect(scanned.output.contains("2 conflict messages"), "\(scanned)")
        let service = try RunningService()
        let answer = try service.post("/v1/check", conflicts, type: "text/plain")
        #expect(
            answer.text.contains("The width of UILabel “Total” is set twice") && answer.text.contains("The height of UIView is set twice"),
            "\(answer.text)")
        let made = try service.post("/v1/sessions", conflicts, type: "text/plain")
        #expect(made.status == 201 && (made.object["sessions"] as? [[String: Any]])?.count == 2, "\(made.text)")
    }

    @Test func `a list whose addresses were removed is read by its names`() throws {
        let named = """
            (lldb) po view.constraints
            ▿ 4 elements
              - 0 : <NSLayoutConstraint H:|-(16)-[titleLabel]   (active, names: '|':contentView )>
              - 1 : <NSLayoutConstraint titleLabel.width == 60   (active)>
              - 2 : <NSLayoutConstraint: 'title-width' titleLabel.width >= 70   (active)>
              - 3 : <NSLayoutConstraint: titleLabel.top == contentView.top + 8>
            """
        let outcome = try Program.run("check", "-v", "-", input: named)
        #expect(outcome.status == 1 && outcome.output.contains("titleLabel"), "\(outcome)")
        let found = try report(Program.run("analyze", "-", input: named).output)
        #expect(found["verdict"] as? String == "conflicting" && (found["warnings"] as? [Any])?.isEmpty ?? true, "\(found)")
        let names = found["names"] as? [String: String] ?? [:]
        #expect(names["titleLabel"] != nil && names["contentView"] != nil, "\(found)")
        // Prose that names the class is no constraint.
        let prose = try Program.run("check", "-", input: log + "\nan Array<NSLayoutConstraint> and <NSLayoutConstraint objects> are not read\n")
        #expect(prose.output == (try Program.run("check", "-", input: log)).output, "\(prose)")
    }

    @Test(arguments: [
        #"["H:|-8-[title(60)]-8-|", "V:|-8-[title(20)]-8-|", "title.width >= 70"]"#,
        "(lldb) po formats\n▿ 3 elements\n  - 0 : \"H:|-8-[title(60)]-8-|\"\n  - 1 : \"V:|-8-[title(20)]-8-|\"\n  - 2 : \"title.width >= 70\"\n",
        "(\n    \"H:|-8-[title(60)]-8-|\",\n    \"V:|-8-[title(20)]-8-|\",\n    \"title.width >= 70\"\n)\n",
    ])
    func `formats that Swift printed as a list are read`(text: String) throws {
        let outcome = try Program.run("check", "-", input: text)
        #expect(outcome.status == 1 && outcome.errors.isEmpty && outcome.output.contains("title is at least 70 wide"), "\(outcome)")
        let broken = try Program.run("check", "-", input: text.replacing("title(20)", with: "title(20"))
        #expect(broken.status == 2 && broken.errors.contains(": error: "), "\(broken)")
    }

    @Test func `a debugger's text without constraints is told what to print`() throws {
        let text = "(lldb) po self.view.subviews\n▿ 1 element\n  - 0 : <UILabel: 0x7f8...>\n"
        let outcome = try Program.run("check", "-", input: text)
        #expect(
            outcome.status == 2 && outcome.errors.contains("it contains no constraint. Paste what it prints for 'po view.constraints'"),
            "\(outcome)")
    }

    @Test func `frames that are printed are in the report`() throws {
        let text = "<UIView: 0x2; frame = (0 0; 320 568); layer = <CALayer: 0x9>>\n   | <UILabel: 0x3; frame = (16 20.5; 47 21); text = 'Total'>\n"
        let views = try report(Program.run("analyze", "-", input: text).output)["views"] as? [String: [String: Any]]
        #expect(views?["UILabel:0x3"]?["frame"] as? [String: Double] == ["x": 16, "y": 20.5, "width": 47, "height": 21])
    }

    @Test func `a build's warning is told at its own file`() throws {
        let text = "/src/Main.storyboard:12:3: warning: Height and vertical position are ambiguous for \"Title\".\n"
        let outcome = try Program.run("check", "--format", "github", "-", input: text)
        #expect(outcome.status == 1 && outcome.output.contains("file=/src/Main.storyboard,line=12,endLine=12,col=3"), "\(outcome.output)")
    }

    @Test(arguments: ["json", "sarif", "junit", "xcode", "gitlab", "checkstyle", "markdown", "html"])
    func `every form has the message`(format: String) throws {
        let outcome = try Program.run("check", "--format", format, "-", input: refusal)
        #expect(outcome.status == 1 && outcome.output.contains("no common ancestor"), "\(outcome.output)")
    }

    // MARK: scan-log

    @Test func `a run's other messages are counted, and fail where it is asked for`() throws {
        let run = ["start", collapse, log, collapse.replacing("0x4", with: "0x5"), trace, "end\n"].joined(separator: "\n")
        let outcome = try Program.run("scan-log", input: run)
        #expect(outcome.status == 1 && outcome.output == run)
        #expect(outcome.errors.contains("standard input:2:1: warning: The constraints of RowCell (0x4)"))
        #expect(outcome.errors.contains("plumbline: 1 conflict message; 3 other layout messages (2 distinct); 1 error, "))
        let other = ["start", collapse, trace].joined(separator: "\n")
        #expect(try Program.run("scan-log", "--quiet", input: other).status == 0)
        #expect(try Program.run("scan-log", "--quiet", "--fail-on", "ambiguity", input: other).status == 1)
        #expect(try Program.run("scan-log", "--quiet", "--fail-on", "reported-problem", input: collapse).status == 1)
        let json = try report(Program.run("scan-log", "--quiet", "--format", "json", input: other).output)
        #expect((json["findings"] as? [[String: Any]])?.count == 2)
    }

    // MARK: The service

    @Test func `what is pasted is stored with all that it says`() throws {
        let service = try RunningService()
        let checked = try service.post("/v1/check", refusal, type: "text/plain")
        #expect(checked.status == 200)
        #expect(try service.post("/v1/check?failOn=ambiguity", trace, type: "text/plain").status == 422)
        let text = [log, trace].joined(separator: "\n")
        let url = try #require(try service.post("/v1/sessions", text, type: "text/plain").object["url"] as? String)
        for step in [0, 1] {
            if step == 1 {
                #expect(try service.post(url + "/events", #"{"events":[{"op":"setConstant","id":"c1","constant":50}]}"#).status == 200)
            }
            let report = try service.get(url + "/report").object
            let names = (report["findings"] as? [[String: Any]])?.map { $0["name"] as? String }
            #expect(names == ["view-hierarchy", "ambiguous-view"], "step \(step)")
            #expect(report["verdict"] as? String == (step == 0 ? "conflicting" : "incomplete"))
        }
        #expect(try service.get(url + "/diagram.svg").status == 200)
        let alone = try #require(try service.post("/v1/sessions", trace, type: "text/plain").object["url"] as? String)
        #expect((try service.get(alone + "/report").object["findings"] as? [Any])?.count == 2)
        #expect(try service.post(alone + "/replay", "").object["identical"] as? Bool == true)
    }
}
