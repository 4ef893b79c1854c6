import Foundation
import Testing

/// What could not be proved in time is told as such, in every form, and counts unless that is allowed.
@Suite struct SpentBudgetTests {
    private let short = ["--deadline", "0.000001"]

    @Test func `of a log without a verdict it is not said that it can hold`() throws {
        let folder = try TemporaryFolder()
        try folder.file("run.log", Layouts.log.components(separatedBy: "\n\nWill attempt")[0])
        for format in ["text", "json", "sarif", "junit", "github", "xcode", "gitlab", "checkstyle", "markdown", "html"] {
            for command in [["check", "--no-config"], ["scan-log", "--quiet"]] {
                let outcome = try folder.run(command + short + ["--format", format, "run.log"])
                #expect(outcome.status == 1, "\(command) \(format)")
                for fact in ["what the log shows can hold together", "likely broken", #"name="conflict""#] {
                    #expect(!outcome.output.contains(fact), "\(outcome.output)")
                }
                #expect(outcome.output.contains(format == "json" ? "the time or memory allowed" : "not proven"), "\(outcome.output)")
                #expect(try folder.run(command + short + ["--allow-incomplete", "--format", format, "run.log"]).status == 0)
            }
        }
        let text = try folder.run(["scan-log", "--quiet", "run.log"] + short).output
        #expect(text.hasPrefix("run.log:1, once: incomplete: the budget was spent before a verdict\n"), "\(text)")
    }

    @Test func `a list that may be a conflict is not passed over`() throws {
        let list =
            "(\n    \"<NSLayoutConstraint:0x1 UIView:0xa.width == 4>\",\n    \"<NSLayoutConstraint:0x2 UIView:0xa.width == 5>\"\n)\n"
        let outcome = try Program.run(["scan-log", "--quiet"] + short, input: Data(list.utf8))
        #expect(outcome.status == 1 && outcome.output.contains("1 conflict message"), "\(outcome.output)")
    }
}
