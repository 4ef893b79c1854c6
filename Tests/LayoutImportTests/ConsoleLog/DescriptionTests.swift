internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

struct DescriptionTests {
    @Test(
        "A visual format is read as the relation that it draws",
        arguments: [
            ("V:|-(0)-[UIView:0xb1]   (Names: '|':UIView:0xa1 )", "UIView:0xb1.top == UIView:0xa1.top"),
            ("H:|-(12.5)-[UIView:0xb1]   (active, names: '|':UIView:0xa1 )", "UIView:0xb1.leading == UIView:0xa1.leading + 12.5"),
            ("H:[UIView:0xb1]-(4)-|   (Names: '|':UIStackView:0xa1 )", "UIStackView:0xa1.trailing == UIView:0xb1.trailing + 4"),
            ("V:[UIView:0xb1]-(0)-| (Names: '|':UICollectionView:0xa1)", "UICollectionView:0xa1.content.bottom == UIView:0xb1.bottom"),
            ("V:[UILabel:0xb1]-(2)-[UILabel:0xb2]", "UILabel:0xb2.top == UILabel:0xb1.bottom + 2"),
            ("H:[NSButton:0xb1'Check for news']-(-7)-[NSTextField:0xb2]", "NSTextField:0xb2.leading == NSButton:0xb1.trailing + -7"),
            ("V:[UILabel:0xb1]-(>=16)-[UIView:0xb2]", "UIView:0xb2.top >= UILabel:0xb1.bottom + 16"),
            ("V:[UILabel:0xb1]-(<=16)-[UIView:0xb2]", "UIView:0xb2.top <= UILabel:0xb1.bottom + 16"),
            ("H:[UILabel:0xb1'Name']-(NSSpace(8))-[UITextField:0xb2]", "UITextField:0xb2.leading == UILabel:0xb1.trailing + 8"),
            ("V:|-(>=NSLayoutAnchorConstraintSpace(8))-[UILabel:0xb1]   (Names: '|':V:0xa1 )", "UILabel:0xb1.top >= V:0xa1.top + 8"),
            ("H:[A:0xb1]-(NSSpace)-[B:0xb2]", "B:0xb2.leading == A:0xb1.trailing + NSSpace"),
            ("H:[A:0xb1]-[B:0xb2]", "B:0xb2.leading == A:0xb1.trailing + standard space"),
            ("H:[A:0xb1][B:0xb2]", "B:0xb2.leading == A:0xb1.trailing"),
            ("H:[UIView:0xb1(402)]", "UIView:0xb1.width == 402"),
            ("V:[UILabel:0xb1(>=5000)]", "UILabel:0xb1.height >= 5000"),
            ("V:[cell_box(<=83)]   (Names: cell_box:0xb1 )", "cell_box.height <= 83"),
            ("V:[UILabel:0xb1'Phone-1:\\n2 - t...'(>=121)]", "UILabel:0xb1.height >= 121"),
            ("H:[A:0xb1(==B:0xb2)]", "A:0xb1.width == B:0xb2.width"),
            (
                "V:|-(2)-[Shop.Box<Shop.Item>:0xb1]   (active, names: '|':Shop.Pair<A, B>:0xa1 )",
                "Shop.Box<Shop.Item>:0xb1.top == Shop.Pair<A, B>:0xa1.top + 2"
            ),
            ("H:[Shop.Box<Shop.Item>:0xb1(>=4)]", "Shop.Box<Shop.Item>:0xb1.width >= 4"),
            ("V:[Panel]-(9)-[Footer bar]   (active, names: Panel:0xb1, Footer bar:0xb2 )", "Footer bar.top == Panel.bottom + 9"),
        ])
    func visualFormat(body: String, words: String) throws {
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 \(body)>").words() == words)
    }

    @Test(
        "An equation is read with its constant, multiplier and attributes",
        arguments: [
            ("UIView:0xb1.height == 2   (active)", "UIView:0xb1.height == 2"),
            ("UIView:0xb1.width == - 16   (active)", "UIView:0xb1.width == -16"),
            ("UIButton:0xb1.bottom == My.Gradient:0xb2.bottom - 24.0", "UIButton:0xb1.bottom == My.Gradient:0xb2.bottom + -24"),
            ("Forms.Button:0xb1.height >= 44   (active)", "Forms.Button:0xb1.height >= 44"),
            ("UIImageView:0xb1.height == 1.5*UIImageView:0xb1.width", "UIImageView:0xb1.height == UIImageView:0xb1.width * 1.5"),
            ("UIImageView:0xb1.width == UIImageView:0xb1.height * 0.384615", "UIImageView:0xb1.width == UIImageView:0xb1.height * 0.384615"),
            ("A:0xb1.width == 0.5*B:0xb2.width - 32.25", "A:0xb1.width == B:0xb2.width * 0.5 + -32.25"),
            ("A:0xb1.width == 1.5B:0xb2.width", "A:0xb1.width == B:0xb2.width * 1.5"),
            ("G:0xb1.bottom == UIButton:0xb2'Cancel'.bottom NSSpace(6)", "G:0xb1.bottom == UIButton:0xb2.bottom + 6"),
            ("G:0xb1.bottom == UIButton:0xb2.bottom NSLayoutAnchorConstraintSpace(8)", "G:0xb1.bottom == UIButton:0xb2.bottom + 8"),
            ("G:0xb1.bottom == UIButton:0xb2.bottom + NSSpace", "G:0xb1.bottom == UIButton:0xb2.bottom + NSSpace"),
            ("Proto.Header:0xb1.width == 1.25e-3", "Proto.Header:0xb1.width == 0.00125"),
            ("Cell:0xb1.topMargin == UIView:0xb2.top", "Cell:0xb1.topMargin == UIView:0xb2.top"),
            ("UILayoutGuide:0xb1''.top == UILabel:0xb2.firstBaseline", "UILayoutGuide:0xb1.top == UILabel:0xb2.firstBaseline"),
            ("UILabel:0xb1.baseline == UILabel:0xb2.baseline", "UILabel:0xb1.lastBaseline == UILabel:0xb2.lastBaseline"),
            ("UILabel:0xb1'It's 5'.centerY == UIView:0xb2.centerY", "UILabel:0xb1.centerY == UIView:0xb2.centerY"),
            ("Bar.lock.width == 40   (active, names: Bar.lock:0xb1 )", "Bar.lock.width == 40"),
            ("LongItemLabel....height == 0   (active, names: LongItemLabel...:0xb1 )", "LongItemLabel....height == 0"),
            ("progress bar.height == 5   (active, names: progress bar:0xb1 )", "progress bar.height == 5"),
            ("A.top == B.top   (active, names: A:0xb1, '|':A:0xb1, B:0xb2 )", "A.top == B.top"),
            ("_TtCC5UIKit3Bar4Item:0xb1.width == 0", "_TtCC5UIKit3Bar4Item:0xb1.width == 0"),
            ("NSKVONotifying_Corner:0xb1.width <= 9", "NSKVONotifying_Corner:0xb1.width <= 9"),
            ("A:0xb1.width ==", "A:0xb1.width == 0"),
            ("A:0xb1.width => 5", "A:0xb1.width >= 5"),
            ("A:0xb1.height >=   (Names: '|':S:0xa1 )", "A:0xb1.height >= 0"),
            ("A:0xb1.height <= @250", "A:0xb1.height <= 0"),
            (
                "Shop.Box<Shop.Item>:0xb1.top == Shop.Pair<Shop.A, Shop.B>:0xb2.bottom",
                "Shop.Box<Shop.Item>:0xb1.top == Shop.Pair<Shop.A, Shop.B>:0xb2.bottom"
            ),
            ("A.List<B<C<D<E>>>>:0xb1.width >= 4", "A.List<B<C<D<E>>>>:0xb1.width >= 4"),
            ("Row<(Int) -> ()>:0xb1'a > b'.width == 4", "Row<(Int) -> ()>:0xb1.width == 4"),
            ("Shop.Box<Shop.Item>:card.width == 4", "Shop.Box<Shop.Item>:card.width == 4"),
        ])
    func equation(body: String, words: String) throws {
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 \(body)>").words() == words)
    }

    @Test("A denormal constant is kept exactly")
    func denormalConstant() throws {
        let document = try fragment(of: "<NSLayoutConstraint:0xc1 Proto.Header:0xb1.height == 2.22507e-308   (active)>")
        #expect(document.constraints[0].constant == Rational(decimal: "2.22507e-308"))
    }

    @Test(
        "An autoresizing row places its view within its superview",
        arguments: [
            ("h=--& v=--& UIView:0xb1.minX == 0   (active, names: '|':UIView:0xa1 )", "UIView:0xb1.left == UIView:0xa1.left"),
            ("h=-&- v=--& UIView:0xb1.midY == + 70   (active, names: '|':UIView:0xa1 )", "UIView:0xb1.centerY == UIView:0xa1.top + 70"),
            ("h=&-& v=--& UIView:0xb1.maxX == - 0.333333   (active, names: '|':UIView:0xa1 )", "UIView:0xb1.right == UIView:0xa1.left + -0.333333"),
            ("h=&-& v=&-- UIView:0xb1.midX == 0.500507*W:0xa1.width - 32.0324", "UIView:0xb1.centerX == W:0xa1.right * 0.500507 + -32.0324"),
            ("h=&-& v=&-- UIView:0xb1.minY == 0.25*W:0xa1.height", "UIView:0xb1.top == W:0xa1.bottom * 0.25"),
            (
                "h=--- v=--- 'UIView-Encapsulated-Layout-Top' V:[UIView:0xb1]-(0)-| (Names: '|':UITableView:0xa1)",
                "UITableView:0xa1.bottom == UIView:0xb1.bottom"
            ),
            ("h=--& v=--& UIView:0xb1.midX ==", "UIView:0xb1.centerX == superview of UIView:0xb1.left"),
            ("h=--& v=--& UIView:0xb1.minY ==   (Names: '|':UIView:0xa1 )", "UIView:0xb1.top == UIView:0xa1.top"),
            ("h=--& v=--& UIView:0xb1.midX == 9   (active)", "UIView:0xb1.centerX == superview of UIView:0xb1.left + 9"),
        ])
    func autoresizing(body: String, words: String) throws {
        let document = try fragment(of: "<NSAutoresizingMaskLayoutConstraint:0xc1 \(body)>")
        #expect(document.words() == words)
        let superview = try #require(document.view("UIView:0xb1")?.parent)
        #expect(superview != 0)
    }

    @Test("A view is placed by the length of a view that isn't its superview at an unknown place")
    func lengthOfAnotherView() throws {
        let document = try fragment(
            of: "<NSAutoresizingMaskLayoutConstraint:0xc1 h=--& v=--& A:0xb1.minX == 0.5*B:0xb2.width   (active, names: '|':S:0xa1 )>")
        #expect(document.words() == "A:0xb1.left == S:0xa1.left + B:0xb2.width")
    }

    @Test("A scroll view's content height is the height of its content area")
    func contentHeight() throws {
        let document = try fragment(of: "<_UIScrollViewAutomaticContentSizeConstraint:0xc1 UITableView:0xb1.contentHeight{id: 178} == -5.000000>")
        #expect(document.words() == "UITableView:0xb1.content.height == -5")
        #expect(document.view("UITableView:0xb1.content")?.kind == .content)
        #expect(document.view("UITableView:0xb1")?.kind == .scroll)
        #expect(document.constraints[0].origin == .system)
    }

    @Test("A view's content size is its intrinsic size")
    func contentSize() throws {
        let document = try fragment(
            "<NSContentSizeLayoutConstraint:0xc1 H:[UILabel:0xb1(79)] Hug:251 CompressionResistance:750>\n<NSLayoutConstraint:0xc2 UILabel:0xb1.width == 9>"
        )
        let view = try #require(document.view("UILabel:0xb1"))
        #expect(view.intrinsicContentSize == LayoutSize(width: 79))
        #expect(view.hugging.horizontal == 251)
        #expect(document.constraints.map(\.id) == ["c1"])
    }

    @Test("Priorities are read where they are printed", arguments: ["H:[A:0xb1(0@51)] priority:51", "A:0xb1.width == 0.0 ^51.0", "H:[A:0xb1(0)]@51"])
    func priority(body: String) throws {
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 \(body)>").constraints[0].priority == 51)
    }

    @Test("Identifiers, sources and labels are kept")
    func heads() throws {
        func constraint(_ description: String) throws -> LayoutConstraint { try fragment(of: description).constraints[0] }
        let snapKit = try constraint("<SnapKit.LayoutConstraint:0xc1@Separator.swift#17 UILabel:0xb1.leading == V:0xb2.leading + 16.0>")
        #expect(snapKit.source == SourceReference(file: "Separator.swift", line: 17))
        for path in ["/Users/me/My App/Cart.swift", "/Users/me/C# #2/Cart View.swift", "~/it's @home/Cart.swift"] {
            let spaced = try constraint("<SnapKit.LayoutConstraint:0xc1@\(path)#98 UILabel:0xb1.height == 16.0>")
            #expect(spaced.source == SourceReference(file: path, line: 98))
        }
        let titled = try constraint("<App.LayoutConstraint:Total UILabel:0xb1'me@home #1 of 2'.width == 5>")
        #expect(titled.source == nil && titled.identifier == "Total")
        let labelled = try constraint("<App.LayoutConstraint:Min dodgy constraint@Unlock.swift#107 UILabel:0xb1.leading == V:0xb2.leading>")
        #expect(labelled.identifier == "Min dodgy constraint")
        #expect(labelled.source?.line == 107)
        #expect(try constraint("<MASLayoutConstraint:Clash[0] UILabel:blue.left == Box:superview.left + 1>").identifier == "Clash[0]")
        #expect(try constraint("<NSLayoutConstraint:id15[0xc1] UIView:cell_box[0xb1].height <= 83>").identifier == "id15")
        #expect(try constraint("<NSLayoutConstraint: 0xc1 H:[NSButton:0xb1'OK']-(20)-|   (Names: '|':NSView:0xa1 )>").identifier == nil)
        let applicator = "UIInputViewSetPlacement_Applicator<OffScreenDown>.vertical"
        let placed = try constraint("<NSLayoutConstraint:0xc1 '\(applicator)' V:[A:0xb1]-(0)-[B:0xb2]   (active)>")
        #expect(placed.identifier == applicator)
        #expect(placed.origin == .system)
        #expect(placed.printed == "<NSLayoutConstraint:0xc1 '\(applicator)' V:[A:0xb1]-(0)-[B:0xb2]   (active)>")
    }

    @Test(
        "SnapKit's brackets around the head and each item are passed over",
        arguments: [
            ("<<App.LayoutConstraint:0xc1> <UIView:0xb1>.top == <UIView:0xb2>.top>", "UIView:0xb1.top == UIView:0xb2.top"),
            ("<<App.LayoutConstraint:0xc1> <UIView:0xb1>.width >= 12.5 ^250.0>", "UIView:0xb1.width >= 12.5"),
            (
                "<<App.LayoutConstraint:0xc1> <UIView:0xb1>.left == <A.Box<B>:0xb2>.right * 2.0 - 8.0>",
                "UIView:0xb1.left == A.Box<B>:0xb2.right * 2 + -8"
            ),
            ("<<App.LayoutConstraint:0xc1@/a b/Cart.swift#9> <UIView:0xb1>.top == <UIView:0xb2>.top>", "UIView:0xb1.top == UIView:0xb2.top"),
        ])
    func brackets(description: String, words: String) throws {
        let document = try fragment(of: description)
        #expect(document.words() == words)
        #expect(document.constraints[0].printed == description)
        #expect(document.constraints[0].source?.line == (description.contains("#9") ? 9 : nil))
        // The constraint that the log says was broken has the same form.
        let broken = try fragment(
            "(\n\"\(description)\",\n\"<NSLayoutConstraint:0xc2 UIView:0xb1.width == 4>\"\n)\nWill attempt to recover by breaking constraint\n\(description)"
        )
        #expect(broken.recordedBroken == 0)
    }

    @Test("The origin follows identifier and class")
    func origins() throws {
        func origin(_ head: String) throws -> LayoutConstraint.Origin { try fragment(of: "<\(head) A:0xb1.width == 1>").constraints[0].origin }
        #expect(try origin("NSLayoutConstraint:0xc1") == .user)
        #expect(try origin("NSLayoutConstraint:0xc1 'UIView-Encapsulated-Layout-Width'") == .encapsulated)
        #expect(try origin("NSLayoutConstraint:0xc1 '_UITemporaryLayoutWidth'") == .temporary)
        #expect(try origin("NSLayoutConstraint:0xc1 'fittingSizeHTarget'") == .fitting)
        #expect(try origin("NSLayoutConstraint:0xc1 'UISV-spacing'") == .system)
        #expect(try origin("NSAutoresizingMaskLayoutConstraint:0xc1 h=--& v=--&") == .autoresizing)
        #expect(try origin("NSAutoresizingMaskLayoutConstraint:0xc1 h=--& v=--& 'UIView-Encapsulated-Layout-Top'") == .encapsulated)
        #expect(try origin("_UILayoutSupportConstraint:0xc1") == .system)
    }

    @Test(
        "A description that says nothing a constraint can say is skipped with a reason",
        arguments: [
            "A:0xb1.width == B:0xb2.left", "A:0xb1.left == B:0xb2.top", "A:0xb1.leading == B:0xb2.left", "A:0xb1.left == 0*B:0xb2.left",
            "A:0xb1.width == nan", "A:0xb1.girth == 2", "A:0xb1.width = ", "A:0xb1.width == *2", "H:|-(8)-|", "V:[A:0xb1",
            "H:[A:0xb1]-(8)-", "A:0xb1.width == 2   (active",
            "",
        ])
    func refused(body: String) throws {
        let log = try ConsoleLogImporter().read("(\n<NSLayoutConstraint:0xc1 \(body)>\n<NSLayoutConstraint:0xc2 A:0xb1.width == 4>\n)")
        #expect(log.skipped.map(\.line) == [2])
        #expect(log.messages.map(\.constraints.count) == [1])
        #expect(log.messages.first?.warnings.count == 1)
    }

    @Test("A description that is cut off behind its relation is not taken for 0")
    func cutOff() throws {
        let log = try ConsoleLogImporter().read(
            "(\n\"<NSLayoutConstraint:0xc1 A:0xb1.width ==\",\n\"<NSLayoutConstraint:0xc2 A:0xb1.width == 4>\"\n)")
        #expect(log.skipped.map(\.line) == [2])
        #expect(log.messages.map(\.constraints.count) == [1])
    }
}
