import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Each rule of `Conflict/BREAKING.md`, on the smallest conflicts in which it decides.
struct LikelyInUIKitTests {
    /// The candidates of the first decision, and its reason, of a log of these descriptions.
    private func decision(_ descriptions: String...) throws -> (candidates: [String], reason: String) {
        let log = try ConsoleLogImporter().read("(\n" + descriptions.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)")
        let message = try #require(log.messages.first)
        #expect(log.skipped.isEmpty && message.constraints.count == descriptions.count)
        let analysis = Analyzer().analyze(message)
        #expect(analysis.inconclusive.isEmpty, "\(analysis.inconclusive)")
        let decision = try #require(analysis.decisions.first)
        #expect(decision.candidates.first == decision.broken)
        return (decision.candidates, decision.reason)
    }

    @Test func autoresizingConstraintsBreakLast() throws {
        let found = try decision(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& V:[UIView:0xa(44)]",
            "NSLayoutConstraint:0x2 V:|-(0)-[UILabel:0xb] (Names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x3 V:[UILabel:0xb(20)]", "NSLayoutConstraint:0x4 V:[UILabel:0xb]-(0)-| (Names: '|':UIView:0xa )")
        #expect(found.candidates == ["c3", "c4", "c2", "c1"])
    }

    @Test func sizesFromOutsideNeverBreakWhileOthersCan() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(100)]", "NSLayoutConstraint:0x2 H:[UIView:0xa(120)]")
        #expect(found.candidates == ["c2"])
        #expect(found.reason == "c2 is the only member that may give way")
    }

    @Test func whatTouchesTheViewThatIsSizedFromOutsideBreaksLater() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(100)]",
            "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (Names: '|':UIView:0xa )", "NSLayoutConstraint:0x3 H:[UILabel:0xb(80)]",
            "NSLayoutConstraint:0x4 H:[UILabel:0xb]-(16)-| (Names: '|':UIView:0xa )")
        #expect(found.candidates == ["c3", "c4", "c2"])
        #expect(found.reason == "c3 is the likeliest of 3: what touches the view that is sized from outside hardly ever gives way")
    }

    @Test func theFrameworksOwnBreakAfterTheApps() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 'UISV-hiding' H:[UILabel:0xb(0)]", "NSLayoutConstraint:0x2 H:[UILabel:0xb(120)]")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the likeliest of 2: an app's own constraints give way more often than the framework's")
    }

    @Test func leastSizesBreakBeforeConstantSizes() throws {
        let found = try decision("NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.height >= 44")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the likeliest of 2: a least or greatest size mostly gives way before a constant size")
    }

    @Test func anAspectRatioBreaksBeforeAConstantSize() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.width == 2*UIView:0xa.height",
            "NSLayoutConstraint:0x3 UIView:0xa.width == 50")
        #expect(found.candidates == ["c2", "c1", "c3"])
    }

    @Test func amongSizesTheFirstListedBreaks() throws {
        let found = try decision("NSLayoutConstraint:0x1 UIView:0xa.height == 20", "NSLayoutConstraint:0x2 UIView:0xa.height == 44")
        #expect(found.candidates == ["c1", "c2"])
        #expect(found.reason == "c1 is the likeliest of 2: it is listed before the others like it")
    }

    @Test func spacingsBreakBeforeTrailingEdgesAndTheseBeforeLeading() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xa.leading == UIView:0xf.leading + 10",
            "NSLayoutConstraint:0x2 UIView:0xb.trailing == UIView:0xf.trailing - 10", "NSLayoutConstraint:0x3 H:[UIView:0xa]-(8)-[UIView:0xb]",
            "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Width' H:[UIView:0xe(20)]",
            "NSLayoutConstraint:0x5 UIView:0xf.width == UIView:0xe.width")
        #expect(found.candidates == ["c3", "c2", "c1", "c5"])
        #expect(found.reason == "c3 is the likeliest of 4: a spacing between siblings mostly gives way before a trailing or bottom edge")
    }

    @Test func whatLiesFarFromTheOutsideBreaksFirst() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xa.right == UIView:0xe.right - 5", "NSLayoutConstraint:0x2 UIView:0xb.right == UIView:0xa.right - 5",
            "NSLayoutConstraint:0x3 UIView:0xc.right == UIView:0xb.right - 5", "NSLayoutConstraint:0x4 UIView:0xc.left == UIView:0xe.left + 5",
            "NSLayoutConstraint:0x5 'UIView-Encapsulated-Layout-Width' UIView:0xe.width == 10")
        #expect(found.candidates == ["c2", "c3", "c1", "c4"])
    }

    @Test func aConstantOfZeroBreaksLaterThanAnother() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 UIView:0xb.centerX == UIView:0xa.centerX", "NSLayoutConstraint:0x2 UIView:0xb.centerX == UIView:0xa.centerX + 5")
        #expect(found.candidates == ["c2", "c1"])
        #expect(found.reason == "c2 is the likeliest of 2: a constant other than 0 gives way more often")
    }

    @Test func theSizeOfTheViewThatHoldsTheOthersStandsForOneFromOutside() throws {
        let found = try decision(
            "MASLayoutConstraint:0x1 UIButton:0xb.left == Header:0xa.left + 12",
            "MASLayoutConstraint:0x2 UIButton:0xb.right == Header:0xa.right - 12",
            "NSLayoutConstraint:0x3 Header:0xa.width == 0")
        #expect(found.candidates == ["c2", "c1", "c3"])
        #expect(found.reason == "c2 is the likeliest of 3: a trailing or bottom edge mostly gives way before a leading or top edge")
    }

    @Test func aSizeWithinTheOthersIsNoSizeFromOutside() throws {
        let found = try decision(
            "NSLayoutConstraint:0x1 Header:0xa.width == 100", "NSLayoutConstraint:0x2 H:|-(12)-[UIButton:0xb] (names: '|':Header:0xa )",
            "NSLayoutConstraint:0x3 H:[UIButton:0xb]-(12)-| (names: '|':Header:0xa )", "NSLayoutConstraint:0x4 UIButton:0xb.width == 90")
        #expect(found.candidates == ["c4", "c3", "c2", "c1"])
    }
}
