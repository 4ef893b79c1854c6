internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

struct FragmentTests {
    @Test("A message becomes a fragment with the printed constraints in order")
    func message() throws {
        let document = try fragment(iOSMessage)
        #expect(document.isFragment)
        #expect(document.name == nil)
        #expect(document.root == 0)
        #expect(document.views.map(\.id) == ["window", "UILabel:0x7fb01"])
        #expect(document.views[1].className == "UILabel")
        #expect(document.views[1].text == "Total")
        #expect(document.constraints.map(\.id) == ["c1", "c2"])
        #expect(document.recordedBroken == 0)
        #expect(document.warnings == [])
    }

    @Test("A view is one view however it is printed")
    func identity() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 Panel.width == 4   (active, names: Panel:0xb1 )>
            <NSLayoutConstraint:0xc2 H:|-(0)-[UILabel:0xB2]   (active, names: Panel:0xb1, '|':Panel:0xb1 )>
            <NSLayoutConstraint:0xc3 UILabel:0xb2'Title'.width == UIView:0xb1.width   (active)>
            """)
        #expect(document.views.map(\.id) == ["window", "Panel", "UILabel:0xB2"])
        #expect(document.view("UILabel:0xB2")?.text == "Title")
        #expect(document.parent(of: "UILabel:0xB2") == "Panel")
        #expect(document.view("Panel")?.className == "UIView")
    }

    @Test("A view is called by its Masonry key")
    func keys() throws {
        let document = try fragment(
            """
            <MASLayoutConstraint:0xc1 UIView:redView.left == UIView:0x100a0e440.left + 10>
            <MASLayoutConstraint:0xc2 UIView:redView.right == UIView:blueView.left>
            """)
        let names = ViewNames(document)
        #expect(document.views.indices.dropFirst().map(names.name) == ["redView", "UIView", "blueView"])
    }

    @Test("Different views of one truncated name have different ids")
    func sharedName() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 LongName....width == 4   (active, names: LongName...:0xb1 )>
            <NSLayoutConstraint:0xc2 LongName....width == 5   (active, names: LongName...:0xb2 )>
            <NSLayoutConstraint:0xc3 window.width == 5   (active, names: window:0xb3 )>
            """)
        #expect(Set(document.views.map(\.id)).count == 4)
        #expect(Set(document.constraints.map(\.first.item)).count == 3)
    }

    @Test("Two views of one name in one row are told apart by the row's own table")
    func sharedNameInOneRow() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 cell.height == 4   (active, names: cell:0xb1 )>
            <NSLayoutConstraint:0xc2 cell.height == 5   (active, names: cell:0xb2 )>
            <NSLayoutConstraint:0xc3 V:[cell]-(0)-[cell]   (active, names: cell:0xb2, cell:0xb1 )>
            <NSLayoutConstraint:0xc4 cell.leading == cell.leading + 3   (active, names: cell:0xb1, cell:0xb2 )>
            <NSLayoutConstraint:0xc5 V:|-(7)-[cell]   (active, names: cell:0xb2, cell:0xb3, '|':cell:0xb3 )>
            <NSLayoutConstraint:0xc6 cell.width == 2*cell.height   (active, names: cell:0xb2 )>
            """)
        let (one, two) = (document.constraints[0].first.item, document.constraints[1].first.item)
        #expect(one != two)
        // A visual format prints the second item first.
        #expect(document.constraints[2].second?.item == two && document.constraints[2].first.item == one)
        #expect(document.constraints[3].first.item == one && document.constraints[3].second?.item == two)
        let superview = try #require(document.constraints[4].second?.item)
        #expect(document.constraints[4].first.item == two && superview != one && document.views[two].parent == superview)
        #expect(document.constraints[5].first.item == two && document.constraints[5].second?.item == two)
        #expect(document.views.count == 4)
    }

    @Test("A name that several views have, in a row without a table, is a view of its own: it is unclear which one is meant")
    func sharedNameWithoutTable() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 cell.height == 4   (active, names: cell:0xb1 )>
            <NSLayoutConstraint:0xc2 cell.height == 5   (active, names: cell:0xb2 )>
            <NSLayoutConstraint:0xc3 cell.height == 6   (active)>
            <NSLayoutConstraint:0xc4 cell.height == 7   (active)>
            """)
        #expect(Set(document.constraints.map(\.first.item)).count == 4)
        #expect(Set(document.views.map(\.id)).count == 5)
    }

    @Test("A row that has more views of a name than it prints cannot be read")
    func sharedNameThatIsUnclear() throws {
        let text = """
            <NSLayoutConstraint:0xc1 cell.height == 4   (active, names: cell:0xb1, cell:0xb2 )>
            <NSLayoutConstraint:0xc2 V:[UIView:0xb3(5)]   (active)>
            """
        let log = try ConsoleLogImporter().read(text)
        #expect(log.messages.first?.constraints.count == 1)
        #expect(log.skipped.map(\.reason) == ["the table of names contains 2 views called 'cell', so it is unclear which of them this is"])
    }

    @Test("An address that was made unreadable does not make one view of two")
    func maskedAddresses() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 UIView:0x7f.height == 4   (active)>
            <NSLayoutConstraint:0xc2 UILabel:0x7f.height == 5   (active)>
            <NSLayoutConstraint:0xc3 App.Cell:0xb1.height == 6   (active)>
            <NSLayoutConstraint:0xc4 Cell:0xb1.height == 6   (active)>
            """)
        #expect(document.constraints.map(\.first.item) == [1, 2, 3, 3])
        for masked in [
            "UIView:0x0.width == 4", "UIView:xxxxxx.width == 4", "UIView:0xXXXX.width == 4", "V:[UIView:***(4)]", "UIView:<private>.width == 4",
            "UIView:0000.width == 4", "UIView:----.width == 4", "UIView:{addr}.width == 4", "UIView:\u{2026}.width == 4",
        ] {
            let log = try ConsoleLogImporter().read("<NSLayoutConstraint:0xc1 V:[A:0xb1(4)]>\n<NSLayoutConstraint:0xc2 \(masked)>")
            #expect(log.messages.first?.constraints.count == 1, "\(masked)")
            #expect(log.skipped.count == 1, "\(masked)")
        }
    }

    @Test("Edges of a scroll view mean its content for the views inside it, and the scroll view for others")
    func scrollViews() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 H:|-(0)-[UIView:0xa1]   (active, names: '|':UIScrollView:0xb1 )>
            <NSLayoutConstraint:0xc2 UIView:0xa1.trailing == UIScrollView:0xb1.trailing   (active)>
            <NSLayoutConstraint:0xc3 UILabel:0xa2.top == UIScrollView:0xb1.top   (active)>
            <NSLayoutConstraint:0xc4 UIView:0xa1.centerX == UIScrollView:0xb1.centerX   (active)>
            """)
        let scroll = try #require(document.constraints[2].second?.item)
        let content = try #require(document.constraints[0].second?.item)
        #expect(document.views[scroll].kind == .scroll && document.views[content].kind == .content && document.views[content].parent == scroll)
        #expect(document.constraints[1].second?.item == content && document.constraints[3].second?.item == scroll)
        let appKit = try fragment(
            """
            <NSLayoutConstraint:0xc1 H:|-(0)-[NSView:0xa1]   (active, names: '|':Shop.ListScrollView:0xb1 )>
            """)
        #expect(appKit.constraints[0].second?.item == appKit.views.firstIndex { $0.className == "Shop.ListScrollView" })
    }

    @Test(
        "A factor that cannot be read does not become a part of the view's name",
        arguments: [
            "1,5*UIView:0xb1.width", ".5*UIView:0xb1.width", "1/3*UIView:0xb1.width", "(0.5)*UIView:0xb1.width", "1..5*UIView:0xb1.width",
            "16:9*UIView:0xb1.width", "inf*UIView:0xb1.width", "x1.5*UIView:0xb1.width", "0x2*UIView:0xb1.width", "2*3*UIView:0xb1.width",
            "1.5\u{b7}UIView:0xb1.width", "1,5*UIView:bar.width",
        ])
    func unreadableFactors(term: String) throws {
        let log = try ConsoleLogImporter().read("<NSLayoutConstraint:0xc1 V:[A:0xa1(4)]>\n<NSLayoutConstraint:0xc2 UIView:0xa1.width == \(term)>")
        #expect(log.messages.first?.constraints.count == 1 && log.skipped.count == 1, "\(term)")
    }

    @Test("A sign of multiplication that an editor put there is one")
    func multiplicationSign() throws {
        let document = try fragment(of: "<NSLayoutConstraint:0xc1 UIView:0xa1.width == 1.5\u{d7}UIView:0xb1.width>")
        #expect(document.constraints[0].multiplier == Rational(3, over: 2) && document.views.count == 3)
    }

    @Test("A size of -1 is none, and a view has the class that its names have in common")
    func smallThings() throws {
        let document = try fragment(
            """
            <NSContentSizeLayoutConstraint:0xc0 H:[UILabel:0xa1(-1)] Hug:1000 CompressionResistance:1000>
            <NSLayoutConstraint:0xc1 UILabel:0xa1.width == 10>
            <NSLayoutConstraint:0xc2 NSKVONotifying_UILabel:0xa1.width == 10>
            <NSLayoutConstraint:0xc3 NSKVONotifying_Foo:0xa2.width == 10>
            <NSLayoutConstraint:0xc4 UILabel:0xa2.width == 20>
            """)
        #expect(document.views[1].intrinsicContentSize.width == nil)
        #expect(document.constraints.map(\.first.item) == [1, 1, 2, 3])
    }

    @Test(
        "A printed multiplier is the simplest fraction that prints the same",
        arguments: [
            ("0.333333", 1, 3), ("1.77778", 16, 9), ("0.5625", 9, 16), ("0.142857", 1, 7), ("2", 2, 1), ("-0.666667", -2, 3),
            ("0.6666666666666666", 2, 3),
            ("0.33333334", 1, 3), ("6.66667e-01", 2, 3), ("0.123457", 10, 81), ("0.0001", 1, 10000),
        ])
    func multipliers(printed: String, numerator: Int, denominator: Int) throws {
        let rows = [
            "V:0xb.width == \(printed)*W:0xa.width", "V:0xb.width == W:0xa.width * \(printed)", "H:[V:0xb(\(printed)*W:0xa)]",
        ]
        for row in rows where !(row.hasPrefix("H:") && printed.hasPrefix("-")) {
            let document = try fragment(of: "<NSLayoutConstraint:0xc1 \(row)>")
            #expect(document.constraints[0].multiplier == Rational(numerator, over: denominator), "\(row)")
        }
    }

    @Test(
        "Titles are unescaped",
        arguments: [("f\\U00fcr\\n2", "f\u{fc}r\n2"), ("\\Ud83d\\Ude00", "\u{1F600}"), ("a]b", "a]b"), (" ", " "), ("\\Uzz", "\\Uzz")])
    func titles(printed: String, title: String) throws {
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 V:[UILabel:0xb1'\(printed)'(4)]>").view("UILabel:0xb1")?.text == title)
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 UILabel:0xb1'\(printed)'.top == A:0xb2.top>").view("UILabel:0xb1")?.text == title)
    }

    @Test("A layout guide is a guide with its identifier and without insets")
    func guides() throws {
        let document = try fragment(
            of: "<NSLayoutConstraint:0xc1 UILayoutGuide:0xb1'UIViewSafeAreaLayoutGuide'.bottom == _UILayoutGuide:0xb2.top + 8   (active)>")
        let guide = try #require(document.view("UILayoutGuide:0xb1"))
        #expect(guide.kind == .guide)
        #expect(guide.insets == nil)
        #expect(guide.text == "UIViewSafeAreaLayoutGuide")
        #expect(document.view("_UILayoutGuide:0xb2")?.kind == .guide)
    }

    @Test("Without a table the bar is one unknown superview for each view, which another table may tell")
    func missingTables() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 H:|-(4)-[A:0xb1]>
            <NSLayoutConstraint:0xc2 H:[A:0xb1]-(4)-|>
            <NSLayoutConstraint:0xc3 H:|-(4)-[B:0xb2]>
            <NSLayoutConstraint:0xc4 V:|-(4)-[B:0xb2]   (Names: '|':S:0xa1 )>
            """)
        #expect(document.parent(of: "A:0xb1") == "superview of A:0xb1")
        #expect(document.parent(of: "superview of A:0xb1") == "window")
        #expect(document.words(0) == "A:0xb1.leading == superview of A:0xb1.leading + 4")
        #expect(document.words(1) == "superview of A:0xb1.trailing == A:0xb1.trailing + 4")
        #expect(document.words(2) == "B:0xb2.leading == S:0xa1.leading + 4")
    }

    @Test("Superviews never form a circle")
    func cycles() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 H:|-(0)-[A:0xb1]   (Names: '|':B:0xb2 )>
            <NSLayoutConstraint:0xc2 H:|-(0)-[B:0xb2]   (Names: '|':C:0xb3 )>
            <NSLayoutConstraint:0xc3 H:|-(0)-[C:0xb3]   (Names: '|':A:0xb1 )>
            <NSLayoutConstraint:0xc4 H:|-(0)-[D:0xb4]   (Names: '|':D:0xb4 )>
            """)
        for start in document.views.indices {
            var view: Int? = start
            var steps = 0
            while let current = view, steps <= document.views.count {
                view = document.views[current].parent
                steps += 1
            }
            #expect(steps <= document.views.count)
        }
    }

    @Test("The direction is the one that is printed")
    func direction() throws {
        #expect(try fragment(of: "<NSLayoutConstraint:0xc1 H:|-(20)-[A:0xb1](LTR)   (active, names: '|':B:0xa1 )>").direction == .ltr)
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 H:|-(20)-[A:0xb1](RTL)   (active, names: '|':B:0xa1 )>
            <NSLayoutConstraint:0xc2 H:|-(>=5)-[C:0xb2](LTR)   (active, names: '|':B:0xa1 )>
            """)
        #expect(document.direction == .rtl)
        #expect(document.words(0) == "A:0xb1.leading == B:0xa1.leading + 20")
        #expect(document.words(1) == "C:0xb2.left >= B:0xa1.left + 5")
    }

    @Test("A line printed twice is one constraint, the same address saying something else is not")
    func repetitions() throws {
        let document = try fragment(
            """
            <NSLayoutConstraint:0xc1 A:0xb1.width == 4>
            <NSLayoutConstraint:0xc1 A:0xb1.width == 4>
            <NSLayoutConstraint:0xc1 A:0xb1.width == 5>
            """)
        #expect(document.constraints.map(\.id) == ["c1", "c2"])
    }

    @Test("Views with the standard space between them share the superview that is known of one")
    func standardSpace() throws {
        func parents(_ space: String) throws -> [String?] {
            let document = try fragment(
                """
                (
                <NSLayoutConstraint:0xc1 H:[A:0xb1]-(\(space))-[B:0xb2]>
                <NSLayoutConstraint:0xc2 H:[B:0xb2]-(\(space))-[C:0xb3]>
                <NSLayoutConstraint:0xc3 H:[C:0xb3]-(4)-|   (Names: '|':S:0xa1 )>
                <NSAutoresizingMaskLayoutConstraint:0xc4 h=--& v=--& A:0xb1.midX ==>
                )
                """)
            return ["A:0xb1", "B:0xb2", "C:0xb3"].map(document.parent)
        }
        #expect(try parents("NSSpace(8)") == ["S:0xa1", "S:0xa1", "S:0xa1"])
        #expect(try parents("8") == ["superview of A:0xb1", "window", "S:0xa1"])
    }

    @Test("The classes of one address are not all compared with each other")
    func classes() throws {
        let count = 6000
        let lines = (0..<count).map { "<NSLayoutConstraint:0x\(String($0 + 1, radix: 16)) Cls\($0):0x7.width == \(60 + $0)   (active)>" }
        let start = ContinuousClock.now
        let document = try fragment(lines.joined(separator: "\n"))
        #expect(document.views.count == count + 1)
        #expect(start.duration(to: .now) < .seconds(60))
    }
}
