import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Each rule of `Conflict/BREAKING.md`, on the smallest conflicts in which it decides.
struct LikelyInUIKitTests {
    /// The first decision of a log of these descriptions: its candidates, their probabilities, and its reason.
    private func decision(_ descriptions: String...) throws -> (candidates: [String], probabilities: [Double], reason: String) {
        let log = try ConsoleLogImporter().read("(\n" + descriptions.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)")
        let message = try #require(log.messages.first)
        #expect(log.skipped.isEmpty && message.constraints.count == descriptions.count)
        let analysis = Analyzer().analyze(message)
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        let decision = try #require(analysis.decisions.first)
        #expect(decision.candidates.first?.constraint == decision.broken)
        let probabilities = decision.candidates.compactMap { $0.probability.flatMap { Double($0.decimalText()) } }
        #expect(probabilities.count == decision.candidates.count)
        #expect(abs(probabilities.reduce(0, +) - 1) < 0.001)
        #expect(probabilities == probabilities.sorted(by: >))
        return (decision.candidates.map(\.constraint), probabilities, decision.reason)
    }

    @Test func autoresizingConstraintsBreakLast() throws {
        let found = try decision(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& V:[UIView:0xa(44)]",
            "NSLayoutConstraint:0x2 V:|-(0)-[UILabel:0xb] (Names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x3 V:[UILabel:0xb(20)]", "NSLayoutConstraint:0x4 V:[UILabel:0xb]-(0)-| (Names: '|':UIView:0xa )")
        #expect(found.candidates == ["c3", "c4", "c2", "c1"])
        #expect(found.probabilities[0] > 0.9 && found.probabilities[3] < 0.02)
    }

    @Test func sizesFromOutsideNeverBreakWhileOthersCan() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(100)]", "NSLayoutConstraint:0x2 H:[UIView:0xa(120)]")
        #expect(found.candidates == ["c2"])
        #expect(found.probabilities == [1])
        #expect(found.reason == "c2 is the only member of the conflict that can break")
    }

    @Test func whatTouchesTheViewThatIsSizedFromOutsideBreaksLater() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(100)]",
            "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (Names: '|':UIView:0xa )", "NSLayoutConstraint:0x3 H:[UILabel:0xb(80)]",
            "NSLayoutConstraint:0x4 H:[UILabel:0xb]-(16)-| (Names: '|':UIView:0xa )")
        #expect(found.candidates == ["c3", "c4", "c2"])
        #expect(
            found.reason
                == "c3 is the most likely of 3 candidates: UIKit most often breaks the constraint that is farthest from the view whose size comes from outside"
        )
        let one = try decision(
            "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(0)]",
            "NSLayoutConstraint:0x2 UIView:0xa.centerX == UIView:0xb.centerX + 5",
            "NSLayoutConstraint:0x3 UIView:0xb.centerX == UIView:0xc.centerX + 5",
            "NSLayoutConstraint:0x4 UIView:0xc.centerX == UIView:0xa.centerX + 5")
        #expect(one.candidates == ["c3", "c2", "c4"])
    }

    @Test func theFrameworksOwnBreakAfterTheApps() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UISV-spacing' H:[UILabel:0xb]-(5)-[UILabel:0xc]", "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(8)-[UILabel:0xc]")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the most likely of 2 candidates: UIKit breaks an app's own constraints more often than the framework's")
        #expect(found.probabilities == [0.6923, 0.3077])
    }

    @Test func leastSizesBreakBeforeConstantSizes() throws {
        let found = try decision("NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.height >= 44")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the most likely of 2 candidates: UIKit breaks inequalities more often than equalities")
    }

    @Test func amongLikeConstraintsTheFirstListedBreaks() throws {
        let found = try decision("NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.height == 44")
        #expect(found.candidates == ["c1", "c2"])
        #expect(found.probabilities == [0.5, 0.5])
        #expect(found.reason == "several of the 2 candidates are equally likely, and c1 is the first of them")
    }

    @Test func trailingEdgesBreakBeforeLeadingOnes() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xb.leading == UIView:0xa.leading + 5", "NSLayoutConstraint:0x2 UIView:0xb.width == UIView:0xa.width",
            "NSLayoutConstraint:0x3 UIView:0xb.trailing == UIView:0xa.trailing - 5")
        #expect(found.candidates == ["c3", "c1", "c2"])
        #expect(found.reason == "c3 is the most likely of 3 candidates: UIKit breaks trailing and bottom edges more often than others")
    }

    @Test func sizesBreakBeforeRelations() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xb.width == UIView:0xa.width + 1", "NSLayoutConstraint:0x2 UIView:0xb.width == 20",
            "NSLayoutConstraint:0x3 UIView:0xa.width == 30")
        #expect(found.candidates == ["c2", "c3", "c1"])
        #expect(found.reason == "several of the 3 candidates are equally likely, and c2 is the first of them")
    }

    @Test func whatLiesFarthestFromTheOutsideBreaksFirst() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xa.right == UIView:0xe.right - 5", "NSLayoutConstraint:0x2 UIView:0xb.right == UIView:0xa.right - 5",
            "NSLayoutConstraint:0x3 UIView:0xc.right == UIView:0xb.right - 5", "NSLayoutConstraint:0x4 UIView:0xc.left == UIView:0xe.left + 5",
            "NSLayoutConstraint:0x5 'UIView-Encapsulated-Layout-Width' UIView:0xe.width == 10")
        #expect(found.candidates == ["c2", "c3", "c1", "c4"])
        #expect(found.reason == "several of the 4 candidates are equally likely, and c2 is the first of them")
    }

    @Test func aConstantOfZeroBreaksLaterThanAnother() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xb.centerX == UIView:0xa.centerX", "NSLayoutConstraint:0x2 UIView:0xb.centerX == UIView:0xa.centerX + 5")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the most likely of 2 candidates: UIKit breaks constraints with a constant other than 0 more often")
    }

    @Test func theSizeOfTheViewThatHoldsTheOthersStandsForOneFromOutside() throws {
        let found = try decision(
            "MASLayoutConstraint:0x1 UIButton:0xb.left == Header:0xa.left + 12",
            "MASLayoutConstraint:0x2 UIButton:0xb.right == Header:0xa.right - 12",
            "NSLayoutConstraint:0x3 Header:0xa.width == 0")
        #expect(found.candidates == ["c2", "c1", "c3"])
        #expect(found.reason == "c2 is the most likely of 3 candidates: UIKit breaks trailing and bottom edges more often than others")
    }

    @Test func aSizeWithinTheOthersIsNoSizeFromOutside() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 Header:0xa.width == 100", "NSLayoutConstraint:0x2 H:|-(12)-[UIButton:0xb] (names: '|':Header:0xa )",
            "NSLayoutConstraint:0x3 H:[UIButton:0xb]-(12)-| (names: '|':Header:0xa )", "NSLayoutConstraint:0x4 UIButton:0xb.width == 90")
        #expect(found.candidates == ["c4", "c3", "c1", "c2"])
    }

    @Test func documentsGoByTheSameRules() throws {
        let found = try analysis(document(Sample.example)).decisions
        #expect(found.first?.candidates.map(\.constraint) == ["c3", "c2", "c1"])
        #expect(found.first?.candidates.first?.rules.map(\.name) == ["farthest", "size"])
        for policy in [BreakingPolicy.last, .fewest] {
            let other = try analysis(document(Sample.example), AnalysisOptions(policy: policy)).decisions
            #expect(other.first?.candidates.allSatisfy { $0.probability == nil && $0.rules.isEmpty } == true)
        }
    }
}
