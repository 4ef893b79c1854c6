import Foundation
import Testing

/// The content of scroll views that lacks a constraint.
@Suite struct ScrollContentTextTests {
    @Test func `the last view ends the content, and not the guide of the frame`() throws {
        let document = """
            {"size": {"width": 390, "height": 844},
             "views": [{"id": "root"}, {"id": "scroll", "parent": "root", "kind": "scroll", "class": "UIScrollView"},
                       {"id": "frame", "parent": "scroll", "kind": "guide", "insets": {}},
                       {"id": "a", "parent": "scroll", "class": "UILabel", "intrinsicContentSize": {"width": 100, "height": 20}}],
             "constraints": ["H:|[scroll]|", "V:|[scroll]|", "a.top == scroll.top + 20", "a.leading == scroll.leading + 20",
                             "a.trailing == scroll.trailing - 20", "a.width == frame.width - 40"]}
            """
        let text = try Program.run("check", "-", input: document).output
        #expect(text.contains("fix: pin the bottom of UILabel to the bottom of the content of UIScrollView, 20 pt apart"), "\(text)")
        #expect(!text.contains("frame.bottom"), "\(text)")
    }

    @Test func `a superview is as high as the only view inside it`() throws {
        let document = """
            {"size": {"width": 320, "height": 568},
             "views": [{"id": "root"}, {"id": "box", "class": "UIView", "parent": "root"},
                       {"id": "field", "class": "UITextField", "parent": "box", "intrinsicContentSize": {"width": -1, "height": 34}}],
             "constraints": ["box.centerX == root.centerX", "box.centerY == root.centerY", "box.width == 0.8 * root.width",
                             "field.leading == box.leading", "field.trailing == box.trailing", "field.top == box.top"]}
            """
        let text = try Program.run("check", "-", input: document).output
        #expect(text.contains("add field.bottom == box.bottom"), "\(text)")
        #expect(text.components(separatedBy: "set the height of").count <= 2, "\(text)")
    }
}
