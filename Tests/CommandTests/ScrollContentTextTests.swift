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
}
