import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Messages of a log that depend on something that they do not print, and negative sizes from outside.
struct UnprintedTests {
    private func first(_ rows: String..., broken: Int? = nil) throws -> Diagnosis {
        let end = broken.map { "\nWill attempt to recover by breaking constraint\n<\(rows[$0])>\n" } ?? ""
        let text = "Unable to simultaneously satisfy constraints.\n(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)\n" + end
        let document = try #require(ConsoleLogImporter().read(text).messages.first)
        return try #require(Analyzer().analyze(document).diagnoses.first)
    }

    @Test func `a font whose first line is too high for its place`() throws {
        let limit = "NSLayoutConstraint:0x1 UILabel:0xb'Orders'.top >= Shop.Bar:0xa.top   (active)"
        let baseline = "NSLayoutConstraint:0x2 UILabel:0xb'Orders'.firstBaseline == Shop.Bar:0xa.top + 18   (active)"
        let found = try first(limit, baseline, broken: 0)
        #expect(
            found.cause == .notShown && found.sentence.contains("depends on the first baseline of UILabel “Orders”, which the log does not"),
            "\(found)")
        #expect(
            found.remedies[0].sentence
                == "Use a smaller font for UILabel “Orders”, or give it more room above its baseline (c2): its first line reaches "
                + "more than 18 above its baseline.", "\(found.remedies)")
        // The title's label is the framework's, and has its font from the bar.
        let guide = "UILayoutGuide:0xa'TitleView(0x7ff4)'"
        let title = try first(limit.replacing("Shop.Bar:0xa", with: guide), baseline.replacing("Shop.Bar:0xa", with: guide), broken: 0)
        #expect(title.remedies[0].sentence.hasPrefix("Use a smaller font in the titleTextAttributes of the navigation bar: "), "\(title.remedies)")
    }

    @Test func `a message that was pasted whole does not lack lines`() throws {
        let height = "NSLayoutConstraint:0x1 Shop.Bar:0xa.height == 5   (active)"
        let whole = try first(height, broken: 0).remedies[0].sentence
        #expect(whole.contains("UIViewAlertForUnsatisfiableConstraints") && whole.contains("Bar") && !whole.contains("more lines"), "\(whole)")
        #expect(try first(height).remedies[0].sentence.contains("its list may have more lines"))
    }

    @Test func `a cell whose margins the log does not print`() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 V:|-(12)-[UILabel:0xb] (Names: '|':UIView:0xc )",
            "NSLayoutConstraint:0x2 V:[UILabel:0xb]-(12)-| (Names: '|':UIView:0xc )",
            "NSLayoutConstraint:0x3 UITableViewCellContentView:0xa.topMargin == UIView:0xc.top",
            "NSLayoutConstraint:0x4 UITableViewCellContentView:0xa.bottomMargin == UIView:0xc.bottom", "NSLayoutConstraint:0x5 V:[UILabel:0xb(>=90)]",
            "NSLayoutConstraint:0x6 'UIView-Encapsulated-Layout-Height' V:[UITableViewCellContentView:0xa(120)]", broken: 4)
        #expect(
            found.cause == .cellHeight
                && found.sentence
                    == "UIKit makes UITableViewCellContentView 120 high, but its constraints need a different height, "
                    + "unless the top and bottom margins of UITableViewCellContentView are 3 or less each.",
            "\(found)")
        let alone = try first(
            "NSLayoutConstraint:0x1 UITableViewCellContentView:0xa.height >= 52",
            "NSLayoutConstraint:0x2 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 52", broken: 0)
        #expect(alone.sentence.hasSuffix("its constraints need a height that differs by less than the log's digits show."), "\(alone)")
    }

    @Test func `a negative content size names what the app gives the scroll view`() throws {
        func found(_ scroll: String) throws -> Diagnosis {
            try first("_UIScrollViewAutomaticContentSizeConstraint:0x1 \(scroll):0xa.contentHeight{id: 28} == -12.000000", broken: 0)
        }
        for (scroll, lengths) in [
            ("UITableView", "heights of rows"), ("Shop.ProductTable", "heights of rows"), ("UICollectionView", "sizes of items"),
        ] {
            let found = try found(scroll)
            #expect(found.cause == .systemNoise && found.owner == .system && found.remedies.map(\.kind) == [.ignore], "\(found)")
            #expect(found.sentence.contains(" computed a content height of -12") && found.remedies[0].sentence.contains(lengths), "\(found)")
        }
    }

    @Test func `a negative size from outside is no early layout pass`() throws {
        let cell = try first("NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == -8", broken: 0)
        #expect(
            cell.cause == .negativeSize && cell.owner == .app && cell.remedies[0].sentence.contains("as the row, header or footer height"), "\(cell)")
        let frame = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& Shop.Card:0xa.width == -40",
            "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (names: '|':Shop.Card:0xa )",
            "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Card:0xa )",
            broken: 2)
        #expect(frame.cause == .negativeSize && frame.sentence.hasPrefix("The frame of Card has a width of -40"), "\(frame)")
        // A size of 0 may be that of such a pass.
        let early = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& Shop.Card:0xa.width == 0",
            "NSLayoutConstraint:0x2 H:|-(8)-[UILabel:0xb] (names: '|':Shop.Card:0xa )",
            "NSLayoutConstraint:0x3 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Card:0xa )",
            broken: 2)
        #expect(early.cause == .transientZero)
    }

    @Test func `a constant that is more than a button's height is no more than the room`() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UIButton:0xd.height == 30", "NSLayoutConstraint:0x2 UIView:0xa.bottom == UIButton:0xd.bottom + 300",
            "NSLayoutConstraint:0x3 V:[UIImageView:0xb]-(40)-[UITextView:0xc]",
            "NSLayoutConstraint:0x4 UIView:0xa.bottom == UITextView:0xc.bottom + 380",
            "NSLayoutConstraint:0x5 V:[UIImageView:0xb]-(60)-[UIButton:0xd]", broken: 0)
        #expect(found.cause == .overconstrainedChain && found.culprits == ["c4"], "\(found)")
        #expect(
            found.sentence == "The constraints do not add up vertically: 30 + 60 + 300 - 40 - 380 = -30 pt would be left for UITextView.height, "
                + "which cannot be negative.", "\(found.sentence)")
    }

    @Test func `of top, bottom and height the bottom is one too many, unless the view fills what there is`() throws {
        func document(_ className: String, _ height: Int) throws -> Diagnosis {
            let json = """
                {"size": {"width": 320, "height": 480}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "\(className)"}],
                 "constraints": ["H:|[a]|", "a.top == root.top + 20", "a.bottom == root.bottom", "a.height == \(height)"]}
                """
            return try #require(Analyzer().analyze(try DocumentImporter().read(json: Array(json.utf8))).diagnoses.first)
        }
        let header = try document("UIView", 60)
        #expect(
            header.cause == .edgesAndSize && header.remedies[0].sentence.hasPrefix("Remove the pin of the bottom edge of UIView (c3): "), "\(header)")
        #expect(header.remedies[1].sentence.hasPrefix("Remove the height constraint of UIView (c4)"), "\(header)")
        #expect(header.remedies[0].outcome?.verdict == .clean)
        for other in [try document("UITableView", 60), try document("UIView", 600), try document("UIView", 568)] {
            #expect(other.remedies[0].sentence.contains("Remove the height constraint of "), "\(other)")
        }
    }

    @Test func `a centered view with different distances to both sides says so`() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 Shop.Card:0xb.leading == UIView:0xa.leading + 16",
            "NSLayoutConstraint:0x2 Shop.Card:0xb.centerX == UIView:0xa.centerX",
            "NSLayoutConstraint:0x3 UIView:0xa.trailing == Shop.Card:0xb.trailing + 24", broken: 2)
        #expect(
            found.sentence == "Card is centered horizontally in UIView, but begins 16 after its leading edge and ends 24 before its trailing edge.",
            "\(found)")
    }

    @Test func `a view to whose margins another is pinned is not pinned itself`() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UILabel:0xb'Total'.width >= 100", "NSLayoutConstraint:0x2 UILabel:0xb'Total'.leading == UIView:0xa.leadingMargin",
            "NSLayoutConstraint:0x3 UILabel:0xb'Total'.trailing == UIView:0xa.trailingMargin", "NSLayoutConstraint:0x4 UIView:0xa.width == 120",
            broken: 0)
        #expect(!found.sentence.contains("UIView is pinned"), "\(found)")
    }
}
