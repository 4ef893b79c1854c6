import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Remedies as those write them who use SnapKit or Masonry.
struct LibraryLineTests {
    private func remedies(_ rows: String...) throws -> [Remedy] {
        let text = "(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)"
        let document = try #require(ConsoleLogImporter().read(text).messages.first)
        return try #require(Analyzer().analyze(document).diagnoses.first).remedies
    }

    private func lines(_ rows: String...) throws -> [String?] {
        let text = "(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)"
        let document = try #require(ConsoleLogImporter().read(text).messages.first)
        return try #require(Analyzer().analyze(document).diagnoses.first).remedies.map { $0.libraryCode?.line }
    }

    @Test func anotherPriorityGoesIntoTheLineThatMadeIt() throws {
        let height = "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 44"
        let snapKit = try remedies(
            "SnapKit.LayoutConstraint:0x1@NoteCell.swift#31 UILabel:0xb.top == UITableViewCellContentView:0xa.top + 12.0",
            "SnapKit.LayoutConstraint:0x2@NoteCell.swift#32 UILabel:0xb.height == 40.0",
            "SnapKit.LayoutConstraint:0x3@NoteCell.swift#33 UILabel:0xb.bottom == UITableViewCellContentView:0xa.bottom - 12.0", height)
        #expect(snapKit[0].kind == .lowerPriority && snapKit[0].swift == "bottomConstraint.priority = UILayoutPriority(999)")
        #expect(
            snapKit[0].libraryCode
                == LibraryCode(.snapKit, "make.bottom.equalTo(contentView).inset(12).priority(999)  // NoteCell.swift:33"))
        let masonry = try remedies(
            "MASLayoutConstraint:0x1 UILabel:0xb.top == UITableViewCellContentView:0xa.top + 12", "MASLayoutConstraint:0x2 UILabel:0xb.height == 40",
            "MASLayoutConstraint:0x3 UILabel:0xb.bottom == UITableViewCellContentView:0xa.bottom - 12", height)
        #expect(masonry[0].libraryCode == LibraryCode(.masonry, "make.bottom.equalTo(contentView).offset(-12).priority(999);"))
    }

    @Test func aConstantIsUpdated() throws {
        let snapKit = try remedies(
            "SnapKit.LayoutConstraint:0x1@Card.swift#4 UIImageView:0xb.height == 150.0",
            "SnapKit.LayoutConstraint:0x2@Card.swift#9 UIImageView:0xb.height == 100.5")
        #expect(snapKit[0].kind == .deactivateFirst && snapKit[0].swift == "heightConstraint.constant = 100.5")
        #expect(snapKit[0].libraryCode?.line == "imageView.snp.updateConstraints { make in make.height.equalTo(100.5) }")
        #expect(snapKit[1].kind == .removeConstraint && snapKit[1].libraryCode?.line == "heightConstraint.deactivate()  // Card.swift:9")
        let masonry = try remedies("MASLayoutConstraint:0x1 UIImageView:0xb.height == 150", "MASLayoutConstraint:0x2 UIImageView:0xb.height == 100.5")
        #expect(
            masonry[0].libraryCode?.line
                == "[imageView mas_updateConstraints:^(MASConstraintMaker *make) { make.height.equalTo(@100.5); }];")
        #expect(masonry[1].libraryCode?.line == "[heightConstraint uninstall];")
        let limit = try remedies("MASLayoutConstraint:0x1 Shop.Pay:0xb.height >= 44", "MASLayoutConstraint:0x2 Shop.Pay:0xb.height == 20")
        #expect(limit[0].kind == .changeConstant)
        #expect(
            limit[0].libraryCode?.line
                == "[pay mas_updateConstraints:^(MASConstraintMaker *make) { make.height.greaterThanOrEqualTo(@20); }];")
    }

    @Test func whatUpdateWouldNotFindIsMadeAgain() throws {
        // SnapKit looks for a constraint to the same view: there is none.
        let lines = try lines(
            "SnapKit.LayoutConstraint:0x1@Box.swift#4 UIView:0xb.left == UILabel:0xc.left + 4.0",
            "SnapKit.LayoutConstraint:0x2@Box.swift#5 UIView:0xb.left == UIButton:0xd.left + 9.0",
            "SnapKit.LayoutConstraint:0x3@Box.swift#6 UILabel:0xc.left == UIButton:0xd.left + 9.0")
        let line = try #require(lines[0])
        #expect(line == "view.snp.remakeConstraints { make in make.left.equalTo(button).offset(9) /* … */ }", "\(line)")
    }

    @Test func anotherItem() throws {
        let lines = try lines(
            "SnapKit.LayoutConstraint:0x1@Row.swift#7 UILabel:0xb.leading == UIView:0xa.trailing + 8.0 (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(8)-| (active, names: '|':UIView:0xa )", "NSLayoutConstraint:0x3 UILabel:0xb.width == 30 (active)"
        )
        #expect(lines == ["make.leading.equalTo(view).offset(8)  // Row.swift:7", "leadingConstraint.deactivate()  // Row.swift:7"])
    }

    @Test func viewsOfOneClassAndRatios() throws {
        let lines = try lines(
            "SnapKit.LayoutConstraint:0x1@Row.swift#7 UIImageView:0xb.width == UIImageView:0xb.height * 1.5",
            "SnapKit.LayoutConstraint:0x2@Row.swift#8 UIImageView:0xb.width == UIImageView:0xc.height",
            "NSLayoutConstraint:0x3 UIImageView:0xb.height == 60", "NSLayoutConstraint:0x4 UIImageView:0xc.height == 60")
        #expect(lines.contains("make.width.equalTo(imageView1.snp.height).multipliedBy(1.5).priority(999)  // Row.swift:7"), "\(lines)")
    }

    @Test func constraintsOfAnotherHandHaveNone() throws {
        let plain = try lines("NSLayoutConstraint:0x1 UIView:0xb.height == 150", "NSLayoutConstraint:0x2 UIView:0xb.height == 100")
        #expect(plain.allSatisfy { $0 == nil })
        // The library's constraint is not the one to change.
        let mixed = try lines(
            "SnapKit.LayoutConstraint:0x1@Card.swift#4 UIImageView:0xb.height == 150.0", "NSLayoutConstraint:0x2 UIImageView:0xb.height == 100")
        #expect(mixed.last == .some(nil), "\(mixed)")
    }
}
