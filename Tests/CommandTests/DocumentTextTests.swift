import Foundation
import Testing

/// The text report of documents as people write them: the cause, the row that is mistaken, and the first change.
@Suite struct DocumentTextTests {
    /// Checks a layout of views below one root.
    private func check(_ views: String, _ constraints: String, width: Int = 375, height: Int = 667) throws -> [String] {
        let document = """
            {"size": {"width": \(width), "height": \(height)}, "views": [{"id": "root"}, \(views)], "constraints": [\(constraints)]}
            """
        return try Program.run("check", "-", input: document).output.components(separatedBy: "\n")
    }

    private func view(_ id: String, _ className: String = "", parent: String = "root", more: String = "") -> String {
        #"{"id": "\#(id)", "parent": "\#(parent)"\#(className.isEmpty ? "" : #", "class": "\#(className)""#)\#(more)}"#
    }

    @Test func `a photo keeps its aspect ratio and gives up its fixed height`() throws {
        let photo = view("photo", "UIImageView")
        let text = try check(photo, #""H:|-20-[photo]-20-|", "V:|-20-[photo(200)]", "photo.height == photo.width * 9:16""#)
        #expect(text[0].hasSuffix("UIImageView is fixed at 200 high, but its aspect ratio requires 188.44 high: 335 × 9/16 = 188.44 [aspect-ratio]"))
        #expect(text[1] == "  fix: remove the height constraint of UIImageView (c2.2): the aspect ratio already determines it")
        #expect(text[2] == "  or: give the height constraint of UIImageView (c2.2) a priority of 999")
        #expect(text[3] == "  or: change the constant of the height of UIImageView (c2.2) to 188.44, which the aspect ratio requires")
        #expect(!text.contains { $0.hasPrefix("  why: ") }, "\(text)")
        // The same ratio from the other side.
        let turned = try check(photo, #""H:|-20-[photo]-20-|", "V:|-20-[photo(200)]", "photo.width == photo.height * 16:9""#)
        #expect(turned[0].contains(" requires 188.44 high: 335 × 9/16 = 188.44 ["), "\(turned)")
        let rounded = try check(photo, #""H:|-20-[photo]-20-|", "V:|-20-[photo(200)]", "photo.width == photo.height * 1.7778""#)
        #expect(rounded[0].contains(" requires 188.44 high: 335 / 1.7778 = 188.44 ["), "\(rounded)")
    }

    @Test func `a ratio between pins lets the card or the bottom give way`() throws {
        let views = [view("card"), view("photo", "UIImageView", parent: "card")].joined(separator: ", ")
        let card = #""H:|[card]|", "V:|[card]", "card.height == 300", "H:|[photo]|", "V:|[photo]|", "photo.height == photo.width * 0.5""#
        let text = try check(views, card)
        #expect(text[0].contains("[aspect-ratio]") && text[1].hasPrefix("  fix: remove the height constraint of card (c3)"), "\(text)")
        let pinned = try check(view("photo"), #""H:|[photo]|", "V:|[photo]|", "photo.height == photo.width * 0.5""#)
        #expect(pinned[1].contains("the pin of the bottom edge of photo") && !pinned[1].contains("aspect ratio of"), "\(pinned)")
    }

    @Test func `a size that is larger than everything is the mistake`() throws {
        let views = [view("icon"), view("label"), view("close", "UIButton")].joined(separator: ", ")
        let text = try check(views, #""H:|-16-[icon(40)]-12-[label]-12-[close(440)]-16-|", "V:|[icon]|", "V:|[label]|", "V:|[close]|""#)
        #expect(text[0].hasSuffix("UIButton is fixed at 440 wide, more than all of root (375) [overconstrained-chain]"))
        #expect(text[1] == "  fix: change the constant of the width of UIButton (c1.5) to 279 or less, for which there is room")
        #expect(text.contains("  why: 16 + 40 + 12 + 12 + 440 + 16 = 536, but root.width is 375 (over-constrained by 161 pt)"), "\(text)")
        // The fixed width of the icon says that it is not negative.
        #expect(text.contains("  cannot be negative: label.width"), "\(text)")
    }

    @Test func `equal widths need no fixed one`() throws {
        let views = ["home", "find", "add"].map { view($0, "UIButton") }.joined(separator: ", ")
        let heights = #""V:|[home]|", "V:|[find]|", "V:|[add]|""#
        let text = try check(views, #""H:|-8-[home]-8-[find(==home)]-8-[add(==home)]-8-|", "home.width == 130", \#(heights)"#, height: 49)
        #expect(text[0].contains(": home and the views of the same width are fixed at 130, but there is room for 114.33 each ["), "\(text)")
        #expect(text[1] == "  fix: remove the width constraint of home (c2): the equal widths already determine it")
    }

    @Test func `a list fills what others leave`() throws {
        let views = [view("header"), view("list", "UITableView"), view("footer")].joined(separator: ", ")
        let text = try check(
            views, #""V:|[header(60)][list(480)][footer(50)]|", "H:|[header]|", "H:|[list]|", "H:|[footer]|""#)
        #expect(text[0].contains(": UITableView is fixed at 480 high, but the constraints around it leave 557 ["), "\(text)")
        #expect(text[1].hasPrefix("  fix: remove the height constraint of UITableView (c1.4)"), "\(text)")
    }

    @Test func `an image is shortened for the keyboard, and its guide is not`() throws {
        let guide = #"{"id": "keyboard", "parent": "root", "kind": "guide"}"#
        let views = [guide, view("logo", "UIImageView"), view("login", "UIButton")].joined(separator: ", ")
        let text = try check(
            views,
            #""keyboard.leading == root.leading", "keyboard.trailing == root.trailing", "keyboard.bottom == root.bottom", "#
                + #""keyboard.height == 336", "V:|-60-[logo(250)]-24-[login(50)]", "login.bottom == keyboard.top - 16", "H:|[logo]|", "H:|[login]|""#)
        #expect(text[0].contains(": root is 667 high, but what is pinned down it needs 736, 69 pt too much ["), "\(text)")
        #expect(text[1].hasPrefix("  fix: give the height constraint of UIImageView (c5.2) a priority of 999, so that it can be smaller"), "\(text)")
        #expect(text.contains { $0.hasPrefix("  or: change the constant of the height of UIImageView (c5.2) to 181") }, "\(text)")
    }

    @Test func `a container that is too small says what its contents need`() throws {
        let views = [view("box"), view("a", parent: "box"), view("b", parent: "box")].joined(separator: ", ")
        let text = try check(views, #""H:|[box]|", "V:|[box(200)]", "V:|[a(100)]-8-[b(100)]|", "H:|[a]|", "H:|[b]|""#)
        #expect(text[0].contains(": box is fixed at 200 high, but its contents need 208 ["), "\(text)")
        #expect(text.contains("  why: 100 + 8 + 100 = 208, but box.height is 200 (over-constrained by 8 pt)"), "\(text)")
    }

    @Test func `an ambiguity that a conflict causes takes two lines`() throws {
        let text = try check(
            [view("a"), view("b"), view("c")].joined(separator: ", "),
            #""H:|-20-[a(200)]-20-[b]-20-[c(200)]-20-|", "V:|[a]|", "V:|[b]|", "V:|[c]|""#)
        let place = text.firstIndex { $0.contains(": warning: ") }
        if let place { #expect(text[place + 1].hasPrefix("  fix: end the conflict first") && !text[place + 2].hasPrefix("  c"), "\(text)") }
        #expect(text[1].contains("of a (c1.2)") || text[1].contains("of c (c1.5)"), "\(text)")
    }

    @Test func `the content of a scroll view need not be as high as that`() throws {
        let views = [
            #"{"id": "scroll", "parent": "root", "kind": "scroll"}"#, view("stack", parent: "scroll"), view("one", parent: "stack"),
            view("two", parent: "stack"),
        ].joined(separator: ", ")
        let text = try check(
            views,
            #""H:|[scroll]|", "V:|[scroll]|", "H:|[stack]|", "V:|[stack]|", "stack.width == scroll.width", "stack.height == scroll.height", "#
                + #""V:|[one(400)]-8-[two(400)]|", "H:|[one]|", "H:|[two]|""#)
        #expect(text[0].contains(": stack is as high as the scroll view scroll, but its contents need 141 pt more ["), "\(text)")
        #expect(text[1] == "  fix: remove the height constraint of stack (c6), so that the content can scroll", "\(text)")
    }

    @Test func `minimums and contents give way before pins`() throws {
        let minimums = try check(
            [view("a"), view("b")].joined(separator: ", "), #""H:|-8-[a(>=200)]-8-[b(>=150)]-8-|", "V:|[a]|", "V:|[b]|""#, width: 320)
        #expect(minimums[1] == "  fix: give the minimum width constraint of a (c1.2) a priority of 999, so that it can be smaller", "\(minimums)")
        #expect(minimums.contains { $0.hasSuffix("the minimum width of a (c1.2) to 146 or less, for which there is room") }, "\(minimums)")
        let content = #", "intrinsicContentSize": {"width": 100, "height": 20}, "compressionResistance": {"horizontal": 1000}"#
        let text = try check(view("sum", "UILabel", more: content), #""H:|-16-[sum]-16-|", "V:|[sum]|""#, width: 120)
        #expect(text[1].contains("the horizontal compression resistance of UILabel a priority of 999, so that its content is cut"), "\(text)")
    }

    @Test func `a gap that is set twice is set wrong where views would overlap`() throws {
        let text = try check(
            [view("a"), view("b")].joined(separator: ", "),
            #""a.leading == root.leading + 16", "a.trailing == b.leading + 8", "b.trailing == root.trailing - 16", "#
                + #""b.leading == a.trailing + 8", "a.width == b.width", "V:|[a]|", "V:|[b]|""#)
        #expect(text[0].contains(": The gap between a and b is set twice: to 8, and to -8, with which they would overlap ["), "\(text)")
        #expect(text[1].contains("(c2): c4 already sets the gap"), "\(text)")
    }
}
