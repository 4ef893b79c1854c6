import Foundation
import Testing

/// The text report of console logs: how a reader finds again in the log what it names, and what is not proven.
@Suite struct LogTextTests {
    private func log(_ rows: String..., broken: Int) -> String {
        "Unable to simultaneously satisfy constraints.\n(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n")
            + "\n)\n\nWill attempt to recover by breaking constraint\n<\(rows[broken])>\n"
    }

    private func run(_ command: [String], _ log: String) throws -> (text: String, status: Int32) {
        let outcome = try Program.run(command + ["-"], input: Data(log.utf8))
        return (outcome.output, outcome.status)
    }

    private var rows: String {
        log(
            "NSLayoutConstraint:0x1 H:|-(20)-[UIView:0x7f01] (names: '|':UIView:0x7f02 )",
            "NSLayoutConstraint:0x2 H:[UIView:0x7f01]-(20)-| (names: '|':UIView:0x7f02 )", "NSLayoutConstraint:0x3 H:[UIView:0x7f01(500)]",
            "NSLayoutConstraint:0x4 UIView:0x7f02.width == 390",
            broken: 2)
    }

    @Test func `a name with a number has its address where it comes first, and a row its line`() throws {
        let brief = try run(["scan-log", "--quiet"], rows).text
        #expect(brief.contains("error: UIView 1 (0x7f01) is pinned to both sides, "), "\(brief)")
        #expect(brief.components(separatedBy: "0x7f01").count == 2, "\(brief)")
        #expect(brief.contains("\n  c3 (line 5): H:[UIView 1(500)], broken\n"), "\(brief)")
        let full = try run(["check"], rows).text
        #expect(full.contains("but UIView 2.width is 390 (over-constrained by 150 pt); UIView 2 is 0x7f02\n"), "\(full)")
        #expect(full.contains("\n  c1 (line 3): UIView 1.leading == UIView 2.leading + 20\n"), "\(full)")
        // An address is nothing for other programs, and a name without a number is in the log.
        #expect(try !run(["check", "--format", "markdown"], rows).text.contains("UIView 1 (0x"))
        let named = rows.replacing("UIView:0x7f01", with: "UILabel:0x7f01'Sum'")
        #expect(try !run(["check"], named).text.contains("0x7f01"))
    }

    @Test func `a centered view of a fixed height gives up its pin, and keeps its height`() throws {
        let spinner = "UIActivityIndicatorView:0x7f01"
        let text = try run(
            ["check"],
            log(
                "NSLayoutConstraint:0x1 \(spinner).centerY == UIView:0x7f02.centerY",
                "NSLayoutConstraint:0x2 \(spinner).top == UIView:0x7f02.top + 40",
                "NSLayoutConstraint:0x3 \(spinner).height == 37", "NSLayoutConstraint:0x4 UIView:0x7f02.height == 852", broken: 2)
        ).text
        #expect(text.contains("is centered and pinned to one side, which would make it 772 high, and is also fixed at 37 ["), "\(text)")
        #expect(text.contains("\n  fix: remove the pin of the top edge of UIActivityIndicatorView (c2): its center and its height already place"))
    }

    @Test func `a maximum around a stack view is what its contents do not fit`() throws {
        let (label, stack) = ("UILabel:0x7f01", "UIStackView:0x7f03")
        let text = try run(
            ["check"],
            log(
                "NSLayoutConstraint:0x1 V:|-(24)-[\(label)]   (names: '|':App.SheetView:0x7f02 )",
                "NSLayoutConstraint:0x2 V:[\(label)]-(16)-[\(stack)]",
                "NSLayoutConstraint:0x3 V:[\(stack)]-(24)-|   (names: '|':App.SheetView:0x7f02 )",
                "NSLayoutConstraint:0x4 App.SheetView:0x7f02.height <= 120", "NSLayoutConstraint:0x5 UIButton:0x7f04'Delete'.height == 50",
                "NSLayoutConstraint:0x6 UIButton:0x7f05'Cancel'.height == 50",
                "NSLayoutConstraint:0x7 'UISV-canvas-connection' \(stack).top == UIButton:0x7f04'Delete'.top",
                "NSLayoutConstraint:0x8 'UISV-canvas-connection' V:[UIButton:0x7f05'Cancel']-(0)-|   (names: '|':\(stack) )",
                "NSLayoutConstraint:0x9 'UISV-spacing' V:[UIButton:0x7f04'Delete']-(8)-[UIButton:0x7f05'Cancel']", broken: 3)
        ).text
        #expect(text.contains("SheetView is at most 120 high, but the arranged views of the stack view UIStackView "), "\(text)")
        #expect(text.contains("\n  fix: remove the maximum height constraint of SheetView (c4), so that its contents fit\n"), "\(text)")
    }

    @Test func `two heights of one view are set twice, though one is 0`() throws {
        let rows = log(
            "NSLayoutConstraint:0x1 'collapsed' App.FilterBar:0x7f01.height == 0",
            "NSLayoutConstraint:0x2 'expanded' App.FilterBar:0x7f01.height == 120",
            broken: 1)
        let text = try run(["check"], rows).text
        #expect(text.contains("set twice: to 0, and to 120 [duplicate]"), "\(text)")
    }

    @Test func `several messages have only the rows of their sums`() throws {
        let two = rows + rows.replacing("UIView", with: "UIImageView")
        let text = try run(["check"], two).text
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("  c") }
        #expect(rows.count == 8 && text.contains("2 layouts: 2 conflicting; 2 errors; all constraints with -v\n"), "\(text)")
    }

    @Test func `what a log does not prove is a warning with the likely cause and what it lacks`() throws {
        let mask = log(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& UILabel:0x7f01'Sum'.midY == 0   (active)",
            "NSLayoutConstraint:0x2 UILabel:0x7f01'Sum'.centerY == UIView:0x7f02.centerY   (active)",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Height' UIView:0x7f02.height == 667   (active)", broken: 1)
        for (command, status) in [(["scan-log", "--quiet"], 1), (["check"], 0), (["check", "--fail-on", "incomplete"], 1)] {
            let found = try run(command, mask)
            #expect(found.status == status && found.text.contains(": warning: UILabel “Sum” still translates its autoresizing mask"), "\(found)")
            #expect(
                found.text.contains("  why: likely, but not proven: the log does not print the superview of UILabel “Sum”\n"),
                "\(found)")
        }
        let margin = log(
            "NSLayoutConstraint:0x1 UIStackView:0x7f01.top == UIView:0x7f02.topMargin",
            "NSLayoutConstraint:0x2 UISearchBar:0x7f03.top == UIView:0x7f02.top + 30",
            "NSLayoutConstraint:0x3 'UISV-canvas-connection' UIStackView:0x7f01.top == UISearchBar:0x7f03.top", broken: 2)
        let text = try run(["check"], margin).text
        #expect(
            text.contains(
                "  why: these constraints can be satisfied only if the top margin of UIView is 30 (usual ones are 8, 16 or 20), which the log"),
            "\(text)")
        #expect(
            text.contains("\n  c3 (line 5): UIStackView.top == UISearchBar.top ('UISV-canvas-connection', the stack view's edge), broken\n"),
            "\(text)")
        #expect(text.hasSuffix("1 layout: 1 incomplete; 1 warning\n") && !text.contains("Plumbline's guess"), "\(text)")
    }

    @Test func `nobody needs the sum of the framework's own constraints`() throws {
        let alert = log(
            "NSLayoutConstraint:0x1 H:|-(150)-[UIView:0x7f01] (names: '|':_UIAlertControllerActionView:0x7f02 )",
            "NSLayoutConstraint:0x2 UIView:0x7f01.trailing == _UIAlertControllerActionView:0x7f02.trailing - 150",
            "NSAutoresizingMaskLayoutConstraint:0x3 h=--& v=--& H:[_UIAlertControllerActionView:0x7f02(270)]", broken: 1)
        let text = try run(["scan-log", "--quiet"], alert).text
        #expect(text.contains("[system-noise]") && !text.contains("  why: "), "\(text)")
    }

    @Test func `a list whose beginning was cut off is a message, too`() throws {
        let list = """
            (
                "<NSLayoutConstraint:0x1 UIImageView:0xb.width == Shop.Card:0xa.width * 0.25>",
                "<NSLayoutConstraint:0x2 Shop.Badge:0xc.trailing == _UILayoutSpacer:0xd.trailing>",
                "<NSLayoutConstraint:0x3 Shop.Badge:0xc.centerX == UIImageView:0xb.centerX>",
                "<NSLayoutConstraint:0x4 Shop.Badge:0xc.width == 0>",
                "<NSLayoutConstraint:0x5 _UILayoutSpacer:0xd.trailing >= UIImageView:0xb.trailing>"
            )
            """
        let text = try run(["scan-log", "--quiet"], list).text
        #expect(text.contains(": warning: Badge is collapsed: its width is 0, ") && text.contains("1 conflict message; 1 warning"), "\(text)")
        // What the framework made is nothing that an app changes.
        #expect(text.contains("  fix: give the width constraint of UIImageView (c1) a priority of 999"), "\(text)")
        let advised = "Probably at least one of the constraints in the following list is one you don't want.\n" + list
        let after = String(repeating: "a line\n", count: 5)
        #expect(try run(["scan-log", "--quiet"], after + advised).text.contains("1 conflict message; 1 warning"))
        // A test may print constraints anywhere.
        #expect(try run(["scan-log", "--quiet"], after + list).text.contains("0 conflict messages"))
        #expect(try run(["scan-log", "--quiet"], list.replacing("\"", with: "")).text.contains("0 conflict messages"))
    }

    @Test func `the terms of a sum are among the rows of a short report`() throws {
        let text = try run(
            ["scan-log", "--quiet"],
            log(
                "NSLayoutConstraint:0x1 V:|-(10)-[UILabel:0x7f01'A'] (names: '|':UIView:0x7f02 )",
                "NSLayoutConstraint:0x2 V:[UILabel:0x7f01'A']-(12)-[UILabel:0x7f03'B']",
                "NSLayoutConstraint:0x3 V:[UILabel:0x7f03'B']-(14)-| (names: '|':UIView:0x7f02 )",
                "NSLayoutConstraint:0x4 UIView:0x7f02.height == 30", broken: 1)
        ).text
        #expect(text.contains("10 + 12 + 14 = 36"), "\(text)")
        for row in ["c1 (line 3)", "c2 (line 4)", "c3 (line 5)", "c4 (line 6)"] { #expect(text.contains("\n  \(row): "), "\(text)") }
    }

    @Test func `one constraint against others says which number they require`() throws {
        let text = try run(
            ["check"],
            log(
                "NSLayoutConstraint:0x1 UIView:0x7f01.leading == Shop.Box:0x7f02.leading",
                "NSLayoutConstraint:0x2 UIView:0x7f01.trailing == Shop.Box:0x7f02.trailing",
                "NSLayoutConstraint:0x3 Shop.Box:0x7f02.width == UIView:0x7f01.width + 15", broken: 1)
        ).text
        #expect(text.contains(", but the other 2 constraints require 0 in place of 15"), "\(text)")
    }

    @Test func `a gap to a guide is called by both of its ends`() throws {
        let text = try run(
            ["check"],
            log(
                "_UILayoutSupportConstraint:0x1 V:[_UILayoutGuide:0x7f01(0)]",
                "_UILayoutSupportConstraint:0x2 _UILayoutGuide:0x7f01.bottom == UIView:0x7f02.bottom",
                "NSLayoutConstraint:0x3 V:[UITableView:0x7f03]-(87)-[_UILayoutGuide:0x7f01]",
                "NSAutoresizingMaskLayoutConstraint:0x4 h=--- v=--- 'UIView-Encapsulated-Layout-Top' V:[UIView:0x7f02]-(0)-| "
                    + "(Names: '|':UITableView:0x7f03)", broken: 2)
        ).text
        #expect(text.contains("  fix: remove the gap of 87 between UITableView and _UILayoutGuide (c3)\n"), "\(text)")
    }
}
