import ExactArithmetic
import LayoutModel
import Reporting
import Testing

@Suite struct TextReporterTests {
    @Test func `the example reads as a person would say it`() {
        let text = TextReporter().text(Example.analysis, of: Example.document, title: "ProfileCell.json")
        #expect(
            text == """
                ProfileCell.json: conflicting and ambiguous at 70 x 44 points
                  conflict K1: 8 + 60 + 8 = 76, but root.width is 70 (over-constrained by 6 pt)
                    c1                H:|-(8)-[UILabel]                      ProfileCell.swift:42
                    c2                UILabel.trailing == root.trailing - 8
                    c3                H:[UILabel(60)]                        would break
                    root.width==size  root.width == 70                       the size of the root view, as given
                    UILabel has the id title
                    why it would break: UIKit breaks a constant size before an edge
                    fix, one of:
                    - lower the priority of c3 to 999
                    - change the constant of c3 from 60 to 54
                  ambiguous UILabel (title): a constraint is missing
                    y, the top edge, can be 0 or more; in the solved layout it is 0
                    needs vertical position
                    try: add UILabel.top == root.top
                  not satisfied c3: H:[UILabel(60)], off by 6 pt, would break

                """)
    }

    @Test func `colours stand only where they are wanted`() {
        let plain = TextReporter().text(Example.analysis, of: Example.document, title: "a")
        let colored = TextReporter(style: TextStyle(isColored: true)).text(Example.analysis, of: Example.document, title: "a")
        #expect(!plain.contains("\u{1B}"))
        #expect(colored.contains("\u{1B}[31mconflict K1\u{1B}[0m"))
    }

    @Test func `control characters of a document do not reach the terminal`() {
        var document = Example.document
        document.views[1].id = "ti\u{1B}[2Jtle\u{202E}"
        let text = TextReporter().text(Example.analysis, of: document, title: "a\nb")
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}"))
        #expect(text.contains(#"ti\u{1b}[2Jtle\u{202e}"#))
        #expect(text.hasPrefix(#"a\u{a}b: "#))
    }

    @Test func `what is beyond the limit is counted`() {
        var analysis = Example.analysis
        analysis.unsatisfied = Array(repeating: analysis.unsatisfied[0], count: 5)
        let text = TextReporter(limit: 2).text(analysis, of: Example.document, title: "a")
        #expect(text.contains("and 3 more unsatisfied rows"))
    }

    @Test func `the summary counts verdicts and unreadable files`() {
        let reporter = TextReporter()
        var sum = TextReporter.Sum()
        #expect(reporter.summary(sum) == "0 layouts: nothing to check\n")
        sum.verdicts = [.clean, .conflicting, .clean]
        sum.unreadable = 2
        sum.hidden = 1
        sum.suppressed = 3
        sum.seconds = 0.126
        let text = "3 layouts: 1 conflicting, 2 clean, 2 files unreadable; 3 suppressed in 0.13 s; 1 further note with -v\n"
        #expect(reporter.summary(sum) == text)
        #expect(TextReporter.text(seconds: 12.4) == "12 s" && TextReporter.text(seconds: 1.005) == "1.00 s")
    }

    @Test func `lines fit a width, and words stay whole`() {
        let text = "a:1:1: error: one two three four five six\n  fix: \u{1B}[31mred\u{1B}[0m words that go on and on\nshort\n"
        for width in 20...45 {
            let wrapped = text.wrapped(to: width)
            let plain = wrapped.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[0m", with: "")
            #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width }, "\(width) \(plain)")
            #expect(wrapped.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace))
        }
        #expect(text.wrapped(to: nil) == text && "x".wrapped(to: 20) == "x")
        #expect("漢字漢字漢字漢字 漢字漢字漢字漢字".wrapped(to: 20) == "漢字漢字漢字漢字\n  漢字漢字漢字漢字")
    }
}
