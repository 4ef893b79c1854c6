import Foundation
import Testing

/// What a person reads every day: severities, the rows of a finding, names, and messages about mistakes.
@Suite struct DailyTextTests {
    private func log(_ rows: String..., broken: String) -> String {
        "Unable to simultaneously satisfy constraints.\n(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n")
            + "\n)\n\nWill attempt to recover by breaking constraint\n<\(broken)>\n"
    }

    /// The severities that check and scan-log report in several forms, and their exit statuses.
    private func severities(_ log: String) throws -> Set<String> {
        var found: Set<String> = []
        for command in [["check"], ["scan-log", "--quiet"]] {
            for (form, words) in [
                ("text", [": error: ": "error", ": warning: ": "warning"]), ("markdown", ["| error | ": "error", "| warning | ": "warning"]),
                ("github", ["::error ": "error", "::warning ": "warning"]),
            ] {
                let outcome = try Program.run(command + ["--format", form, "-"], input: Data(log.utf8))
                found.formUnion(words.filter { outcome.output.contains($0.key) }.map { "\($0.value) \(outcome.status)" })
            }
        }
        return found
    }

    @Test func `a conflict has one severity in every form and command`() throws {
        let early = log(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& Shop.Header:0xa.width == 0",
            "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (names: '|':Shop.Header:0xa )",
            "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Header:0xa )",
            broken: "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Header:0xa )")
        #expect(try severities(early) == ["warning 1"])
        let library = log(
            "NSLayoutConstraint:0x1 MBProgressHUD:0xa.width == 60", "NSLayoutConstraint:0x2 MBProgressHUD:0xa.width == 80",
            broken: "NSLayoutConstraint:0x2 MBProgressHUD:0xa.width == 80")
        #expect(try severities(library) == ["warning 1"])
        #expect(try severities(Layouts.log) == ["error 1"])
    }

    @Test func `a remedy that leaves nothing open stands alone`() throws {
        let ids = ["a", "b", "c"]
        let views = zip(ids, ["UILabel", "UIButton", "UISwitch"]).map {
            #"{"id": "\#($0)", "parent": "root", "class": "\#($1)", "intrinsicContentSize": {"width": 50, "height": 20}}"#
        }
        let rows = ["V:|[a][b][c]|"] + ids.map { "H:|[\($0)]" }
        let json = """
            {"size": {"width": 200, "height": 100}, "views": [{"id": "root"}, \(views.joined(separator: ", "))],
             "constraints": [\(rows.map { #""\#($0)""# }.joined(separator: ", "))]}
            """
        let text = try Program.run(["check", "--fail-on", "ambiguity", "-"], input: Data(json.utf8)).output
        #expect(text.contains("  fix: set the vertical content hugging priority of UISwitch to 249\n"), "\(text)")
        // Beside one that leaves nothing, a part of one is of no use.
        #expect(!text.contains(" ambiguous)\n"), "\(text)")
    }

    @Test func `a message of a crash is an error and fails, whatever else it is`() throws {
        let warned = """
            App[1:2] The view hierarchy is not prepared for the constraint: <NSLayoutConstraint:0x1 UIView:0xa.top == UIView:0xb.top (inactive)>
            \tThe constraint's items must be descendants of that view. This will crash if the constraint needs to be resolved.
            """
        #expect(try severities(warned) == ["error 1"])
        let end = "*** Terminating app due to uncaught exception 'X', reason: "
        #expect(try severities(end + "'Impossible to set up layout with view hierarchy unprepared for constraint.'\n") == ["error 1"])
        // Another message of the same kind ends nothing.
        let loop = "App[1:2] [LayoutLoop] Detected layout loop for view <UIView: 0xa>\n"
        #expect(try severities(loop) == ["warning 0"])
        #expect(try severities(end + "'\(loop.dropLast())'\n") == ["error 1"])
    }

    @Test func `each of two constraints shows its line in the sources`() throws {
        let rows = [(1, 41, 80), (2, 77, 90)].map { "SnapKit.LayoutConstraint:0x\($0)@Box.swift#\($1) UIView:0xa.height == \($2).0" }
        for command in [["check"], ["scan-log", "--quiet"]] {
            let text = try Program.run(command + ["-"], input: Data(log(rows[0], rows[1], broken: rows[0]).utf8)).output
            let rows = "\n  c1 (line 3): V:[UIView(80)] (Box.swift:41), broken\n  c2 (line 4): V:[UIView(90)] (Box.swift:77)\n"
            #expect(text.contains(rows), "\(text)")
        }
    }

    @Test func `the broken constraint is shown if the conflict does not need it`() throws {
        let cell = [
            "NSLayoutConstraint:0x1 V:|-(12)-[UILabel:0xb] (names: '|':Shop.OfferCell:0xa )",
            "NSLayoutConstraint:0x2 V:[UILabel:0xb]-(12)-| (names: '|':Shop.OfferCell:0xa )", "NSLayoutConstraint:0x3 V:[UILabel:0xb(30)]",
            "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' V:[Shop.OfferCell:0xa(0)]",
        ]
        let text = try Program.run("check", "-", input: log(cell[0], cell[1], cell[2], cell[3], broken: cell[2])).output
        #expect(text.contains("\n  c3 (line 5): V:[UILabel(30)], broken, part of the 54 pt needed\n"), "\(text)")
        #expect(text.components(separatedBy: ", broken").count == 2 && !text.contains("would break"), "\(text)")
    }

    @Test func `a document's ids stand beside names by class`() throws {
        let document = """
            {"root": "page", "size": {"width": 300, "height": 100}, "views": [{"id": "page"},
             {"id": "buy", "parent": "page", "class": "UIButton", "intrinsicContentSize": {"width": 50, "height": 20}},
             {"id": "sell", "parent": "page", "class": "UISwitch", "intrinsicContentSize": {"width": 50, "height": 20}}],
             "constraints": ["|-[buy]-[sell]-|", "V:|-[buy]", "V:|-[sell]"]}
            """
        let text = try Program.run("check", "-", input: document).output
        #expect(text.contains("\n  UIButton has the id buy, UISwitch has the id sell\n"), "\(text)")
        let alike = try Program.run("check", "-", input: document.replacing("UISwitch", with: "UIButton")).output
        #expect(alike.contains(": warning: The contents of buy and sell compete ") && !alike.contains(" has the id "), "\(alike)")
        let named = document.replacing("\"class\": \"UIButton\"", with: "\"class\": \"UIButton\", \"label\": \"Pay\"")
        #expect(try !Program.run("check", "-", input: named).output.contains(" has the id buy"))
    }

    @Test func `notes that say the same of several views are one`() throws {
        let views = (1...5).map { number in
            #"<label fixedFrame="YES" userLabel="Row \#(number)" id="l\#(number)"><rect key="frame" x="0" y="\#(number * 20)" width="9" height="9"/></label>"#
        }
        let scene = SampleRepository.storyboard(of: "S").replacing("</subviews>", with: views.joined(separator: "\n") + "</subviews>")
        let text = try Program.run("check", "-v", "-", input: scene).output
        #expect(text.components(separatedBy: "[fixed-frame]").count == 2, "\(text)")
        #expect(text.contains("; the same holds for 4 other views: Row 2 (line "), "\(text)")
    }

    @Test func `an unknown kind of finding is not answered with all of them`() throws {
        let outcome = try Program.run("check", "--fail-on", "everything", "a")
        #expect(outcome.status == 2 && outcome.errors.count < 220, "\(outcome.errors)")
        #expect(outcome.errors.contains("or a rule that 'plumbline help rules' lists"))
    }

    @Test(arguments: [
        ("run.log", "App started\n", "Paste what the console prints from"), ("run.log", "import UIKit\nlet a = UIView()\n", "this is Swift code"),
        ("a.json", "import UIKit\nlet a = UIView()\n", "this is Swift code"),
        ("-", "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'index'\n", "Paste what the console prints from"),
        ("-", "2026-06-15 16:44:59.789 Shop[31128:347952] Loaded\n", "Paste what the console prints from"),
        ("a.json", "{\"constraints\": [}", "a.json:1:"),
    ])
    func `a text without a layout is answered with what to paste`(_ name: String, _ text: String, _ message: String) throws {
        let folder = try TemporaryFolder()
        if name != "-" { try folder.file(name, text) }
        let outcome = try Program.run(["check", name], input: Data(text.utf8), folder: folder.url)
        #expect(outcome.status == 2 && outcome.errors.contains(message), "\(outcome.errors)")
    }

    @Test func `the sum below a finding is of the size that its message names`() throws {
        // Without the stack's own height, 24 and 26 are too much as well, which is the minimal conflict.
        let outcome = try Program.run(
            ["check", "-"],
            input: Data(
                log(
                    "NSLayoutConstraint:0x1 V:[UIStackView:0xb(30)]",
                    "NSLayoutConstraint:0x2 V:|-(24)-[UIStackView:0xb] (names: '|':Shop.BannerCell:0xa )",
                    "NSLayoutConstraint:0x3 V:[UIStackView:0xb]-(26)-| (names: '|':Shop.BannerCell:0xa )",
                    "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' Shop.BannerCell:0xa.height == 44",
                    broken: "NSLayoutConstraint:0x1 V:[UIStackView:0xb(30)]"
                ).utf8))
        #expect(outcome.output.contains("need 80"), "\(outcome.output)")
        #expect(outcome.output.contains("  why: 24 + 30 + 26 = 80, but BannerCell.height is 44 (over-constrained by 36 pt)\n"), "\(outcome.output)")
    }

    @Test func `a warning about the input is counted, and says where a size belongs`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "a.json",
            """
            {"size": {"width": 100, "height": 50}, "views": [{"id": "root"}, {"id": "v", "parent": "root", "size": {"width": 10, "height": 20}}],
             "constraints": ["H:|[v]|", "V:|[v]|"]}
            """)
        let outcome = try Program.run(["check", "a.json"], input: Data(), folder: folder.url)
        #expect(outcome.status == 0 && outcome.output.hasSuffix("1 layout: 1 clean; 1 warning\n"), "\(outcome.output)")
        #expect(outcome.output.contains("at /views/1/size is ignored; only the root has a size"), "\(outcome.output)")
        #expect(try Program.run(["check", "-q", "a.json"], input: Data(), folder: folder.url).output == "1 layout: 1 clean; 1 warning\n")
    }

    private func text(_ log: String) throws -> String { try Program.run(["check", "-"], input: Data(log.utf8)).output }

    @Test func `a minimum width yields before a pin does, and the sum is that of the whole row`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "row.json",
            """
            {"size": {"width": 300, "height": 20}, "views": [{"id": "root"}, {"id": "icon", "parent": "root"}, {"id": "name", "parent": "root"}],
             "constraints": ["H:|-10-[icon(90)]-10-[name(>=210)]-10-|", "V:|[icon]|", "V:|[name]|"]}
            """)
        let outcome = try Program.run(["check", "row.json"], input: Data(), folder: folder.url).output
        #expect(outcome.contains("10 + 90 + 10 + 210 + 10 = 330, but root.width is 300 (over-constrained by 30 pt)"), "\(outcome)")
        #expect(outcome.contains("fix: give the minimum width constraint of name (c1.4) a priority of 999, so that the view can be smaller"))
        #expect(outcome.contains("or: change the constant of the minimum width of name (c1.4) to 180 or less"), "\(outcome)")
    }

    @Test func `the views of a stack view may be too long for it, or equally large`() throws {
        let long = try text(
            log(
                "NSLayoutConstraint:0x1 UIButton:0xa.width == 150", "NSLayoutConstraint:0x2 UIButton:0xb.width == 160",
                "NSLayoutConstraint:0x3 H:|-(16)-[UIStackView:0xc] (names: '|':UIView:0xd )",
                "NSLayoutConstraint:0x4 H:[UIStackView:0xc]-(16)-| (names: '|':UIView:0xd )",
                "NSLayoutConstraint:0x5 'UISV-canvas-connection' UIStackView:0xc.leading == UIButton:0xa.leading",
                "NSLayoutConstraint:0x6 'UISV-canvas-connection' H:[UIButton:0xb]-(0)-| (names: '|':UIStackView:0xc )",
                "NSLayoutConstraint:0x7 'UISV-spacing' H:[UIButton:0xa]-(8)-[UIButton:0xb]",
                "NSLayoutConstraint:0x8 'UIView-Encapsulated-Layout-Width' UIView:0xd.width == 320",
                broken: "NSLayoutConstraint:0x2 UIButton:0xb.width == 160"))
        #expect(long.contains("do not fit between its ends, which are both pinned: 16 + 150 + 8 + 160 + 16 = 350, but"), "\(long)")
        #expect(long.contains("fix: give the width constraint of UIButton 2 (0xb) (c2) a priority of 999"), "\(long)")
        let equal = try text(
            log(
                "NSLayoutConstraint:0x1 UIButton:0xa'Yes'.width == 90", "NSLayoutConstraint:0x2 UIButton:0xb'Never'.width == 130",
                "NSLayoutConstraint:0x5 'UISV-fill-equally' UIButton:0xb'Never'.width == UIButton:0xa'Yes'.width",
                broken: "NSLayoutConstraint:0x1 UIButton:0xa'Yes'.width == 90"))
        #expect(equal.contains("makes its views equally wide, but UIButton “Yes” is fixed at 90 and UIButton “Never” is fixed at 130"), "\(equal)")
    }

    @Test func `the content view of a cell has its height from the table also by a mask`() throws {
        let found = try text(
            log(
                "NSAutoresizingMaskLayoutConstraint:0x9 h=--& v=--& UITableViewCellContentView:0xd.height == 50",
                "NSLayoutConstraint:0x1 UIImageView:0xa.height == 70",
                "NSLayoutConstraint:0x3 V:|-(9)-[UIImageView:0xa] (names: '|':UITableViewCellContentView:0xd )",
                "NSLayoutConstraint:0x4 V:[UIImageView:0xa]-(9)-| (names: '|':UITableViewCellContentView:0xd )",
                broken: "NSLayoutConstraint:0x1 UIImageView:0xa.height == 70"))
        #expect(found.contains("UIKit makes UITableViewCellContentView 50 high, but its constraints need 88 [cell-height]"), "\(found)")
        #expect(found.contains("and make the row height automatic"), "\(found)")
    }

    @Test func `a finding at a line of code says where the log printed it, and a repeated message is short`() throws {
        let message = log(
            "SnapKit.LayoutConstraint:0x1@Badge.swift#61 App.Badge:0xa.width == 120", "NSLayoutConstraint:0x2 App.Badge:0xa.width == 90",
            broken: "SnapKit.LayoutConstraint:0x1@Badge.swift#61 App.Badge:0xa.width == 120")
        let folder = try TemporaryFolder()
        try folder.file("run.log", message + "Loaded\n" + message.replacing("0x1", with: "0x7").replacing("0xa", with: "0xb"))
        let outcome = try Program.run(["check", "run.log"], input: Data(), folder: folder.url).output
        #expect(outcome.hasPrefix("Badge.swift:61:1: error: ") && outcome.contains("\n  printed at run.log:3:1\n"), "\(outcome)")
        #expect(outcome.contains("\nrun.log:12:1: the conflict of line 3 again [duplicate]\n2 layouts: 2 conflicting; 2 errors;"), "\(outcome)")
    }

    @Test func `a finding in a storyboard names its scene and the object id`() throws {
        func scene(_ number: Int, _ owner: String) -> String {
            """
            <scene sceneID="s\(number)"><objects><viewController id="c\(number)" customClass="\(owner)" sceneMemberID="viewController">
            <view key="view" id="r\(number)"><rect key="frame" x="0" y="0" width="393" height="852"/><subviews>
            <imageView translatesAutoresizingMaskIntoConstraints="NO" id="pic-\(number)"><rect key="frame" x="9" y="9" width="30" height="30"/></imageView>
            </subviews><constraints><constraint firstItem="pic-\(number)" firstAttribute="top" secondItem="r\(number)" secondAttribute="top" id="t\(number)"/>
            </constraints></view></viewController></objects></scene>
            """
        }
        let folder = try TemporaryFolder()
        try folder.file(
            "Main.storyboard",
            #"<document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" useAutolayout="YES"><scenes>"#
                + scene(1, "LoginController") + scene(2, "HomeController") + "</scenes></document>")
        let text = try Program.run(["check", "Main.storyboard"], input: Data(), folder: folder.url).output
        for line in ["  in LoginController: UIImageView (pic-1)\n", "  in HomeController: UIImageView (pic-2)\n"] {
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test func `beside a copied log, the rows that remedies name and the broken one are shown`() throws {
        let twice = log(
            "NSLayoutConstraint:0x1 H:[Box:0xa(60)]", "NSLayoutConstraint:0x2 H:[Box:0xa(80)]", broken: "NSLayoutConstraint:0x2 H:[Box:0xa(80)]")
        let mask = log(
            "NSLayoutConstraint:0x1 H:[Box:0xa(60)]", "NSAutoresizingMaskLayoutConstraint:0x2 h=--& v=--& H:[Box:0xa(80)]",
            broken: "NSLayoutConstraint:0x1 H:[Box:0xa(60)]")
        for message in [twice, mask] {
            let text = try Program.run(["scan-log", "--quiet"], input: Data(message.utf8)).output
            #expect(text.contains("  c1 (line 3): H:[Box(60)]") && text.contains("  c2 (line 4): H:[Box(80)]"), "\(text)")
        }
    }

    @Test func `what an app prints beside a conflict may look like a constraint`() throws {
        let message = log(
            "NSLayoutConstraint:0x1 UIView:0xa.width == 4", "NSLayoutConstraint:0x2 UIView:0xa.width == 5",
            broken: "NSLayoutConstraint:0x2 UIView:0xa.width == 5")
        let outcome = try text("card.width == 300\n" + message + "self.view.width == 300\n")
        #expect(outcome.contains("The width of UIView is set twice: to 4, and to 5 [duplicate]"), "\(outcome)")
    }

    @Test func `a superview that is too small has to become larger, and what follows from that says so`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "card.json",
            """
            {"size": {"width": 100, "height": 300}, "views": [{"id": "root"}, {"id": "card", "parent": "root"}, {"id": "a", "parent": "card"},
              {"id": "b", "parent": "card"}],
             "constraints": ["H:|[card]|", "card.top == root.top", "card.height == 60", "H:|[a]|", "H:|[b]|", "V:|-10-[a(30)]-10-[b(40)]-10-|"]}
            """)
        let text = try Program.run(["check", "card.json"], input: Data(), folder: folder.url).output
        #expect(text.contains("10 + 30 + 10 + 40 + 10 = 100, but card.height is 60 (over-constrained by 40 pt)"), "\(text)")
        #expect(text.contains("fix: change the constant of the height of card (c3) to 100, which the contents of card need"), "\(text)")
        #expect(text.components(separatedBy: "fix: ").dropFirst(2).allSatisfy { $0.hasPrefix("end the conflict first") }, "\(text)")
    }

    @Test func `a row of a mask says that it is one`() throws {
        let found = try text(
            log(
                "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& Shop.Banner:0xa.height == 120",
                "NSLayoutConstraint:0x2 Shop.Banner:0xa.height == 90",
                broken: "NSLayoutConstraint:0x2 Shop.Banner:0xa.height == 90"))
        #expect(found.contains("  c1 (line 3): V:[Banner(120)] (autoresizing mask)\n"), "\(found)")
    }

    @Test func `the steps of a fix are below each other, and equal findings of other files are one line each`() throws {
        let folder = try TemporaryFolder()
        let json = """
            {"size": {"width": 100, "height": 300}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}],
             "constraints": ["a.width == 40", "a.height == 30"]}
            """
        for number in 1...8 { try folder.file("\(number).json", json) }
        let one = try Program.run(["check", "1.json"], input: Data(), folder: folder.url).output
        #expect(one.contains("  fix: pin the left edge of a to") || one.contains("  fix: pin the leading edge of a to"), "\(one)")
        #expect(one.contains("\n       pin the top of a to the top of its superview\n"), "\(one)")
        let all = try Program.run(["check", "."], input: Data(), folder: folder.url).output.split(separator: "\n")
        #expect(all.count { $0.contains("Nothing determines the horizontal position and vertical position of a") } == 8, "\(all)")
        #expect(all.count { $0.contains("  fix: ") } == 1 && all.count { $0.contains("of a, as in 1.json:1 [missing-position]") } == 7, "\(all)")
    }

    @Test func `a view of an app whose mask gives it no size says how to switch the mask off`() throws {
        let found = try text(
            log(
                "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& Shop.Header:0xa.width == 0",
                "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (names: '|':Shop.Header:0xa )",
                "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Header:0xa )",
                broken: "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Header:0xa )"))
        #expect(
            found.contains("; if constraints should give it its size, set its translatesAutoresizingMaskIntoConstraints to false [transient-zero]"),
            "\(found)")
        let cell = try text(
            log(
                "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (names: '|':Shop.PhotoCell:0xa )",
                "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.PhotoCell:0xa )",
                "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Width' Shop.PhotoCell:0xa.width == 0",
                broken: "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.PhotoCell:0xa )"))
        #expect(!cell.contains("translatesAutoresizingMask") && cell.contains("the item size, or the estimated item size, of"), "\(cell)")
    }

    @Test func `an aspect ratio says what else determines the size, and its sum has no scattered numbers`() throws {
        let found = try text(
            log(
                "NSLayoutConstraint:0x1 UIImageView:0xb.width == 1.5*UIImageView:0xb.height",
                "NSLayoutConstraint:0x2 H:|-(16)-[UIImageView:0xb] (names: '|':Shop.Cart:0xa )",
                "NSLayoutConstraint:0x3 H:[UIImageView:0xb]-(16)-| (names: '|':Shop.Cart:0xa )",
                "NSLayoutConstraint:0x4 V:|-(16)-[UIImageView:0xb] (names: '|':Shop.Cart:0xa )",
                "NSLayoutConstraint:0x5 V:[UIImageView:0xb]-(16)-| (names: '|':Shop.Cart:0xa )", "NSLayoutConstraint:0x6 Shop.Cart:0xa.width == 320",
                "NSLayoutConstraint:0x7 Shop.Cart:0xa.height == 100",
                broken: "NSLayoutConstraint:0x1 UIImageView:0xb.width == 1.5*UIImageView:0xb.height"))
        #expect(
            found.contains("does not fit its leading edge, trailing edge, top edge and bottom edge, which also determine its size [aspect-ratio]"),
            "\(found)")
        #expect(found.contains("16 + 16 + 1.5 * (100 - 16 - 16) = 134, but Cart.width is 320 (186 pt short)"), "\(found)")
        #expect(!found.contains("the aspect ratio already determines it"), "\(found)")
    }

    @Test func `the last line says what was found`() throws {
        #expect(try Program.run(["scan-log", "-q", "-"], input: Data(Layouts.log.utf8)).output.hasSuffix("plumbline: 1 conflict message; 1 error\n"))
        let crash =
            "*** Terminating app due to uncaught exception 'X', reason: 'Impossible to set up layout with view hierarchy unprepared for constraint.'\n"
        let checked = try Program.run(["check", "-"], input: Data(crash.utf8)).output
        #expect(checked.hasSuffix("1 layout: 1 without constraints; 1 error\n"), "\(checked)")
        #expect(try Program.run(["check", "-"], input: Data("{\"constraints\": [,]}".utf8)).output == "0 layouts: 1 invalid file\n")
    }

    @Test func `an image that is drawn in another size than its own is noted`() throws {
        let folder = try TemporaryFolder()
        try folder.file(
            "Logo.xib",
            """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" useAutolayout="YES"><objects><view id="v1">
            <rect key="frame" x="0" y="0" width="393" height="852"/><subviews>
            <imageView image="logo" translatesAutoresizingMaskIntoConstraints="NO" id="i1"><rect key="frame" x="20" y="100" width="100" height="100"/></imageView>
            </subviews><constraints><constraint firstItem="i1" firstAttribute="leading" secondItem="v1" secondAttribute="leading" constant="20" id="c1"/>
            </constraints></view></objects><resources><image name="logo" width="64" height="64"/></resources></document>
            """)
        let text = try Program.run(["check", "Logo.xib"], input: Data(), folder: folder.url).output
        #expect(
            text.contains(
                "  note: UIImageView is drawn 100 x 100, but its image is 64 x 64: to keep the drawn size, set its width and height\n"),
            "\(text)")
    }

    @Test func `a key of another place, and a prefix of an equation, have a hint`() throws {
        let json = #"{"view": [], "constraints": ["a.width == 40", "a.left == root.left", "a.top == root.top", "a.height == 4"]}"#
        let text = try Program.run(["check", "-"], input: Data(json.utf8)).output
        #expect(text.contains(#"unknown key "view" at /view is ignored (did you mean "views"?)"#), "\(text)")
        let line = try Program.run(["check", "-"], input: Data(#"{"constraints": ["C: a.centerY == b.centerY"]}"#.utf8))
        #expect(line.errors.contains("; an equation such as a.centerY == b.centerY needs no C:"), "\(line.errors)")
    }

    @Test func `words of causes and of options are recognized in other places`() throws {
        let rule = try Program.run("check", "--rules", "missing-siz", "a")
        #expect(rule.errors.contains("did you mean 'missing-size'? It is a cause of the rules 'conflict' and 'ambiguity'"), "\(rule.errors)")
        #expect(try Program.run("check", "--rules", "missing-size", "a").errors.contains("'missing-size' is a cause of the rules"))
        #expect(try Program.run("--verison").errors.contains("did you mean '--version'?"))
    }
}
