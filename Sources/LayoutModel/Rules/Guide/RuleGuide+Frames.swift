// Help pages of rules about frames.

extension RuleGuide {
    static let truncatedText = RuleGuide(
        "Truncated text", "A view has less room than its text needs.",
        "Its frame is smaller than its intrinsic size, so the text is truncated or cut off. Labels, buttons and other views with text are checked; "
            + "text views and text fields are not, because they scroll. Give the view more room, let its neighbour shrink, "
            + "or allow more lines. If several sizes of the root or of the text are checked, the finding lists those at which it occurs.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"},
              {"id": "title", "parent": "root", "text": "Hello, world", "intrinsicContentSize": {"width": 120, "height": 20}}],
             "constraints": ["H:|[title]|", "V:|[title]"]}
            """,
        right: """
            {"size": {"width": 120, "height": 44}, "views": [{"id": "root"},
              {"id": "title", "parent": "root", "text": "Hello, world", "intrinsicContentSize": {"width": 120, "height": 20}}],
             "constraints": ["H:|[title]|", "V:|[title]"]}
            """)

    static let outOfParent = RuleGuide(
        "Out of parent", "A view extends beyond its superview.",
        "The part outside is cut off if the superview clips, and it never receives touches. In a scroll view, views are compared with "
            + "the content area. \"tolerance\" is the number of points that are allowed. Shadows that alignment insets exclude are not "
            + "reported.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 60", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 40", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """)

    static let overlappingViews = RuleGuide(
        "Overlapping views", "Two sibling views overlap.",
        "A view that lies completely on a sibling is not reported, because it is usually content on a background, unless both show text. If an "
            + "overlap is intended, such as a badge on the corner of a picture, suppress the finding in the document and state the reason.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width == 60", "a.top == root.top", "a.height == 20",
              "b.trailing == root.trailing", "b.width == 60", "b.top == root.top", "b.height == 20"]}
            """,
        right: """
            {"size": {"width": 120, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width == 60", "a.top == root.top", "a.height == 20",
              "b.trailing == root.trailing", "b.width == 60", "b.top == root.top", "b.height == 20"]}
            """)

    static let minimumSize = RuleGuide(
        "Too small", "A view is smaller than the minimum size of its class.",
        "By default buttons (classes whose name ends in Button) and UIControl must be at least 44 points wide and high, as Apple's "
            + "guidelines require of controls. Set other sizes with \"minimumSizes\" in .plumbline.json: {\"UIButton\": {\"width\": 44, \"height\": "
            + "44}, \"*Cell\": {\"height\": 44}, \"#close\": {\"width\": 48}}.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"}, {"id": "close", "parent": "root", "class": "UIButton"}],
             "constraints": ["H:|[close(24)]", "V:|[close(24)]"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"}, {"id": "close", "parent": "root", "class": "UIButton"}],
             "constraints": ["H:|[close(44)]", "V:|[close(44)]"]}
            """)

    static let rtlAsymmetry = RuleGuide(
        "Not mirrored", "A view is not at its mirrored place in the other reading direction.",
        "The layout is solved in both directions. Views that use left or right, have an autoresizing mask, or are placed at a share "
            + "of the superview's width (centerX with a multiplier) do not move while the others are mirrored. Use leading and trailing.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.left == root.left + 8", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """)
}
