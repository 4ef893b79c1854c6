import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// The size that a message's constraints need, and the words for what sets it.
struct NeededSizeTests {
    private func analysis(_ rows: [String]) throws -> Analysis {
        let text = "(\n" + rows.map { "    \"<NSLayoutConstraint:\($0)>\"" }.joined(separator: ",\n") + "\n)"
        return Analyzer().analyze(try #require(ConsoleLogImporter().read(text).messages.first))
    }

    private func rows(in cell: String, height: String) -> [String] {
        [
            "0x1 V:|-(11)-[UILabel:0xb] (active, names: '|':\(cell):0xa )", "0x2 V:[UILabel:0xb]-(9)-| (active, names: '|':\(cell):0xa )",
            "0x3 UILabel:0xb.height == 30 (active)", "0x4 'UIView-Encapsulated-Layout-Height' \(cell):0xa.height == \(height) (active)",
        ]
    }

    @Test func `constraints that the conflict does not need count, too`() throws {
        // 11 + 9 contradict 18 alone, and the label needs 30 more.
        let found = try analysis(rows(in: "UITableViewCellContentView", height: "18.5"))
        let conflict = try #require(found.conflicts.first)
        #expect(!conflict.members.contains("c3") && conflict.vanishesAt.first?.min == 20, "\(conflict.members)")
        let needed = found.neededSizes.first { $0.row == "c4" }
        #expect(needed?.growth == Rational(63, over: 2) && needed?.parts == ["c1", "c2", "c3"], "\(found.neededSizes)")
        let high = try analysis(rows(in: "UITableViewCellContentView", height: "30.5").map { $0.replacing("(11)", with: "(26)") })
        #expect(high.diagnoses.first?.sentence == "UIKit makes UITableViewCellContentView 30.5 high, but its constraints need 65.", "\(high)")
    }

    @Test func `a view that is as large as its content counts once`() throws {
        let label = #""hugging": {"horizontal": 1000}, "compressionResistance": {"horizontal": 1000}"#
        let json = """
            {"size": {"width": 100, "height": 50},
             "views": [{"id": "root"}, {"id": "a", "parent": "root", "intrinsicContentSize": {"width": 73}, \(label)},
                       {"id": "b", "parent": "root", "intrinsicContentSize": {"width": 97}, \(label)}],
             "constraints": ["H:|-20-[a]-8-[b]-20-|", "V:|[a]|", "V:|[b]|"]}
            """
        let found = Analyzer().analyze(try DocumentImporter().read(json: Array(json.utf8)))
        let size = try #require(found.neededSizes.first { $0.row == "root.width==size" })
        #expect(size.explanation.text == "20 + 73 + 8 + 97 + 20 = 218, but root.width is 100 (over-constrained by 118 pt)", "\(size)")
        #expect(!size.parts.contains { $0.contains("hugging") }, "\(size.parts)")
    }

    @Test func `the alignment of a stack view that stretches views of fixed sizes is the cause`() throws {
        let edges = ["a", "b"].flatMap { view in
            ["leading", "trailing"].map { #"{"equation": "\#(view).\#($0) == s.\#($0)", "identifier": "UISV-alignment"}"# }
        }
        let json = """
            {"size": {"width": 300, "height": 100},
             "views": [{"id": "root"}, {"id": "s", "parent": "root", "class": "UIStackView"}, {"id": "a", "parent": "s"},
                       {"id": "b", "parent": "s"}],
             "constraints": ["H:|[s]|", "a.width == 40", "b.width == 50", \(edges.joined(separator: ", "))]}
            """
        let found = Analyzer().analyze(try DocumentImporter().read(json: Array(json.utf8))).diagnoses
        let stack = try #require(found.first { $0.cause == .stackContents })
        #expect(found.count { $0.cause == .stackContents } == 1 && stack.sentence.contains("a is 40 wide and b is 50 wide"), "\(stack.sentence)")
        let first = stack.remedies.first?.sentence ?? ""
        #expect(first.hasPrefix("Set the alignment of the stack view") && first.contains("to center"), "\(stack.remedies)")
    }

    @Test func `an ambiguous view in a conflicting layout gets all that it lacks`() throws {
        let json = #"{"size": {"width": 300, "height": 100}, "constraints": ["a.width == 40", "a.width == 50", "b.height == 20"]}"#
        let found = Analyzer().analyze(try DocumentImporter().read(json: Array(json.utf8)))
        let view = try #require(found.diagnoses.first { $0.cause == .missingPosition && $0.sentence.hasSuffix("of b.") })
        #expect(found.isConflicting && view.remedies.first?.additions.count == 3 && view.remedies.first?.outcome == nil, "\(view)")
    }

    @Test func `a size that is too great needs the greatest that the others allow`() throws {
        let found = try analysis(rows(in: "UITableViewCellContentView", height: "90"))
        #expect(found.diagnoses.first?.sentence.hasSuffix("90 high, but its constraints need 50.") == true, "\(found.diagnoses)")
    }

    @Test func `what is fixed and what is not known are told apart`() throws {
        func found(_ rows: String...) throws -> Diagnosis {
            let pins = [
                "0x1 V:|-(16)-[UILabel:0xb'One'] (active, names: '|':UITableViewCellContentView:0xa )",
                "0x2 V:[UILabel:0xb'One']-(16)-[UILabel:0xc'Two'] (active)",
                "0x3 V:[UILabel:0xc'Two']-(16)-| (active, names: '|':UITableViewCellContentView:0xa )",
                "0x4 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 44 (active)",
            ]
            let found = try analysis(pins + rows)
            return try #require(found.diagnoses.first)
        }
        let open = try found()
        #expect(
            open.sentence
                == "UIKit makes UITableViewCellContentView 44 high, but its constraints need at least 48 plus the heights of UILabel “One” and "
                + "UILabel “Two”.", "\(open.sentence)")
        #expect(!open.remedies.contains { $0.sentence.contains("48") }, "\(open.remedies)")
        let half = try found("0x5 UILabel:0xb'One'.height == 20 (active)")
        #expect(half.sentence.hasSuffix("need at least 68 plus the height of UILabel “Two”."), "\(half.sentence)")
        let all = try found("0x5 UILabel:0xb'One'.height == 20 (active)", "0x6 UILabel:0xc'Two'.height == 30 (active)")
        #expect(
            all.sentence.hasSuffix("need 98.")
                && all.remedies.contains { $0.sentence == "Set the row height to the 98 pt that the constraints need." })
    }

    @Test func `constraints of another conflict do not hide it`() throws {
        let found = try analysis(
            rows(in: "UITableViewCellContentView", height: "44") + ["0x5 UISwitch:0xc.width == 20 (active)", "0x6 UISwitch:0xc.width == 30 (active)"])
        #expect(found.conflicts.count == 2 && found.neededSizes.first { $0.row == "c4" }?.growth == 6, "\(found.neededSizes)")
    }

    @Test(arguments: [
        ("UITableViewCellContentView", "make the row height automatic", "Set the row height to the 50 pt"),
        ("_UICollectionViewListCellContentView", "let the list size its cells", "Use a layout that sizes its cells by their constraints"),
        ("UICollectionViewCell", "make the item height automatic", "Set the item height to the 50 pt"),
        ("UIStackView", "so that it yields to that size", "Give UIStackView the height of 50 pt"),
    ])
    func `the words are those of what sets the size`(_ view: String, _ besides: String, _ setting: String) throws {
        let remedies = try #require(analysis(rows(in: view, height: "44")).diagnoses.first).remedies
        #expect(remedies.count == 2 && remedies[0].sentence.contains(besides) && remedies[1].sentence.hasPrefix(setting), "\(remedies)")
        let words = remedies.map { $0.sentence + ($0.swift ?? "") }.joined()
        #expect(words.contains("tableView") == (view == "UITableViewCellContentView"), "\(words)")
        #expect(words.contains("itemSize") == (view == "UICollectionViewCell"), "\(words)")
    }

    @Test func `an app's cell is recognized by what is in it`() throws {
        let found = try analysis(
            [
                "0x5 V:|-(0)-[_UICollectionViewListCellContentView:0xa] (active, names: '|':Shop.OfferCell:0x9 )",
                "0x6 V:[_UICollectionViewListCellContentView:0xa]-(0)-| (active, names: '|':Shop.OfferCell:0x9 )",
                "0x4 'UIView-Encapsulated-Layout-Height' Shop.OfferCell:0x9.height == 44 (active)",
            ] + rows(in: "_UICollectionViewListCellContentView", height: "44").prefix(3))
        let remedy = try #require(found.diagnoses.first?.remedies.first)
        #expect(remedy.sentence.hasSuffix("and let the list size its cells by their constraints."), "\(found.diagnoses)")
    }
}
