// Help pages of rules about frames.

extension RuleGuide {
    static let truncatedText = RuleGuide(
        "Truncated text", "A view that shows a text gets less room than the text needs.",
        "Its frame is smaller than its intrinsic size, so the text ends in an ellipsis or is cut. Views with a text, labels and buttons are "
            + "looked at; text views and fields, which scroll, are not. Give the view more room, let its neighbour shrink, or allow more "
            + "lines; if another size of the root or of the text is tried, the finding lists the sizes.",
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
        "Out of parent", "A view reaches beyond its superview.",
        "What lies outside is cut off if the superview clips, and takes no touches in any case. In a scroll view the content area is what "
            + "counts. \"tolerance\" says how many points are allowed; shadows that alignment insets leave out do not count.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 60", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 40", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """)

    static let overlappingViews = RuleGuide(
        "Overlapping views", "Two siblings cover part of each other.",
        "One that lies wholly on another is taken for its background, unless both show a text. A badge on the corner of a picture is meant: "
            + "suppress it in the document with the reason.",
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
        "Too small", "A view is smaller than views of its class may be.",
        "By default buttons (classes whose name ends in Button) and UIControl are at least 44 points wide and high, as Apple's guidelines ask "
            + "of what is tapped. \"minimumSizes\" in .plumbline.json says otherwise: {\"UIButton\": {\"width\": 44, \"height\": 44}, "
            + "\"*Cell\": {\"height\": 44}, \"#close\": {\"width\": 48}}.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"}, {"id": "close", "parent": "root", "class": "UIButton"}],
             "constraints": ["H:|[close(24)]", "V:|[close(24)]"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "views": [{"id": "root"}, {"id": "close", "parent": "root", "class": "UIButton"}],
             "constraints": ["H:|[close(44)]", "V:|[close(44)]"]}
            """)

    static let rtlAsymmetry = RuleGuide(
        "Not mirrored", "A view does not lie where its mirror image would in the other reading direction.",
        "The layout is solved in both directions. Views that say left or right, have an autoresizing mask, or are placed at a share of the "
            + "superview's width (centerX with a multiplier) stay where they are while the rest is mirrored. Use leading and trailing.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.left == root.left + 8", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.width == 60", "title.top == root.top", "title.height == 20"]}
            """)
}
