import ExactArithmetic
import LayoutModel
import Reporting
import Testing

/// The line of the library that made a constraint stands beside UIKit's.
@Suite struct LibraryCodeTests {
    private func analysis(_ code: LibraryCode?) -> Analysis {
        var remedy = Remedy(.lowerPriority, ["c3"], priority: 999, sentence: "Lower it.", swift: "widthConstraint.priority = UILayoutPriority(999)")
        remedy.libraryCode = code
        var analysis = Example.analysis
        analysis.diagnoses = [
            Diagnosis(cause: .edgesAndSize, owner: .app, sentence: "It is too wide.", culprits: ["c3"], remedies: [remedy], confidence: 1)
        ]
        return analysis
    }

    private func json(_ code: LibraryCode?) -> String {
        String(decoding: ReportWriter(Example.document, digest: "sha256:0").json(analysis(code)), as: UTF8.self)
    }

    @Test func `reports have it under the library's name`() {
        let swift = #""code":{"swift":"widthConstraint.priority = UILayoutPriority(999)""#
        #expect(json(LibraryCode(.snapKit, "a.priority(999)")).contains(swift + #","snapKit":"a.priority(999)"}"#))
        #expect(json(LibraryCode(.masonry, "a.priority(999);")).contains(swift + #","masonry":"a.priority(999);"}"#))
        #expect(json(nil).contains(swift + "}"))
    }

    @Test func `the text has it under its remedy`() {
        let text = TextReporter().text(analysis(LibraryCode(.snapKit, "a.priority(999)")), of: Example.document, title: "a")
        #expect(text.contains("    - Lower it.\n      a.priority(999)\n"), "\(text)")
        #expect(!TextReporter().text(analysis(nil), of: Example.document, title: "a").contains("priority(999)"))
    }
}
