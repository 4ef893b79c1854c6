import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// A log prints six significant digits: what rests on those that it rounds away is not proven.
struct PrintedNumberTests {
    @Test("A ratio and its reciprocal agree")
    func ratioBothWays() throws {
        let found = analysis(
            try log(
                "NSLayoutConstraint:0x1 UIView:0xa.height == 0.5625*UIView:0xa.width",
                "NSLayoutConstraint:0x2 UIView:0xa.width == 1.77778*UIView:0xa.height",
                "NSLayoutConstraint:0x3 UIView:0xa.width == 320"))
        #expect(found.verdict == .incomplete && found.conflicts.isEmpty && found.broken.isEmpty && found.repairs.isEmpty)
    }

    @Test("Constants that add up but for a digit that is not printed are no conflict, and the digits are named")
    func thirdsOfALength() throws {
        let found = analysis(
            try log(
                "NSLayoutConstraint:0x1 H:[UIView:0xa(141.333)]", "NSLayoutConstraint:0x2 H:[UIView:0xb(141.333)]",
                "NSLayoutConstraint:0x3 H:[UIView:0xc(141.333)]", "NSLayoutConstraint:0x4 UIView:0xd.width == 424",
                "NSLayoutConstraint:0x5 H:|-(0)-[UIView:0xa] (names: '|':UIView:0xd )", "NSLayoutConstraint:0x6 H:[UIView:0xa]-(0)-[UIView:0xb]",
                "NSLayoutConstraint:0x7 H:[UIView:0xb]-(0)-[UIView:0xc]", "NSLayoutConstraint:0x8 H:[UIView:0xc]-(0)-| (names: '|':UIView:0xd )"))
        #expect(found.verdict == .incomplete && found.conflicts.isEmpty && found.broken.isEmpty)
        #expect(found.missing.contains { $0.hasPrefix("the digits after 141.333 in c") }, "\(found.missing)")
    }

    @Test("Beside digits that are not printed, a conflict that does not rest on them is proven, and something breaks for it alone")
    func conflictBesideDigits() throws {
        let rows = [
            "NSLayoutConstraint:0x1 UIView:0xa.width == 100.001", "NSLayoutConstraint:0x2 UIView:0xb.width == UIView:0xa.width",
            "NSLayoutConstraint:0x3 UIView:0xb.width == 100.002", "NSLayoutConstraint:0x4 UIView:0xc.width == UIView:0xb.width",
            "NSLayoutConstraint:0x5 UIView:0xc.width >= 120",
        ]
        let found = analysis(try log(rows))
        #expect(found.verdict == .conflicting && found.conflictsComplete)
        #expect(found.conflicts.map(\.members) == [["c1", "c2", "c4", "c5"], ["c3", "c4", "c5"]])
        #expect(found.missing.contains { $0.hasPrefix("the digits after 100.00") }, "\(found.missing)")
        #expect(found.decisions.allSatisfy { $0.conflict.contains("c5") } && !found.decisions.isEmpty)
        #expect(found.repairs.map(\.relax) == [["c4"], ["c5"], ["c1", "c3"], ["c2", "c3"]])
    }

    @Test(
        "A multiplier that is not a simple fraction decides nothing by its last digit",
        arguments: [("370.371", Analysis.Verdict.incomplete), ("370.373", .incomplete), ("370.375", .conflicting), ("370.367", .conflicting)])
    func oddMultiplier(width: String, verdict: Analysis.Verdict) throws {
        // 10 / 81 prints as 0.123457; 3000 times what prints so is 370.3695 to 370.3725, and 370.373 begins at 370.3725.
        let found = analysis(
            try log(
                "NSLayoutConstraint:0x1 UIView:0xb.width == 3000", "NSLayoutConstraint:0x2 UIView:0xa.width == 0.123457*UIView:0xb.width",
                "NSLayoutConstraint:0x3 UIView:0xa.width == \(width)"))
        #expect(found.verdict == verdict, "\(found.missing)")
    }

    @Test("A location with a factor is judged on both sides of the origin", arguments: [("-30", "-60.0001"), ("30", "60.0001")])
    func locationWithAFactor(inner: String, outer: String) throws {
        func verdict(_ outer: String) throws -> Analysis {
            analysis(
                try log(
                    "NSLayoutConstraint:0x1 UIView:0xa.leading == UIView:0xd.leading + \(inner)",
                    "NSLayoutConstraint:0x2 UIView:0xb.leading == 2*UIView:0xa.leading",
                    "NSLayoutConstraint:0x3 UIView:0xb.leading == UIView:0xd.leading + \(outer)",
                    "NSLayoutConstraint:0x4 V:|-(0)-[UIView:0xa] (names: '|':UIView:0xd )",
                    "NSLayoutConstraint:0x5 V:|-(0)-[UIView:0xb] (names: '|':UIView:0xd )"
                ))
        }
        #expect(try verdict(outer).verdict == .incomplete)
        let proven = try verdict("0.5")
        #expect(proven.verdict == .conflicting && proven.conflicts.map(\.members) == [["c1", "c2", "c3"]])
    }

    @Test("Required content sizes are rounded, too")
    func contentSizes() throws {
        func found(_ width: String) throws -> Analysis {
            let text = """
                <NSContentSizeLayoutConstraint:0x1 H:[UILabel:0xa(79.3333)] Hug:1000 CompressionResistance:1000>
                <NSLayoutConstraint:0x2 UIView:0xb.width == 3*UILabel:0xa.width>
                <NSLayoutConstraint:0x3 UIView:0xb.width == \(width)>
                """
            return analysis(try #require(ConsoleLogImporter().read(text).messages.first))
        }
        #expect(try found("238").verdict == .incomplete)
        #expect(try found("238.1").verdict == .conflicting)
    }

    @Test("Many numbers that agree but for their digits are found to agree")
    func manyDigits() throws {
        var rows = (0..<12).map { "NSLayoutConstraint:0x1\(String($0, radix: 16)) UIView:0xa\(String($0, radix: 16)).width == 33.3333" }
        rows += (1..<12).map { "NSLayoutConstraint:0x2\(String($0, radix: 16)) UIView:0xa\(String($0, radix: 16)).width == UIView:0xa0.width" }
        rows += (0..<12).map {
            "NSLayoutConstraint:0x3\(String($0, radix: 16)) UIView:0xb\(String($0, radix: 16)).width == 3*UIView:0xa\(String($0, radix: 16)).width"
        }
        rows += (0..<12).map { "NSLayoutConstraint:0x4\(String($0, radix: 16)) UIView:0xb\(String($0, radix: 16)).width == 100" }
        let found = analysis(try log(rows))
        #expect(found.verdict == .incomplete && found.conflicts.isEmpty, "\(found.missing)")
    }

    @Test("Locations of views whose superview is not printed", arguments: ["left", "trailing", "leftMargin", "firstBaseline"])
    func unknownSuperviews(attribute: String) throws {
        let found = analysis(
            try log(
                "NSLayoutConstraint:0x1 UIView:0xa.\(attribute) == UIView:0xb.\(attribute) + 8",
                "NSLayoutConstraint:0x2 UIView:0xa.\(attribute) == UIView:0xb.\(attribute) + 8.00001"))
        #expect(found.verdict == .incomplete && found.missing.contains { $0.hasPrefix("the digits after 8") }, "\(found.missing)")
    }

    @Test("Digits that cannot be reconciled take no other conflict away")
    func digitsThatCannotBeReconciled() throws {
        let found = Analyzer().analyze(
            try log(
                "NSLayoutConstraint:0x1 UIView:0xa.width == 10", "NSLayoutConstraint:0x2 UIView:0xa.width == 10.0001",
                "NSLayoutConstraint:0x3 UIView:0xa.width == 10.0002", "NSLayoutConstraint:0x4 UIView:0xb.width == 20",
                "NSLayoutConstraint:0x5 UIView:0xb.width == 300"))
        #expect(found.verdict == .conflicting && found.conflicts.map(\.members) == [["c1", "c3"], ["c4", "c5"]])
        #expect(!found.conflictsComplete && found.decisions.isEmpty && found.inconclusive.map(\.subject) == ["decisions"])
        #expect(found.missing.contains { $0.hasPrefix("the digits after 10") }, "\(found.missing)")
    }

    @Test("A conflict is proven with the numbers as they are printed, also where others were needed")
    func proofAsPrinted() throws {
        let found = analysis(
            try log(
                "NSLayoutConstraint:0x1 UIView:0xa.width == 10", "NSLayoutConstraint:0x2 UIView:0xa.width == 10.0001",
                "NSLayoutConstraint:0x3 UIView:0xa.width == 20"))
        #expect(found.conflicts.map(\.members) == [["c1", "c3"], ["c2", "c3"]])
        #expect(found.conflicts[0].sum == -10 && found.conflicts[0].explanation.text.contains("width == 10 and"), "\(found.conflicts)")
        #expect(found.conflicts.flatMap(\.fixes).allSatisfy { "\($0)".contains("10.00005") == false })
    }
}
