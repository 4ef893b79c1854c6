import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Each cause by a message that shows it, and by its neighbours that do not.
struct CauseTests {
    private func diagnoses(_ rows: [String]) throws -> [Diagnosis] {
        let text = "(\n" + rows.map { "    \"<\($0)>\"" }.joined(separator: ",\n") + "\n)"
        let document = try #require(ConsoleLogImporter().read(text).messages.first)
        return Analyzer().analyze(document).diagnoses
    }

    private func first(_ rows: String...) throws -> Diagnosis {
        let found = try diagnoses(rows)
        #expect(found.count == 1, "a message of the system has one cause")
        return try #require(found.first)
    }

    @Test func aMaskThatWasLeftOn() throws {
        let found = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& UILabel:0xb'Sum'.minY == 0 (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x2 UILabel:0xb'Sum'.top == UILayoutGuide:0xc'UIViewSafeAreaLayoutGuide'.top + 4 (active)",
            "NSLayoutConstraint:0x3 'UIViewSafeAreaLayoutGuide-top' V:|-(44)-[UILayoutGuide:0xc'UIViewSafeAreaLayoutGuide'] (active, names: '|':UIView:0xa )"
        )
        #expect(found.cause == .maskLeftOn && found.owner == .app && found.explains == ["K1"])
        #expect(found.remedies[0].kind == .disableMask && found.remedies[0].constraints == ["c1"])
        #expect(found.remedies[0].swift == "sumLabel.translatesAutoresizingMaskIntoConstraints = false")
        #expect(found.sentence.contains("UILabel “Sum”"), "\(found.sentence)")
        #expect(found.remedies[0].outcome == Remedy.Outcome(verdict: .incomplete, ends: ["K1"]))
    }

    @Test func aFrameThatIsTooSmallForItsContents() throws {
        let found = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& V:[HeaderBox:0xa(100)]",
            "NSLayoutConstraint:0x2 V:|-(5)-[UILabel:0xb] (Names: '|':HeaderBox:0xa )",
            "NSLayoutConstraint:0x3 V:[UILabel:0xb]-(15)-| (Names: '|':HeaderBox:0xa )",
            "NSLayoutConstraint:0x4 V:[UILabel:0xb(120)]")
        #expect(found.cause == .frameSetView && found.owner == .app && found.remedies[0].kind == .giveSizeFirst)
        #expect(found.sentence == "The frame of HeaderBox is 100 high, but its contents need 140.")
    }

    @Test func aSizeThatIsNotThereYet() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 H:|-(8)-[UILabel:0xb] (names: '|':Shop.Header:0xa )",
            "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(8)-| (names: '|':Shop.Header:0xa )",
            "NSLayoutConstraint:0x3 '_UITemporaryLayoutWidth' Shop.Header:0xa.width == 0")
        #expect(found.cause == .transientZero && found.owner == .transient && found.culprits == ["c2"])
        #expect(found.remedies[0].kind == .lowerPriority && found.remedies[0].priority == 999)
    }

    @Test(arguments: [("bottom", "top"), ("top", "bottom"), ("trailing", "leading"), ("right", "left")])
    func `pins that hide and show a view`(shown: String, hidden: String) throws {
        let size = ["bottom", "top"].contains(shown) ? "height" : "width"
        let found = try first(
            "NSLayoutConstraint:0x1 Shop.Drawer:0xb.\(size) == 310 (active)",
            "NSLayoutConstraint:0x2 Shop.Drawer:0xb.\(shown) == UIView:0xa.\(shown) (active)",
            "NSLayoutConstraint:0x3 Shop.Drawer:0xb.\(hidden) == UIView:0xa.\(shown) (active)")
        #expect(found.cause == .bothVariantsActive && found.culprits == ["c3", "c2"], "\(found.sentence)")
        #expect(found.remedies[0].kind == .deactivateFirst && found.remedies[0].constraints == ["c3"])
    }

    @Test func `a view between two edges of a sibling that leave nothing`() throws {
        let text =
            #"{"size":{"width":320,"height":568},"views":[{"id":"root"},{"id":"head","parent":"root"},{"id":"bar","parent":"root"}],"#
            + #""constraints":["H:|[head]|","V:|[head(90)]","H:|[bar]|","bar.top == head.bottom","bar.bottom == head.bottom","bar.height == 40"]}"#
        let found = try #require(Analyzer().analyze(DocumentImporter().read(json: Array(text.utf8))).diagnoses.first)
        #expect(found.cause == .edgesAndSize && found.remedies[0].kind == .removeConstraint, "\(found)")
        #expect(found.remedies[0].constraints == ["c5"] && found.remedies[0].outcome?.verdict == .clean)
    }

    @Test(arguments: ["<= 0.25", "<= 0.4", ">= 0.8"]) func `limits of different multiples`(limit: String) throws {
        let text =
            #"{"size":{"width":600,"height":568},"views":[{"id":"root"},{"id":"side","parent":"root"}],"#
            + #""constraints":["V:|[side]|","side.leading == root.leading","side.width == 0.5*root.width","side.width \#(limit)*root.width"]}"#
        let found = try #require(try Analyzer().analyze(DocumentImporter().read(json: Array(text.utf8))).diagnoses.first)
        #expect(found.cause == .boundsContradict && found.remedies.allSatisfy { $0.kind != .changeConstant }, "\(found)")
        #expect(found.remedies[0].kind == .lowerPriority && found.remedies[0].constraints == ["c3"])
        #expect(found.remedies.allSatisfy { $0.outcome?.ends == ["K1"] })
    }

    @Test func `of two pins of an edge the one goes without which nothing conflicts`() throws {
        let text =
            #"{"size":{"width":390,"height":280},"views":[{"id":"root"},{"id":"head","parent":"root"},{"id":"text","parent":"root"},"#
            + #"{"id":"send","parent":"root"}],"constraints":["head.top == root.top + 12","head.height == 30","text.top == head.bottom + 8","#
            + #""head.top == send.bottom + 12","send.bottom == root.bottom - 12","send.height == 40","text.bottom == send.top - 12"]}"#
        let found = Analyzer().analyze(try DocumentImporter().read(json: Array(text.utf8)))
        let diagnosis = try #require(found.diagnoses.first)
        #expect(found.conflicts.count > 1 && diagnosis.cause == .duplicate)
        #expect(diagnosis.remedies[0].constraints == ["c4"] && diagnosis.explains.count == found.conflicts.count, "\(diagnosis)")
        #expect(diagnosis.remedies[0].outcome?.ends.count == found.conflicts.count)
    }

    @Test(arguments: [30, 59]) func `a container is not given the length of its margins alone`(height: Int) throws {
        let text =
            #"{"size":{"width":320,"height":568},"views":[{"id":"root"},{"id":"card","parent":"root"},{"id":"text","parent":"card","#
            + #""intrinsicContentSize":{"width":80,"height":22}}],"constraints":["H:|-10-[card]-10-|","card.top == root.top + 10","#
            + #"{"id":"height","equation":"card.height == \#(height)"},"H:|-8-[text]-8-|","V:|-30-[text]-30-|"]}"#
        let found = try #require(try Analyzer().analyze(DocumentImporter().read(json: Array(text.utf8))).diagnoses.first)
        #expect(found.remedies[0].kind == .removeConstraint && found.remedies[0].constraints == ["height"], "\(found.remedies)")
        #expect(found.remedies[0].outcome?.verdict == .clean)
    }

    @Test func anAspectRatioThatIsSetTwice() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UIImageView:0xa.height == 0.5625*UIImageView:0xa.width (active)",
            "NSLayoutConstraint:0x2 UIImageView:0xa.width == 1.77778*UIImageView:0xa.height (active)",
            "NSLayoutConstraint:0x3 UIImageView:0xa.width == 320 (active)")
        #expect(found.cause == .duplicate && found.culprits == ["c1", "c2"] && found.remedies[0].constraints == ["c2"])
        #expect(found.sentence.hasPrefix("The aspect ratio of UIImageView is set twice: "), "\(found.sentence)")
    }

    @Test func aCellOfAnotherHeight() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 V:|-(12)-[UILabel:0xb] (names: '|':UITableViewCellContentView:0xa )",
            "NSLayoutConstraint:0x2 V:[UILabel:0xb(40)]",
            "NSLayoutConstraint:0x3 V:[UILabel:0xb]-(12)-| (names: '|':UITableViewCellContentView:0xa )",
            "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 44")
        #expect(found.cause == .cellHeight && found.owner == .app && found.culprits == ["c3"] && found.remedies[0].kind == .lowerPriority)
        #expect(found.sentence == "UIKit makes UITableViewCellContentView 44 high, but its constraints need 64.")
    }

    @Test func `a cell that is the document's root`() throws {
        func found(_ height: String, identifier: String) throws -> Diagnosis? {
            let json = """
                {"size": {"width": 320}, "views": [{"id": "cell"}, {"id": "t", "parent": "cell"}], "root": "cell",
                 "constraints": ["H:|-8-[t]-8-|", "V:|-8-[t(41)]-8-|",
                                 {"id": "height", "equation": "cell.height == \(height)", "identifier": "\(identifier)"}]}
                """
            return Analyzer().analyze(try DocumentImporter().read(json: Array(json.utf8))).diagnoses.first
        }
        let cell = try #require(try found("44", identifier: "UIView-Encapsulated-Layout-Height"))
        #expect(cell.cause == .cellHeight && cell.sentence == "UIKit makes cell 44 high, but its constraints need 57.", "\(cell)")
        #expect(cell.remedies[0].kind == .lowerPriority && cell.remedies[0].priority == 999, "\(cell.remedies)")
        #expect(try found("44", identifier: "mine")?.cause != .cellHeight)
    }

    @Test(arguments: ["H:|-20-[a(50)]-8-[b(50)] H:[a]-8-[n(50)]-8-[b]", "H:|-8-[b(50)] H:|-8-[n(50)]-8-[b]"])
    func `a pin that leaves out a view inserted later`(formats: String) throws {
        let formats = formats.split(separator: " ").map { "\"\($0)\"" }
        for rows in [formats, formats.reversed()] {
            let json = #"{"size": {"width": 320, "height": 100}, "constraints": [\#(rows.joined(separator: ", "))]}"#
            let document = try DocumentImporter().read(json: Array(json.utf8))
            let found = try #require(Analyzer().analyze(document).diagnoses.first)
            let remedy = try #require(found.remedies.first)
            #expect(found.cause == .duplicate && remedy.sentence.hasSuffix(": n is between them."), "\(found)")
            let removed = try #require(document.constraints.first { [$0.id] == remedy.constraints })
            let views = [removed.first, removed.second].compactMap { $0.map { document.views[$0.item].id } }
            #expect(views.contains("b") && !views.contains("n"), "\(views)")
        }
    }

    @Test func aHiddenViewInAStack() throws {
        let found = try first("NSLayoutConstraint:0x1 V:[UILabel:0xb'Note'(20)]", "NSLayoutConstraint:0x2 'UISV-hiding' V:[UILabel:0xb'Note'(0)]")
        #expect(found.cause == .hiddenInStack && found.owner == .app && found.culprits == ["c1"] && found.remedies[0].kind == .lowerPriority)
    }

    @Test func theFrameworksOwn() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 H:|-(16)-[UILabel:0xb] (names: '|':_UIAlertControllerView:0xa )",
            "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(16)-| (names: '|':_UIAlertControllerView:0xa )",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Width' _UIAlertControllerView:0xa.width == 0")
        #expect(found.cause == .systemNoise && found.owner == .system && found.culprits.isEmpty)
        #expect(found.remedies.map(\.kind) == [.ignore])
        // An app's own view among them makes it the app's.
        let app = try first(
            "NSLayoutConstraint:0x1 H:|-(16)-[Shop.Badge:0xb] (names: '|':_UIAlertControllerView:0xa )",
            "NSLayoutConstraint:0x2 H:[Shop.Badge:0xb]-(16)-| (names: '|':_UIAlertControllerView:0xa )",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Width' _UIAlertControllerView:0xa.width == 0")
        #expect(app.cause == .transientZero)
    }

    @Test func edgesAndASize() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UIImageView:0xb.left == UIView:0xa.left", "NSLayoutConstraint:0x2 UIImageView:0xb.right == UIView:0xa.right",
            "NSLayoutConstraint:0x3 UIImageView:0xb.width == 320", "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Width' UIView:0xa.width == 375"
        )
        #expect(found.cause == .edgesAndSize && found.owner == .app && found.culprits == ["c3"] && found.remedies[0].kind == .removeConstraint)
        #expect(found.sentence.contains("375 wide") && found.sentence.contains("fixed at 320"), "\(found.sentence)")
    }

    @Test func twoOfOneKind() throws {
        let found = try first("NSLayoutConstraint:0x1 UIView:0xb.height == 150", "NSLayoutConstraint:0x2 UIView:0xb.height == 100")
        #expect(found.cause == .duplicate && found.culprits == ["c1", "c2"] && found.remedies[0].kind == .removeConstraint)
        let updated = try first(
            "SnapKit.LayoutConstraint:0x1@Card.swift#4 UIView:0xb.height == 150.0",
            "SnapKit.LayoutConstraint:0x2@Card.swift#9 UIView:0xb.height == 100.0")
        #expect(updated.cause == .duplicate && updated.remedies[0].kind == .deactivateFirst)
    }

    @Test func limitsThatContradict() throws {
        let found = try first("NSLayoutConstraint:0x1 Shop.Pay:0xb.height >= 44", "NSLayoutConstraint:0x2 Shop.Pay:0xb.height == 20")
        #expect(found.cause == .boundsContradict && found.remedies[0].kind == .changeConstant)
    }

    @Test func aRatioAndTwoSizes() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UIImageView:0xb.width == 2*UIImageView:0xb.height", "NSLayoutConstraint:0x2 UIImageView:0xb.width == 100",
            "NSLayoutConstraint:0x3 UIImageView:0xb.height == 60")
        #expect(found.cause == .aspectRatio && found.remedies[0].kind == .removeConstraint && found.culprits == ["c2"])
    }

    @Test func aStackThatPlacesItsViews() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 H:[UIView:0xb]-(0)-| (active, names: '|':UIStackView:0xa )",
            "NSLayoutConstraint:0x2 'UISV-canvas-connection' H:[UILabel:0xc]-(0)-| (active, names: '|':UIStackView:0xa )",
            "NSLayoutConstraint:0x3 'UISV-spacing' H:[UIView:0xb]-(10)-[UILabel:0xc] (active)")
        #expect(found.cause == .stackContents && found.culprits == ["c1"] && found.remedies[0].kind == .removeConstraint)
    }

    @Test func whatTheLogDoesNotShow() throws {
        let found = try first("NSLayoutConstraint:0x1 UIView:0xb.height == 5", "NSLayoutConstraint:0x2 UIView:0xb.width == 5")
        #expect(found.cause == .notShown && found.explains.isEmpty && found.remedies.map(\.kind) == [.other])
    }

    @Test func aLibraryAmongItself() throws {
        let rows = [
            "NSLayoutConstraint:0x1 V:|-(12)-[UILabel:0xb] (active, names: '|':SwiftMessages.CardView:0xa )",
            "NSLayoutConstraint:0x2 V:[UILabel:0xb(30)]",
            "NSLayoutConstraint:0x3 V:[UILabel:0xb]-(12)-| (active, names: '|':SwiftMessages.CardView:0xa )",
            "NSLayoutConstraint:0x4 SwiftMessages.CardView:0xa.height == 50",
        ]
        let found = try #require(try diagnoses(rows).first)
        #expect(found.cause == .libraryNoise && found.owner == .library && found.culprits.isEmpty)
        #expect(found.remedies.map(\.kind) == [.other, .ignore] && found.remedies[0].sentence.contains("Update SwiftMessages"))
        // Whoever pins the card in a plain view may be the app.
        let app = try #require(
            try diagnoses(
                rows + [
                    "NSLayoutConstraint:0x5 UIView:0xc.height == 2*SwiftMessages.CardView:0xa.height",
                    "NSLayoutConstraint:0x6 UIView:0xc.height == 90",
                ]
            ).first)
        #expect(app.cause != .libraryNoise && app.owner == .app)
    }

    @Test func oneAnchorThatIsMixedUp() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UILabel:0xb.leading == UIView:0xa.trailing + 8 (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x2 H:[UILabel:0xb]-(8)-| (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x3 UILabel:0xb.width == 30 (active)")
        #expect(found.cause == .wrongAnchor && found.culprits == ["c1"] && found.remedies[0].kind == .changeItem)
        #expect(found.remedies[0].sentence == "Pin the leading edge of UILabel to the leading edge of UIView instead (c1).")
        // The gap between neighbours ties opposite edges, too.
        let neighbours = try first(
            "NSLayoutConstraint:0x1 UILabel:0xb.leading == UIView:0xc.trailing + 8 (active)",
            "NSLayoutConstraint:0x2 H:|-(8)-[UIView:0xc] (active, names: '|':UIView:0xa )", "NSLayoutConstraint:0x3 UIView:0xc.width == 30 (active)",
            "NSLayoutConstraint:0x4 UILabel:0xb.width == 30 (active)",
            "NSLayoutConstraint:0x5 H:[UILabel:0xb]-(8)-| (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x6 UIView:0xa.width == 300 (active)")
        #expect(neighbours.cause != .wrongAnchor)
    }

    @Test func anEdgeThatAnotherConstraintGives() throws {
        // Tied the right way it would be the second one of the same edge, so it is to go.
        let found = try first(
            "NSLayoutConstraint:0x1 V:[UIView:0xa]-(0)-[UIImageView:0xb] (active)",
            "NSLayoutConstraint:0x2 V:|-(20)-[UIImageView:0xb] (active, names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Height' V:[UIView:0xa(667)] (active)")
        #expect(found.cause == .duplicate && found.remedies[0].kind == .removeConstraint && found.remedies[0].constraints == ["c1"])
        #expect(found.sentence == "The top edge of UIImageView is set twice: to the top edge of UIView plus 20, and to the bottom edge of UIView.")
        // An update of SnapKit's changes constants, and leaves what is of another kind.
        let snap = try first(
            "Snap.LayoutConstraint:0x2 H:|-(0)-[Shop.Panel:0xb](LTR) (Names: '|':UIView:0xa )",
            "Snap.LayoutConstraint:0x1 H:[UIView:0xa]-(0)-[Shop.Panel:0xb](LTR)",
            "NSLayoutConstraint:0x3 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(375)]")
        #expect(snap.cause == .duplicate && snap.remedies[0].constraints == ["c2"] && snap.remedies[0].sentence.contains("call remake instead"))
    }

    @Test func aWindowNarrowerThanItsContent() throws {
        // The frame of a window contains every content view of an app, so it does not make a conflict the framework's own.
        let found = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=-&- v=-&- H:|-(0)-[NSView:0xb] (Names: '|':NSThemeFrame:0xa )",
            "NSAutoresizingMaskLayoutConstraint:0x2 h=-&- v=-&- H:[NSView:0xb]-(0)-| (Names: '|':NSThemeFrame:0xa )",
            "NSLayoutConstraint:0x3 'NSWindow-current-width' H:[NSThemeFrame:0xa(150)]", "NSLayoutConstraint:0x4 H:[NSTextField:0xc(>=180)]",
            "NSLayoutConstraint:0x5 H:|-(20)-[NSTextField:0xc] (Names: '|':NSView:0xb )",
            "NSLayoutConstraint:0x6 H:[NSTextField:0xc]-(20)-| (Names: '|':NSView:0xb )")
        #expect(found.cause != .systemNoise && found.owner != .system, "\(found)")
    }

    @Test func sizesThatDoNotFillALine() throws {
        let rows = [
            "MASLayoutConstraint:0x1 UIView:0xb.left == UIView:0xa.left + 10", "MASLayoutConstraint:0x2 UIView:0xb.right == UILabel:0xc.left",
            "MASLayoutConstraint:0x3 UIView:0xb.width == 120", "MASLayoutConstraint:0x4 UILabel:0xc.right == UIView:0xa.right - 30",
            "MASLayoutConstraint:0x5 UILabel:0xc.width == 50",
        ]
        let short = try #require(diagnoses(rows + ["NSLayoutConstraint:0x6 UIView:0xa.width == 375"]).first)
        #expect(short.cause == .overconstrainedChain && ["c3", "c5"].contains(short.remedies[0].constraints.first), "\(short.remedies)")
        // If there is too little room, it is the last pin that gives.
        let long = try #require(diagnoses(rows + ["NSLayoutConstraint:0x6 UIView:0xa.width == 150"]).first)
        #expect(long.cause == .overconstrainedChain && long.remedies[0].constraints == ["c4"], "\(long.remedies)")
    }

    @Test func aSizeThatIsReadFromAMaskedView() throws {
        let found = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& H:[Shop.NoteView:0xa(0)]",
            "NSLayoutConstraint:0x2 UILabel:0xb'Note'.width == Shop.NoteView:0xa.width - 40")
        #expect(found.cause == .transientZero, "nothing but the mask gives the view its size")
    }

    @Test func aCenterAndAnEdge() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 NSTextField:0xb.width == 350 (active)",
            "NSLayoutConstraint:0x2 NSTextField:0xb.centerX == NSView:0xa.centerX (active)",
            "NSLayoutConstraint:0x3 H:|-(20)-[NSTextField:0xb] (active, names: '|':NSView:0xa )",
            "NSLayoutConstraint:0x4 NSView:0xa.right == NSView:0xc.right (active)",
            "NSLayoutConstraint:0x5 H:|-(0)-[NSView:0xa](LTR) (active, names: '|':NSView:0xc )",
            "NSLayoutConstraint:0x6 NSView:0xc.width == 400 (active)")
        #expect(found.cause == .edgesAndSize && found.culprits == ["c1"])
        #expect(
            found.sentence.contains("is centered and pinned to one side, which leaves it 360 wide, and is also fixed at 350"), "\(found.sentence)")
    }

    @Test func aContentViewWithTwoHeights() throws {
        // The plain one is what the cell's own constraints add up to.
        let found = try first(
            "NSLayoutConstraint:0x1 UITableViewCellContentView:0xa.height == 112 (active)",
            "NSLayoutConstraint:0x2 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 112.333 (active)")
        #expect(found.cause == .cellHeight && found.remedies[0].kind == .lowerPriority && found.remedies[0].constraints == ["c1"])
    }

    @Test func aThirdOfAPoint() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 UIImageView:0xb.height == 30 (active)",
            "NSLayoutConstraint:0x2 V:|-(10)-[UIImageView:0xb] (active, names: '|':UITableViewCellContentView:0xa )",
            "NSLayoutConstraint:0x3 UIImageView:0xb.centerY == UITableViewCellContentView:0xa.centerY (active)",
            "NSLayoutConstraint:0x4 'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xa.height == 50.3333 (active)")
        #expect(found.cause == .cellHeight && found.remedies[0].constraints == ["c3"], "the view keeps its size")
        #expect(
            found.sentence.hasSuffix("its constraints need 50: the difference is due to the separator or rounding to pixels."), "\(found.sentence)")
    }

    @Test func aHiddenStackOfViews() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 'UISV-canvas-connection' UIStackView:0xa.top == UILabel:0xb.top",
            "NSLayoutConstraint:0x2 'UISV-canvas-connection' V:[UIButton:0xc]-(0)-| (Names: '|':UIStackView:0xa )",
            "NSLayoutConstraint:0x3 'UISV-hiding' V:[UIStackView:0xa(0)]",
            "NSLayoutConstraint:0x4 'UISV-spacing' V:[UILabel:0xb]-(8)-[UIButton:0xc]")
        #expect(found.cause == .hiddenInStack && found.culprits.isEmpty)
        #expect(found.remedies.map(\.kind) == [.other, .changeSetting, .other] && found.remedies[1].swift == "stackView.spacing = 0")
    }

    @Test func whatInterfaceBuilderGenerates() throws {
        func rows(_ generated: String) -> [String] {
            [
                generated, "NSLayoutConstraint:0x2 H:[UIButton:0xb]-(90)-| (Names: '|':UIView:0xa )",
                "NSAutoresizingMaskLayoutConstraint:0x3 h=--& v=--& H:[UIView:0xa(320)]",
            ]
        }
        let generated = try #require(
            diagnoses(
                rows(
                    "NSIBPrototypingLayoutConstraint:0x1 'IB auto generated at build time for view with fixed frame' H:|-(254)-[UIButton:0xb](LTR) (Names: '|':UIView:0xa )"
                )
            ).first)
        #expect(generated.cause == .removedAtBuild && generated.owner == .app && generated.culprits == ["c2"])
        // The root fills its window, and so its frame is not to blame.
        let written = try #require(diagnoses(rows("NSLayoutConstraint:0x1 H:|-(254)-[UIButton:0xb](LTR) (Names: '|':UIView:0xa )")).first)
        #expect(written.cause != .removedAtBuild && written.cause != .frameSetView)
    }

    @Test func theAppsOwnFieldInAnAlert() throws {
        let pins = [
            "NSLayoutConstraint:0x1 H:|-(16)-[UITextField:0xb] (active, names: '|':_UIAlertControllerView:0xa )",
            "NSLayoutConstraint:0x2 H:[UITextField:0xb]-(16)-| (active, names: '|':_UIAlertControllerView:0xa )",
        ]
        let size = "NSLayoutConstraint:0x3 _UIAlertControllerView:0xa.width == 270"
        let found = try #require(try diagnoses(pins + ["NSLayoutConstraint:0x4 UITextField:0xb.width == 280", size]).first)
        #expect(found.owner == .app && found.cause == .edgesAndSize && found.culprits == ["c3"], "\(found)")
        // The same with labels are the alert's own.
        let labels = (pins + ["NSLayoutConstraint:0x4 UILabel:0xb.width == 280", size]).map {
            $0.replacing("UITextField", with: "UILabel")
        }
        #expect(try diagnoses(labels).first?.owner == .system)
    }

    @Test func rowsThatTheFrameworkNames() throws {
        let mask = "NSAutoresizingMaskLayoutConstraint:0x1 h=-&- v=-&- H:[UIView:0xb]-(0.5)-| (active, names: '|':Shop.PriceCell:0xa )"
        let pin = "H:[UIView:0xb]-(0)-| (active, names: '|':Shop.PriceCell:0xa )"
        let found = try first(mask, "NSLayoutConstraint:0x2 'UIIBSystemGenerated' \(pin)")
        #expect(found.owner == .system && found.remedies.map(\.kind) == [.ignore])
        #expect(try first(mask, "NSLayoutConstraint:0x2 \(pin)").owner == .app)
    }

    @Test func `two views of a message whose masks were left on`() throws {
        let found = try first(
            "NSAutoresizingMaskLayoutConstraint:0x1 h=--& v=--& UIView:0xa.midY == + 70",
            "NSAutoresizingMaskLayoutConstraint:0x2 h=--& v=--& V:[UIView:0xa(140)]",
            "NSAutoresizingMaskLayoutConstraint:0x3 h=--& v=--& UILabel:0xb'Sum'.midY == + 70",
            "NSLayoutConstraint:0x4 UIView:0xa.bottom == Shop.Toast:0xc.bottom - 10",
            "NSLayoutConstraint:0x5 V:|-(10)-[UILabel:0xb'Sum'] (Names: '|':Shop.Toast:0xc )",
            "NSLayoutConstraint:0x6 UILabel:0xb'Sum'.bottom == Shop.Toast:0xc.bottom - 10")
        #expect(found.cause == .maskLeftOn && found.culprits == ["c1", "c2", "c3"])
        #expect(
            found.sentence.hasPrefix("UIView (vertical center 70, height 140) and UILabel “Sum” (vertical center 70) still translate"),
            "\(found.sentence)")
        #expect(found.remedies[0].sentence == "Set translatesAutoresizingMaskIntoConstraints of UIView and UILabel “Sum” to false.")
    }

    @Test func `one constant that leaves a view less than nothing`() throws {
        func found(_ constant: Int, _ inset: Int) throws -> Diagnosis {
            try first(
                "NSAutoresizingMaskLayoutConstraint:0x1 Shop.Popup:0xa.width == 375",
                "NSLayoutConstraint:0x2 UIButton:0xc.leading == UIView:0xb.leading",
                "NSLayoutConstraint:0x3 UIView:0xb.trailing == UIButton:0xc.trailing + \(constant)",
                "NSLayoutConstraint:0x4 Shop.Popup:0xa.trailing == UIView:0xb.trailing + \(inset)",
                "NSLayoutConstraint:0x5 UIView:0xb.leading == Shop.Popup:0xa.leading + \(inset)")
        }
        let long = try found(365, 10)
        #expect(long.cause == .negativeSize && long.culprits == ["c3"] && long.sentence.hasSuffix("is more than the 355 pt available."), "\(long)")
        // Of several gaps of a like size none is the mistake.
        #expect(try found(180, 100).cause != .negativeSize)
    }

    @Test func `a negative size is the app's, unless it is known to be the framework's`() throws {
        let own = try first("NSLayoutConstraint:0x1 UIView:0xa.width == - 24   (active)")
        #expect(own.cause == .negativeSize && own.owner == .app && own.culprits == ["c1"], "\(own)")
        let alert = try first("NSLayoutConstraint:0x1 UIView:0xa.width == - 16   (active)")
        #expect(
            alert.cause == .systemNoise && alert.sentence.contains("UIAlertController") && alert.sentence.contains("unless your code"), "\(alert)")
        let scroll = try first("_UIScrollViewAutomaticContentSizeConstraint:0x1 UITableView:0xa.contentHeight{id: 28} == -32.000000")
        #expect(scroll.cause == .systemNoise && scroll.owner == .system, "\(scroll)")
    }

    @Test func `the stack view that arranges the view is named`() throws {
        let found = try first(
            "NSLayoutConstraint:0x1 H:|-(0)-[UIStackView:0x1a] (Names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x2 H:[UIStackView:0x1a]-(0)-| (Names: '|':UIView:0xa )",
            "NSLayoutConstraint:0x3 H:|-(0)-[UIView:0xb] (Names: '|':UIStackView:0x1a )",
            "NSLayoutConstraint:0x4 H:[UIView:0xb]-(0)-| (Names: '|':UIStackView:0x1a )",
            "NSLayoutConstraint:0x5 H:|-(0)-[Shop.Field:0xc] (Names: '|':UIStackView:0x2a )",
            "NSLayoutConstraint:0x6 UIStackView:0x2a.leading == UIView:0xb.leading + 5",
            "NSLayoutConstraint:0x7 H:[UIButton:0xd'Buy'(200)]", "NSLayoutConstraint:0x8 UIButton:0xd'Buy'.centerX == UIView:0xb.centerX",
            "NSLayoutConstraint:0x9 'UISV-alignment' Shop.Field:0xc.leading == UIButton:0xd'Buy'.leading",
            "NSLayoutConstraint:0x10 'UIView-Encapsulated-Layout-Width' H:[UIView:0xa(1024)]")
        #expect(
            found.cause == .stackContents && found.sentence.hasPrefix("The stack view UIStackView 2 already places UIButton “Buy”"),
            "\(found.sentence)")
    }

    @Test func `a multiplier of 0 leaves only the constant`() throws {
        let json = """
            {"size": {"width": 300, "height": 50}, "constraints": [{"first": {"item": "a", "attribute": "width"},
             "second": {"item": "root", "attribute": "width"}, "multiplier": 0, "constant": 40}, "a.width == 50"]}
            """
        let document = try DocumentImporter().read(json: Array(json.utf8))
        let found = try #require(Analyzer().analyze(document).diagnoses.first)
        #expect(found.sentence == "The width of a is set twice: to 40 (its multiplier is 0), and to 50.", "\(found.sentence)")
        #expect(found.because.contains { $0.says == "the width of a is 40, since its multiplier is 0" }, "\(found.because)")
    }

    @Test func confidencesAreOneOfEachCause() throws {
        let duplicate = try first("NSLayoutConstraint:0x1 UIView:0xb.height == 150", "NSLayoutConstraint:0x2 UIView:0xb.height == 100")
        let other = try first("NSLayoutConstraint:0x1 UILabel:0xc.width == 15", "NSLayoutConstraint:0x2 UILabel:0xc.width == 10")
        #expect(duplicate.cause == other.cause && duplicate.confidence == other.confidence)
        // Nothing is certain, and what was right more often is likelier.
        let limits = try first("NSLayoutConstraint:0x1 Shop.Pay:0xb.height >= 44", "NSLayoutConstraint:0x2 Shop.Pay:0xb.height == 20")
        #expect(limits.confidence < duplicate.confidence && duplicate.confidence < 1)
    }
}
