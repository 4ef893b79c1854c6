import Foundation
import LayoutModel
import Testing

@testable import LayoutImport

/// Messages that are no conflicts, as public threads have them, with views and addresses of their own.
@Suite struct MessageTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        var text: String
        /// The names of its notices, in their order.
        var names: [String]
        /// Parts of the first notice's sentence.
        var says: [String]

        init(_ names: [String], _ says: [String], _ text: String) {
            (self.names, self.says, self.text) = (names, says, text)
        }

        var testDescription: String { names.joined(separator: " ") + ": " + text.prefix(40) }
    }

    static let samples: [Sample] = [
        // Tabman, of 2018: two in a row.
        Sample(
            ["ambiguous-view", "view-hierarchy", "ambiguous-view"], ["UIVisualEffectView (0x7a01)", "its height is not determined"],
            """
            2026-02-08 23:37:39.171851-0500 Tabs[303:26335] [LayoutConstraints] View has an ambiguous layout. See "Auto Layout Guide: Ambiguous \
            Layouts" for help debugging. Displaying synopsis from invoking -[UIView _autolayoutTrace] to provide additional detail.

            *UIVisualEffectView:0x7a01- AMBIGUOUS LAYOUT for UIVisualEffectView:0x7a01.Height{id: 35}

            Legend:
            \t* - is laid out with auto layout
            \t+ - is laid out manually, but is represented in the layout engine because translatesAutoresizingMaskIntoConstraints = YES
            \t• - layout engine host
            2026-02-08 23:37:39.182367-0500 Tabs[303:26335] [LayoutConstraints] View has an ambiguous layout. See "Auto Layout Guide: Ambiguous \
            Layouts" for help debugging. Displaying synopsis from invoking -[UIView _autolayoutTrace] to provide additional detail.

            *UIView:0x7a02- AMBIGUOUS LAYOUT for UIView:0x7a02.Height{id: 36}
            """),
        // TZStackView, of 2017: what Xcode lists as runtime issues.
        Sample(
            ["runtime-ambiguity"], ["view debugger", "its width and horizontal position are not determined"],
            "runtime: Layout Issues: Width and horizontal position are ambiguous for StackView.SpacerView."),
        Sample(["ambiguous-layout"], ["ambiguous layout"], "App[3:2] View has an ambiguous layout. See \"Auto Layout Guide\" for help debugging."),
        Sample(
            ["zero-height"], ["RowCell (0x7b01)", "top to the bottom", "height of zero"],
            "[Warning] Warning once only: Detected a case where constraints ambiguously suggest a height of zero for a tableview cell's content view. "
                + "We're considering the collapse unintentional and using standard height instead. Cell: <Shop.RowCell: 0x7b01; baseClass = UITableViewCell; "
                + "frame = (0 28; 375 44); layer = <CALayer: 0x600001>>"),
        // openradar 41159623: a title with an apostrophe, and the same again for other views.
        Sample(
            ["not-prepared", "not-prepared"], ["UILabel “It's”", "UIVisualEffectView (0x7c02)"],
            """
            2026-06-15 16:44:59.789 Radar[31128:347952] [LayoutConstraints] The view hierarchy is not prepared for the constraint: \
            <NSLayoutConstraint:0x604001 UILabel:0x7c01'It's'.leading == UIVisualEffectView:0x7c02.leading + 16   (inactive)>
            \tWhen added to a view, the constraint's items must be descendants of that view (or the view itself). This will crash if the constraint needs \
            to be resolved before the view hierarchy is assembled. Break on -[UIView(UIConstraintBasedLayout) _viewHierarchyUnpreparedForConstraint:] to debug.
            2026-06-15 16:44:59.790 Radar[31128:347952] [LayoutConstraints] The view hierarchy is not prepared for the constraint: \
            <NSLayoutConstraint:0x604002 UILabel:0x7c03.top == UIVisualEffectView:0x7c02.top + 16   (inactive)>
            \tWhen added to a view, the constraint's items must be descendants of that view (or the view itself).
            """),
        // FDStackView, of 2016: quoted, with the exception behind it.
        Sample(
            ["not-prepared", "outside-subtree"], ["UIButton (0x79e1) and UIButton (0x79e2)"],
            """
            > 2016-06-21 15:40:41.868 Ming[73952:20315626] The view hierarchy is not prepared for the constraint: <NSLayoutConstraint:0x7f00 \
            UIButton:0x79e1.leading == UIButton:0x79e2.trailing>
            >     When added to a view, the constraint's items must be descendants of that view (or the view itself).
            > 2016-06-21 15:40:41.881 Ming[73952:20315626] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: \
            'Impossible to set up layout with view hierarchy unprepared for constraint.'
            > *** First throw call stack:
            > (
            >     0   CoreFoundation                      0x01498746 __exceptionPreprocess + 182
            > )
            """),
        Sample(
            ["no-common-ancestor"], ["UIView (0x7d01) and Card (0x7d02)", "no common ancestor"],
            "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'Unable to activate constraint with anchors "
                + "<NSLayoutYAxisAnchor:0x6001 \"UIView:0x7d01.top\"> and <NSLayoutYAxisAnchor:0x6002 \"Shop.Card:0x7d02.top\"> because they have no "
                + "common ancestor.  Does the constraint or its anchors reference items in different view hierarchies?  That's illegal.'"),
        // Masonry.
        Sample(
            ["no-common-ancestor"], ["UIImageView (0x7d03) and UIView (0x7d04)"],
            "reason: 'couldn't find a common superview for <UIImageView: 0x7d03; frame = (0 0; 0 0); layer = <CALayer: 0x1>> and <UIView: 0x7d04; frame = (0 "
                + "0; 320 480)>'"),
        Sample(
            ["no-superview"], ["superview"],
            "SnapKit/ConstraintMakerRelatable.swift:95: Fatal error: Expected superview but found nil when attempting make constraint `equalToSuperview`."
        ),
        Sample(
            ["outside-subtree"], ["UILabel (0x7d05) and UIView (0x7d06)"],
            "'Unable to install constraint on view.  Does the constraint reference something from outside the subtree of the view?  That's illegal. "
                + "constraint:<NSLayoutConstraint:0x5 UILabel:0x7d05.top == UIView:0x7d06.bottom   (inactive)> view:<UIView: 0x7d07; frame = (0 0; 1 1)>'"
        ),
        Sample(
            ["update-constraints-loop"], ["NSWindow (0x7e01)", "feedback loop"],
            """
            The window has been marked as needing another Update Constraints in Window pass, but it has already had more Update Constraints in Window \
            passes than there are views in the window.
            <NSWindow: 0x7e01> 0x1f2 (498) {{0, 0}, {1440, 900}} en
            """),
        Sample(
            ["nested-layout"], ["being laid out"],
            "It's not legal to call -layoutSubtreeIfNeeded on a view which is already being laid out.  If you are implementing the view's -layout method, "
                + "you can call -[super layout] instead.  Break on void _NSDetectedLayoutRecursion(void) to debug.  This will be logged only once."),
        // OBAKit, of 2021: the console's line, then the exception's.
        Sample(
            ["layout-loop"], ["BoardList (0x7e02)"],
            """
            2026-10-01 20:05:05.807652-0700 App[86253:2647008] [UICollectionViewRecursion] <Kit.BoardList: 0x7e02; baseClass = UICollectionView; frame = (0 \
            56; 390 734); clipsToBounds = YES> is stuck in its update/layout loop. See previous logs
            2026-10-01 20:05:05.822721-0700 App[86253:2647008] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: \
            'UICollectionView (<Kit.BoardList 0x7e02>) is stuck in its update/layout loop. This can happen for many reasons'
            """),
        Sample(
            ["layout-subviews"], ["PhotoTable lays out"],
            """
            2015-05-12 14:37:28.900 Kit[493:60b] *** Assertion failure in -[PhotoTable layoutSublayersOfLayer:], /SourceCache/UIKit/UIKit-2935.138/UIView.m:8794
            2015-05-12 14:37:28.921 Kit[493:60b] *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Auto Layout still \
            required after executing -layoutSubviews. PhotoTable's implementation of -layoutSubviews needs to call super.'
            """),
        Sample(
            ["layout-subviews"], ["BoardView lays out"],
            "Layout still needs update after calling -[BoardView layout].  BoardView or one of its superclasses may have overridden -layout without calling "
                + "super. Or, something may have dirtied layout in the middle of updating it."),
        // swiftScan, of 2017.
        Sample(
            ["background-thread"], ["background thread"],
            """
            2017-11-08 14:53:53.019761+0800 Scan[997:851066] This application is modifying the autolayout engine from a background thread after the engine \
            was accessed from the main thread. This can lead to engine corruption and weird crashes.
             Stack:(
            \t0   Foundation                          0x00000001 _AssertAutolayoutOnAllowedThreadsOnly + 77
            \t1   Foundation                          0x00000002 -[NSISEngine withBehaviors:performModifications:] + 28
            )
            """),
        Sample(["swiftui-frame"], ["SwiftUI"], "App[1:2] [SwiftUI] Contradictory frame constraints specified."),
        Sample(
            ["format-unreadable"], ["visual format"],
            "*** Terminating app due to uncaught exception 'NSInvalidArgumentException', reason: 'Unable to parse constraint format: \nExpected a ':' here\n"
                + "HL|-[a]-|\n ^'"),
        Sample(
            ["priority-change"], ["priority"],
            "'Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.'"),
        Sample(
            ["constraint-refused"], ["pairs"],
            "*** +[NSLayoutConstraint constraintWithItem:attribute:relatedBy:toItem:attribute:multiplier:constant:]: A constraint cannot be made that sets a "
                + "location equal to a constant. Location attributes must be specified in pairs."),
        Sample(
            ["cell-mask"], ["content view"],
            "Changing the translatesAutoresizingMaskIntoConstraints property of the contentView of a UITableViewCell is not supported"),
        Sample(["grid-view"], ["NSGridView", "beyond bounds"], "*** Assertion: -[NSGridView rowAtIndex:]: index (3) beyond bounds (2)"),
        Sample(
            ["build-ambiguity"], ["“Title Label” (id Q3k-0l-9aB)", "its height and vertical position are not determined"],
            "/src/Shop/Base.lproj/Main.storyboard:Q3k-0l-9aB: warning: Height and vertical position are ambiguous for \"Title Label\"."),
        // openradar 41936960.
        Sample(
            ["build-ambiguity"], ["“Scroll View”", "its size and horizontal position are not determined"],
            "Main.storyboard: warning: Ambiguous Layout: Size and horizontal position are ambiguous for \"Scroll View\"."),
        Sample(["build-ambiguity"], ["its vertical position is not determined"], "Label.xib: warning: Vertical position is ambiguous."),
        Sample(
            ["build-misplaced"], ["“Badge”"], "/a b/Cell.xib:12: warning: Frame for \"Badge\" will be different at run time."),
        Sample(
            ["build-missing"], ["Trailing constraint is missing"],
            "/a/Main.storyboard:x1-2-3: warning: Trailing constraint is missing, which may cause overlapping with other views."),
        Sample(["build-clipping"], ["may cut off text"], "Main.storyboard: warning: Fixed width constraints may cause clipping."),
        // NetNewsWire, of 2020.
        Sample(
            ["build-warning"], ["Unsupported configuration"],
            "/p/Mac/Base.lproj/MainWindow.storyboard:pZU-jW-B1h: warning: Unsupported configuration of constraint attributes. This may produce unexpected "
                + "results at runtime before Xcode 5.1 [9]"),
        // ICETutorial, of 2014.
        Sample(
            ["interface-builder-tool"], ["own tool printed a message"],
            "2014-10-16 00:27:48.308 Interface Builder Cocoa Touch Tool[8014:355162] [IBLayout]: [arbitrate constraints] Removing <IBLayoutConstraint: "
                + "0x7fa1> UIView[0x7fa2].Bottom = UIButton[0x7fa3].Bottom + NSSpace(20.000000) containingView={<UIView:0x7fa2>}"),
        Sample(
            ["other-exception"], ["that plumbline does not know: “The constraint is tired"],
            "2026-01-02 App[1:2] *** Terminating app due to uncaught exception 'NSGenericException', reason: 'The constraint is tired'"),
        Sample(
            ["other-message"], ["that plumbline does not know", "The colour of constraints"],
            "2026-01-02 10:00:00.000 App[1:2] [LayoutConstraints] The colour of constraints has changed."),
    ]

    @Test(arguments: samples)
    func `a message is named, and never taken for a conflict`(sample: Sample) throws {
        #expect(ConsoleLogImporter().looksLikeLog(sample.text))
        let log = try ConsoleLogImporter().read(sample.text)
        let document = try #require(log.messages.count == 1 ? log.messages.first : nil)
        #expect(document.isWithoutConstraints && document.unreadLines == 0)
        #expect(document.notices.compactMap(\.name) == sample.names)
        let first = try #require(document.notices.first)
        for part in sample.says { #expect(first.message.contains(part), "\(first.message)") }
        #expect(document.notices.allSatisfy { !$0.message.contains("{view") && $0.remedy?.contains("{") != true })
        #expect(first.line <= 3)
    }

    @Test(arguments: samples)
    func `a stream names what a text names`(sample: Sample) throws {
        var pieces = [Array("noise\nmore noise\n".utf8), Array(sample.text.utf8), Array("\nnoise\n".utf8)][...]
        var stream = ConsoleLogStream { pieces.popFirst() }
        #expect(stream.next() == nil)
        var names: [String] = []
        for name in sample.names where name != "view-hierarchy" && !names.contains(name) { names.append(name) }
        var found: [String] = []
        for name in stream.notices.compactMap(\.name) where !found.contains(name) { found.append(name) }
        #expect(found == names)
    }

    @Test func `every row of the table is known by its samples`() {
        let shown = Set(MessageTests.samples.flatMap(\.names))
        let rare: Set = ["layout-outside-window", "constant-limit", "flow-layout-size", "engine-damage"]
        #expect(Set(MessageKind.known.map(\.name)).subtracting(shown) == rare)
    }

    @Test func `a stream looks at each line that a sign marks`() {
        let words = MessageKind.soughtWords.map { "\($0)" }
        func isSought(_ sign: StaticString) -> Bool { words.contains { "\(sign)".contains($0) } }
        for kind in MessageKind.known {
            let isBeside = kind.beside.contains { $0.allSatisfy(isSought) }
            #expect(isBeside || kind.signs.allSatisfy(isSought), "\(kind.name)")
        }
    }

    @Test func `the place that a message prints is the finding's`() throws {
        func place(_ text: String) throws -> SourceReference? { try ConsoleLogImporter().read(text).messages[0].notices.first?.place }
        #expect(
            try place("/a b/Main.storyboard:Q3k-0l-9aB: warning: Width is ambiguous for \"T\".")
                == SourceReference(file: "/a b/Main.storyboard", line: nil))
        #expect(try place("/a/Cell.xib:12:3: warning: Width is ambiguous for \"T\".") == SourceReference(file: "/a/Cell.xib", line: 12, column: 3))
        #expect(try place("Views/Home.xib : ibtool warning : Width is ambiguous for \"T\"")?.file == "Views/Home.xib")
        let fatal =
            "Fatal error: Expected superview but found nil when attempting make constraint `equalToSuperview`.: file Sources/Card.swift, line 36"
        #expect(try place(fatal) == SourceReference(file: "Sources/Card.swift", line: 36))
        #expect(try place("App/Card.swift:41: Fatal error: Updated constraint could not find existing matching constraint to update")?.line == 41)
        let remedy = try ConsoleLogImporter().read("/a/Cell.xib: warning: Width is ambiguous for \"T\".").messages[0].notices[0].remedy
        #expect(remedy?.hasSuffix("plumbline check /a/Cell.xib") == true)
    }

    @Test func `what is said again is counted`() throws {
        let line = "/a/Cell.xib:abc-12-xyz: warning: Width is ambiguous for \"T\"."
        let notices = try ConsoleLogImporter().read([line, "other output", line, line.replacing("\"T\"", with: "\"U\"")].joined(separator: "\n"))
            .messages[0].notices
        #expect(notices.map(\.count) == [2, 1] && notices.map(\.line) == [1, 4])
    }

    @Test func `a stream counts a message of ever new views as one`() throws {
        let text = (1...5).map { "Cell: constraints ambiguously suggest a height of zero. Cell: <Row: 0x7\($0)00; frame = (0 0; 1 1)>" }.joined(
            separator: "\n")
        var pieces = [Array(text.utf8)][...]
        var stream = ConsoleLogStream { pieces.popFirst() }
        #expect(stream.next() == nil && stream.notices.map(\.count) == [5])
        // A text is read for what it says of each view.
        #expect(try ConsoleLogImporter().read(text).messages[0].notices.count == 5)
    }

    @Test func `text that is about no layout is no message`() {
        for text in ["title.width == 60", "H:|-[layout]-|", "# Auto Layout of the cell\ntitle.top == root.top", "", "constraint", "a layout"] {
            #expect(!ConsoleLogImporter().looksLikeLog(text), "\(text)")
        }
        #expect(throws: ImportError.self) { try ConsoleLogImporter().read("launched\nAuto Layout is fun\n") }
    }
}
