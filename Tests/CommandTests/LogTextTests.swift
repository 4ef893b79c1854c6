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

    @Test func `several messages are few rows`() throws {
        let two = rows + rows.replacing("UIView", with: "UIImageView")
        let text = try run(["check"], two).text
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("  c") }
        #expect(rows.count == 2 && text.contains("2 layouts: 2 conflicting; 2 errors; all constraints with -v\n"), "\(text)")
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
                found.text.contains("  why: it is not proven, since it depends on the superview of UILabel “Sum”, which the log does not print\n"),
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

    @Test func `the sum of the framework's own constraints is shown, too`() throws {
        let alert = log(
            "NSLayoutConstraint:0x1 H:|-(150)-[UIView:0x7f01] (names: '|':_UIAlertControllerActionView:0x7f02 )",
            "NSLayoutConstraint:0x2 UIView:0x7f01.trailing == _UIAlertControllerActionView:0x7f02.trailing - 150",
            "NSAutoresizingMaskLayoutConstraint:0x3 h=--& v=--& H:[_UIAlertControllerActionView:0x7f02(270)]", broken: 1)
        let text = try run(["scan-log", "--quiet"], alert).text
        #expect(text.contains("  why: 150 + 150 = 300, but _UIAlertControllerActionView.width is 270 (over-constrained by 30 pt)\n"), "\(text)")
    }
}
