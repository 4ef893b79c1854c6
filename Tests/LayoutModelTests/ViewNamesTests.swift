internal import ExactArithmetic
internal import LayoutModel
internal import Testing

@Suite struct ViewNamesTests {
    private func names(_ views: [LayoutView], isFragment: Bool = false) -> [String] {
        let names = ViewNames(LayoutDocument(root: 0, views: views, constraints: [], isFragment: isFragment))
        return views.indices.map(names.name)
    }

    private func view(
        _ id: String, _ className: String? = nil, text: String? = nil, label: String? = nil, outlet: String? = nil, parent: Int? = 0,
        kind: LayoutView.Kind = .view
    ) -> LayoutView {
        var view = LayoutView(id: id, parent: parent, kind: kind, className: className, text: text)
        view.label = label
        view.outlet = outlet
        return view
    }

    @Test func `a label comes before a text, that before an outlet, and all before the class`() {
        let found = names([
            view("root", "UIView", parent: nil), view("a", "UILabel", text: "Hello", label: "Greeting", outlet: "greetingLabel"),
            view("b", "UILabel", text: "Hello", outlet: "helloLabel"), view("c", "UIButton", outlet: "sendButton"), view("d", "Shop.ColumnView"),
            view("e", text: "Hi"), view("f"), view("g", "UIButton", text: ""), view("h", "UILabel", text: "", label: ""),
        ])
        #expect(
            found == ["UIView", "Greeting", "UILabel “Hello”", "sendButton", "ColumnView", "“Hi”", "f", "UIButton", "UILabel"])
    }

    @Test func `views that would have one name are numbered in their order`() {
        let found = names([
            view("roo-00-001", "UIView", parent: nil), view("0x7f80", "UIView"), view("b", "UILabel", text: "Hi"), view("c", "UILabel", text: "Hi"),
            view("d", label: "UIView 2"), view("no word", "UIView"), view("f", "UILabel", text: "Ho"),
        ])
        #expect(found == ["UIView 1", "UIView 3", "UILabel “Hi” 1", "UILabel “Hi” 2", "UIView 2", "UIView 4", "UILabel “Ho”"])
        #expect(Set(found).count == found.count)
    }

    @Test func `a document's own ids replace numbers after classes`() {
        let views = [
            view("root", "UIView", parent: nil), view("nameField", "UITextField"), view("mailField", "UITextField"), view("send", "UIButton"),
            view("box", "UIView"), view("send_2", label: "box"),
        ]
        #expect(names(views) == ["root", "nameField", "mailField", "UIButton", "UIView 1", "box"])
        var captured = LayoutDocument(root: 0, views: views, constraints: [])
        captured.capture = Capture()
        let found = ViewNames(captured)
        #expect(views.indices.map(found.name) == ["UIView 1", "UITextField 1", "UITextField 2", "UIButton", "UIView 2", "box"])
    }

    @Test func `an id that is another view's label is numbered like a name`() {
        #expect(names([view("root", parent: nil), view("title"), view("b", label: "title")]) == ["root", "title 1", "title 2"])
    }

    @Test func `a view whose id is nothing but space has a name in sentences`() {
        let found = names([view("root", parent: nil), view(""), view("  "), view("c", label: " \n", outlet: "\t")])
        #expect(found == ["root", "view “”", "view “  ”", "c"])
    }

    @Test func `a long text is cut and takes one line`() {
        let found = names([
            view("root", parent: nil), view("a", "UILabel", text: "The quick brown fox jumps over the lazy dog"),
            view("b", "UILabel", text: "one\n\ttwo\u{1B}[31m"),
        ])
        #expect(found[1] == "UILabel “The quick brown fox jum…”")
        #expect(found[2] == "UILabel “one two [31m”")
    }

    @Test func `a long name is cut by bytes, and differs from others`() {
        let long = String(repeating: "n", count: 1000)
        let marks = "a" + String(repeating: "\u{301}", count: 1000)
        let found = names([
            view("root", parent: nil), view(long + "1"), view(long + "2"), view("c", long), view("d", label: marks), view("e", text: marks),
            view(String(repeating: "i", count: 400)), view("g", label: String(repeating: "中", count: 80)),
        ])
        #expect(found[1].hasSuffix("n… 1") && found[2].hasSuffix("n… 2") && found[3].hasSuffix("n… 3"), "\(found)")
        #expect(found.allSatisfy { $0.utf8.count <= 410 } && Set(found).count == found.count, "\(found)")
        #expect(found[6] == String(repeating: "i", count: 400) && found[7] == String(repeating: "中", count: 80))
    }

    @Test func `a text that is cut by bytes has both quotation marks`() {
        let marks = "a" + String(repeating: "\u{301}", count: 1000)
        let long = String(repeating: "C", count: 1000)
        let found = names([
            view("root", parent: nil), view("a", text: marks), view("b", "UILabel", text: marks), view("c", long, text: "Hello"),
            view(String(repeating: " ", count: 1000)),
        ])
        #expect(found.allSatisfy { $0.utf8.count <= 400 })
        for (name, beginning) in [(found[1], "“a\u{301}"), (found[2], "UILabel “a\u{301}")] {
            #expect(name.unicodeScalars.starts(with: beginning.unicodeScalars) && name.hasSuffix("…”"), "\(name)")
        }
        #expect(found[3].hasPrefix("CCC") && found[3].hasSuffix("C… “Hello”") && found[4].hasPrefix("view “  ") && found[4].hasSuffix(" …”"))
    }

    @Test func `a label is cut after the line breaks before it`() {
        let found = names([view("root", parent: nil), view("a", label: String(repeating: "\n", count: 5000) + "tail\nend")])
        #expect(found[1] == "tail end")
    }

    @Test func `a view whose class is nothing but space is called by its id`() {
        let found = names([view("root", parent: nil), view("a", ""), view("b", " "), view("c", "", text: "Hi"), view("d", "", label: "D")])
        #expect(found == ["root", "a", "b", "“Hi”", "D"])
    }

    @Test func `the middle of a message is cut at whole characters`() {
        let text = String(repeating: "é", count: 400)
        #expect(text.shortenedMessage == String(repeating: "é", count: 200) + "…" + String(repeating: "é", count: 100))
        #expect(("a" + text).shortened(to: 100) == "a" + String(repeating: "é", count: 49) + "…")
        #expect(String(repeating: "é", count: 300).shortenedMessage.utf8.count == 600)
    }

    @Test func `guides are called in words, by whose they are where there are several`() {
        let area = "UIViewSafeAreaLayoutGuide"
        #expect(
            names([
                view("root", "UIView", parent: nil), view("a", text: area, kind: .guide), view("b", label: "Layout Margins Guide", kind: .guide),
                view("c", text: "UIScrollView-contentLayoutGuide", kind: .guide), view("d", "UILayoutGuide", text: "column", kind: .guide),
            ]) == ["UIView", "safe area", "layout margins", "content layout guide", "UILayoutGuide “column”"])
        #expect(
            names([
                view("root", "UIView", parent: nil), view("a", text: area, kind: .guide), view("b", label: "Card"),
                view("c", label: "Safe Area", parent: 2, kind: .guide), view("d", text: area, parent: 2, kind: .guide),
            ]) == ["UIView", "safe area of UIView", "Card", "safe area of Card", "safe area of Card 2"])
    }

    @Test func `a content area is called by its scroll view`() {
        let found = names([
            view("root", parent: nil), view("feed", "UIScrollView", kind: .scroll), view("feed.content", parent: 1, kind: .content),
            view("list", "UIScrollView", kind: .scroll), view("list.content", parent: 3, kind: .content),
        ])
        #expect(found == ["root", "feed", "feed content", "list", "list content"])
    }

    @Test func `a title of a log does not show an address`() {
        let found = names([view("UILayoutGuide:0x7f80", "UILayoutGuide", text: "TitleView(0x7ff4ac052920)", kind: .guide)], isFragment: true)
        #expect(found == ["UILayoutGuide “TitleView”"])
    }

    @Test func `views of a log are called by accessibility name, else title, else class`() {
        var views = [
            view("window", parent: nil), view("UILabel:0x7f80", "UILabel", text: "Total"), view("UIView:0x7f81", "UIView"),
            view("AddressToolbar.lockIcon", "UIImageView"), view("UIView:view1", "UIView"), view("lock"),
            view("_TtC4Shop10ColumnView:0x7f82", "_TtC4Shop10ColumnView", parent: 7), LayoutView(id: "superview of x", parent: 0, isAssumed: true),
            view("UILayoutGuide:0x1", "UILayoutGuide", text: "UIViewSafeAreaLayoutGuide", kind: .guide),
            view("UILayoutGuide:0x2", "UILayoutGuide", text: "UIViewSafeAreaLayoutGuide", parent: 9, kind: .guide),
            LayoutView(id: "superview of y", parent: 0, isAssumed: true),
        ]
        views[9].parent = 10
        #expect(
            names(views, isFragment: true) == [
                "window", "UILabel “Total”", "UIView 1", "AddressToolbar.lockIcon", "UIView 2", "lock", "ColumnView", "superview of ColumnView",
                "safe area 1", "safe area 2", "superview of safe area 2",
            ])
    }

    @Test func `what is no view has a name, too`() {
        #expect(ViewNames(LayoutDocument(root: 0, views: [view("root", parent: nil)], constraints: [])).name(of: 3) == "?")
    }

    @Test(arguments: [
        ("UILabel", "UILabel"), ("Shop.ColumnView", "ColumnView"), ("_TtC4Shop10ColumnView", "ColumnView"), ("TtC4Shop10ColumnView", "ColumnView"),
        ("_TtCC5UIKit19NavigationButtonBar15ItemWrapperView", "ItemWrapperView"),
        ("_TtC5UIKitP33_DDE14AA6B49FCAFC5A54255A118E1D8713ButtonWrapper", "ButtonWrapper"),
        ("TtC5UIKitP33DDE14AA6B49FCAFC5A54255A118E1D8713ButtonWrapper", "ButtonWrapper"),
        ("NSKVONotifying_Shop.ColumnView", "ColumnView"), ("NSKVONotifying__TtC4Shop10ColumnView", "ColumnView"),
        ("NSKVONotifying_", "NSKVONotifying_"),
        ("Shop.Box<Shop.Item>", "Box<Item>"), ("Shop.Box<Swift.Array<Shop.Item>, Int>", "Box<Array<Item>, Int>"),
        ("SwiftUI._UIHostingView<SwiftUI.ModifiedContent<SwiftUI.AnyView, SwiftUI.RootModifier>>", "_UIHostingView<…>"),
        ("Shop.(unknown context at $10a2b3c4).Row", "Row"), ("_TtGC4Shop3BoxVS_4Item_", "Box<Item>"), ("_TtGC4Shop3BoxSi_", "Box<…>"),
        ("_TtC4Shop99Short", "_TtC4Shop99Short"), ("_TtC", "_TtC"), ("TtimerView", "TtimerView"), ("", ""), ("Shop.", "Shop."),
        ("<UIView>", "<UIView>"),
        ("_TtC5UIKitP33", "_TtC5UIKitP33"), ("_TtC999999999999999999999", "_TtC999999999999999999999"),
    ])
    func `classes lose their module and mangling`(_ name: String, _ short: String) {
        #expect(ClassName.short(name) == short)
    }
}

@Suite struct EquationItemTests {
    @Test(arguments: [
        ("title.top == root.top + 8", ["title", "root"]), ("a.width == 0.5 * b.height - 2.25 @ 750", ["a", "b"]),
        (#""1.5 of 2".width >= "a \"b\" \\c".width"#, ["1.5 of 2", #"a "b" \c"#]), (#""list.content".height == 4"#, ["list.content"]),
        ("größe_1.width == 1:3 * b.width", ["größe_1", "b"]), ("", []), ("3.5", []),
    ])
    func `the items of an equation are found`(_ text: String, _ items: [String]) {
        #expect(LayoutDocument.items(inEquation: text) == items)
    }

    @Test func `an equation for people calls views by their names`() {
        var views = [LayoutView(id: "root"), LayoutView(id: "12-ab", parent: 0, className: "UILabel", text: "Hello")]
        views[0].label = "Card"
        let row = LayoutConstraint(id: "c", first: LayoutAnchor(1, .leading), second: LayoutAnchor(0, .leading), constant: 8)
        let document = LayoutDocument(root: 0, views: views, constraints: [row])
        let names = ViewNames(document)
        #expect(document.equation(of: row) == #""12-ab".leading == root.leading + 8"#)
        #expect(document.equation(of: row, by: names) == "UILabel “Hello”.leading == Card.leading + 8")
        #expect(document.phrase(of: row, by: names) == "H:|-(8)-[UILabel “Hello”]")
        #expect(document.equation(of: .rootSize(.width), by: names) == "Card.width == size")
    }
}
