import ExactArithmetic
import LayoutModel
import Testing

@testable import LayoutImport

/// Traces and recursive descriptions of every age.
@Suite struct ViewTreeTests {
    private func document(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> LayoutDocument {
        #expect(ConsoleLogImporter().looksLikeLog(text), sourceLocation: sourceLocation)
        return try fragment(text, sourceLocation: sourceLocation)
    }

    /// The id of each view with that of its superview.
    private func tree(_ document: LayoutDocument) -> [String] {
        document.views.dropFirst().map { "\($0.id) in \($0.parent.map { document.views[$0].id } ?? "nothing")" }
    }

    // After a thread of PureLayout, of 2015.
    @Test func `a trace gives superviews, and what is ambiguous along what`() throws {
        let document = try document(
            """
            •UIWindow:0x1
            |   UITransitionView:0x2
            |   |   •UIView:0x3
            |   |   |   *UILabel:0x4'115 Main St'- AMBIGUOUS LAYOUT for UILabel:0x4'115 Main St'.minY{id: 1853}, UILabel:0x4'115 Main St'.Height{id: 1812}
            |   |   |   *UILabel:0x5'Tax'- AMBIGUOUS LAYOUT for UILabel:0x5'Tax'.minX{id: 1860}
            |   |   +UIView:0x6, MISSING HOST CONSTRAINTS
            """)
        #expect(
            tree(document) == [
                "UIWindow:0x1 in window", "UITransitionView:0x2 in UIWindow:0x1", "UIView:0x3 in UITransitionView:0x2", "UILabel:0x4 in UIView:0x3",
                "UILabel:0x5 in UIView:0x3", "UIView:0x6 in UITransitionView:0x2",
            ])
        #expect(document.notices.map(\.name) == ["view-hierarchy", "ambiguous-view", "ambiguous-view", "missing-host-constraints"])
        #expect(
            document.notices[1].message
                == "The trace marks UILabel “115 Main St” in UIView (0x3) as ambiguous: its vertical position and its height are not determined.")
        #expect(document.notices[1].kind == .reportedAmbiguity && document.notices[1].view == "UILabel:0x4" && document.notices[1].line == 4)
        #expect(document.notices[1].remedy?.hasSuffix("po [0x4 constraintsAffectingLayoutForAxis:1]") == true)
        #expect(document.notices[2].message.hasSuffix("its horizontal position is not determined."))
        #expect(document.view("UILabel:0x4")?.text == "115 Main St")
    }

    // After threads of 2013 and 2014 (iOS 6 and 7), the blanks collapsed as blogs do.
    @Test func `old traces have brackets, and say nothing of attributes`() throws {
        let document = try document(
            """
            (lldb) po [[UIWindow keyWindow] _autolayoutTrace]

            *<UIWindow:0x10> - AMBIGUOUS LAYOUT
            | *<UILayoutContainerView:0x11>
            | | *<Shop.RowCell:0x12>
            | | | *<UILabel:0x13> - AMBIGUOUS LAYOUT
            | | | <_UITableViewCellSeparatorView:0x14>
            """)
        #expect(tree(document).suffix(2) == ["UILabel:0x13 in Shop.RowCell:0x12", "_UITableViewCellSeparatorView:0x14 in Shop.RowCell:0x12"])
        let ambiguous = document.notices.filter { $0.name == "ambiguous-view" }
        // Every window was marked in these years.
        #expect(ambiguous.map(\.kind) == [.reportedText, .reportedAmbiguity])
        #expect(ambiguous[1].message.contains("the ambiguous attributes are not printed"))
    }

    // After openradar 34460139, and a post of 2020 with four attributes on a guide.
    @Test func `guides are printed with their frames and owners`() throws {
        let document = try document(
            """
            UINavigationTransitionView:0x20
            |   •UIView:0x21
            |   |   *<UILayoutGuide: 0x22 - "UIViewSafeAreaLayoutGuide", layoutFrame = {{0, 64}, {1024, 704}}, owningView = <UIView: 0x21; frame = (0 0; \
            1024 768); autoresize = W+H; layer = <CALayer: 0x60>>>- AMBIGUOUS LAYOUT for UILayoutGuide:0x22'UIViewSafeAreaLayoutGuide'.minX{id: 4441}, \
            UILayoutGuide:0x22'UIViewSafeAreaLayoutGuide'.minY{id: 4438}, UILayoutGuide:0x22'UIViewSafeAreaLayoutGuide'.Width{id: 4448}
            |   |   *_UILayoutGuide:0x23
            |   |   *UIButton:0x24
            |   |   |   *UIButtonLabel:0x25- AMBIGUOUS LAYOUT for UIButtonLabel:0x25.minX{id: 240}
            """)
        #expect(
            tree(document).map { $0.prefix { $0 != " " } } == [
                "UINavigationTransitionView:0x20", "UIView:0x21", "UILayoutGuide:0x22", "_UILayoutGuide:0x23", "UIButton:0x24", "UIButtonLabel:0x25",
            ])
        #expect(document.view("UILayoutGuide:0x22")?.kind == .guide && document.parent(of: "UILayoutGuide:0x22") == "UIView:0x21")
        // Nobody can constrain the framework's own.
        #expect(document.notices.filter { $0.name == "ambiguous-view" }.map(\.kind) == [.reportedText, .reportedText])
    }

    // After a pull request of TinyConstraints, of 2017: a module in small letters, and a part that was cut.
    @Test func `what follows a part that was cut lies in none that is printed`() throws {
        let document = try document(
            """
            •UIWindow:0x30
            |   *UIView:0x31
            |   |   *constraints.Basic:0x32
            |   |   |   *constraints.Container:0x33- AMBIGUOUS LAYOUT for constraints.Container:0x33.minY{id: 717}
            [snip]
            |   |   |   |   |   *UIView:0x34
            |   *UIView:0x35
            """)
        #expect(document.parent(of: "constraints.Container:0x33") == "constraints.Basic:0x32")
        #expect(document.parent(of: "UIView:0x34") == "window" && document.parent(of: "UIView:0x35") == "UIWindow:0x30")
    }

    @Test func `a recursive description gives frames`() throws {
        let document = try document(
            """
            <UIView: 0x40; frame = (0 0; 320 568); autoresize = W+H; layer = <CALayer: 0x60>>
               | <UILabel: 0x41; frame = (16 20.5; 0 21); text = 'It's; 5 > 3'; userInteractionEnabled = NO; layer = <_UILabelLayer: 0x61>>
               | <Shop.Stack: 0x42; baseClass = UIStackView; frame = (0 60; 320 1e2); hidden = YES; layer = <CATransformLayer: 0x62>>
               |    | <UIButton: 0x43; frame = (-4 0; 100 44); opaque = NO; tintColor = <UIDynamicColor: 0x66>
            """)
        #expect(
            tree(document) == [
                "UIView:0x40 in window", "UILabel:0x41 in UIView:0x40", "Shop.Stack:0x42 in UIView:0x40", "UIButton:0x43 in Shop.Stack:0x42",
            ])
        let frames = document.printedFrames.map { $0.map { [$0.x, $0.y, $0.width, $0.height].map(\.double) } }
        #expect(frames == [nil, [0, 0, 320, 568], [16, 20.5, 0, 21], [0, 60, 320, 100], [-4, 0, 100, 44]])
        #expect(document.view("UILabel:0x41")?.text == "It's; 5 > 3")
        #expect(document.notices.map(\.name) == ["view-hierarchy", "zero-size"])
        #expect(document.notices[1].message.contains("its width is 0 (16 20.5, 0 x 21)"))
    }

    // After a post of 2018.
    @Test func `guides of a bar are the framework's own`() throws {
        let document = try document(
            """
            •_UINavigationBarContentView:0x70'Friends'
            |   *_UIButtonBarStackView:0x71
            |   |   *<UILayoutGuide: 0x72 - "UIButtonBar.flexibleSpaceEqualSizeLayoutGuide", layoutFrame = {{-16, 0}, {8, 0}}, owningView = \
            <_UIButtonBarStackView: 0x71; frame = (16 0; 44 44); alpha = 0>>- AMBIGUOUS LAYOUT for UILayoutGuide:0x72'UIButtonBar.flex'.minX{id: 4582}
            |   |   *<UILayoutGuide: 0x73 - "Own", layoutFrame = {{0, 0}, {8, 0}}, owningView = <_UIButtonBarStackView: 0x71>>- AMBIGUOUS LAYOUT
            |   |   *_UITAMICAdaptorView:0x74
            |   |   |   *UIButton:0x75' Back'- AMBIGUOUS LAYOUT for UIButton:0x75' Back'.minY{id: 4475}
            """)
        let ambiguous = document.notices.filter { $0.name == "ambiguous-view" }
        #expect(ambiguous.map(\.kind) == [.reportedText, .reportedText, .reportedAmbiguity])
        #expect(document.view("UIButton:0x75")?.text == " Back")
    }

    @Test func `what stands before a line, and typography, are passed over`() throws {
        let document = try document(
            """
            2013-11-05 09:41:00.123 App[42:4242] *UIWindow:0x60
            |\u{A0} *UIView:0x61
            |   |   *UILabel:0x62\u{2018}Total\u{2019}- AMBIGUOUS LAYOUT
              - _value : \u{2022}UIWindow:0x63
            |   UIView:0x64
            """)
        #expect(
            tree(document) == [
                "UIWindow:0x60 in window", "UIView:0x61 in UIWindow:0x60", "UILabel:0x62 in UIView:0x61", "UIWindow:0x63 in window",
                "UIView:0x64 in UIWindow:0x63",
            ])
        #expect(document.view("UILabel:0x62")?.text == "Total")
    }

    @Test func `views of AppKit are asked for by orientation`() throws {
        let document = try document("*NSTextField:0x50- AMBIGUOUS LAYOUT for NSTextField:0x50.Width{id: 3}")
        #expect(document.notices.contains { $0.remedy?.contains("constraintsAffectingLayoutForOrientation:0") == true })
    }

    @Test func `AppKit describes a subtree in a form of its own`() throws {
        let document = try document(
            """
            (lldb) po [[[NSApp keyWindow] contentView] _subtreeDescription]
            [   AF O P LU ] h=--- v=--- NSView 0x90 f=(0,0,480,270) b=(-) TIME drawRect: min/mean/max 0.00/0.00/0.00 ms
              [   A     LU ] h=-&- v=&-- NSTextField 0x91 "It's "so"" f=(20,20.5,0,17) b=(-)
              [   A     LU ] h=--- v=--- Shop.Grid 0x92 f=(0,0,1,1) b=(-)
                [   A     LU ] h=--- v=--- NSButton 0x93 f=(0,0,1,1) b=(-)
            """)
        #expect(
            tree(document) == [
                "NSView:0x90 in window", "NSTextField:0x91 in NSView:0x90", "Shop.Grid:0x92 in NSView:0x90", "NSButton:0x93 in Shop.Grid:0x92",
            ])
        #expect(document.view("NSTextField:0x91")?.text == #"It's "so""#)
        #expect(document.printedFrames[2]?.y.double == 20.5)
        #expect(document.notices.map(\.name) == ["view-hierarchy", "zero-size"])
    }

    @Test func `a line is one of a hierarchy by all of it`() {
        for line in [
            "", "|", "•", "* item", "| cell |", "|   UIView", "|   UIView:0x", "|   UIView:0x0", "|   5View:0x5", "|   UIView:0x5.width == 4",
            "|   NSLayoutConstraint:0x5", "*UILabel:0x5'Total", "*UILabel:0x5 Total", "|   <UILabel: 0x5", "|   <UILabel: 0x5; text = 'a'>",
            "names: '|':UIView:0x5 )>",
        ] {
            #expect(TreeLine(Array(line.utf8)) == nil, "\(line)")
        }
        for line in ["|   UIView:0x5", "*Shop.Box<Shop.Item>:0x5", "> | <UIView:0x5>", "+_TtC4Shop4Card:0x5'T'", "•UIView: 0x5"] {
            #expect(TreeLine(Array(line.utf8))?.isCertain == true, "\(line)")
        }
        // Alone it can have any value.
        #expect(TreeLine(Array("UIView:0x5".utf8))?.isCertain == false)
        #expect(!ConsoleLogImporter().looksLikeLog("UIView:0x5\ntext"))
    }
}
