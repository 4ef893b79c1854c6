import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

@Suite struct VisualFormatOptionTests {
    @Test(arguments: [
        ("alignAllTop", "top"), ("alignAllBottom", "bottom"), ("alignAllCenterY", "centerY"), ("alignAllFirstBaseline", "firstBaseline"),
        ("alignAllLastBaseline", "lastBaseline"), ("alignAllBaseline", "lastBaseline"),
    ])
    func `views side by side are aligned`(option: String, attribute: String) throws {
        try Layout.expect(
            "H:|[a]-[b][c]", options: [option],
            means: [
                "a.leading == root.leading", "b.leading == a.trailing + 8", "c.leading == b.trailing", "a.\(attribute) == b.\(attribute)",
                "b.\(attribute) == c.\(attribute)",
            ])
        let wrong = failure(Layout.json(#"{"visual": "V:[a][b]", "options": ["directionLeftToRight", "\#(option)"]}"#))
        #expect(wrong?.code == "option-along-axis" && wrong?.pointer == "/constraints/0/options/1")
    }

    @Test(arguments: [
        ("alignAllLeft", "left"), ("alignAllRight", "right"), ("alignAllLeading", "leading"), ("alignAllTrailing", "trailing"),
        ("alignAllCenterX", "centerX"),
    ])
    func `views above each other are aligned`(option: String, attribute: String) throws {
        try Layout.expect("V:[a][b]", options: [option], means: ["b.top == a.bottom", "a.\(attribute) == b.\(attribute)"])
        let wrong = failure(Layout.json(#"{"visual": "[a][b]", "options": ["\#(option)"]}"#))
        #expect(wrong?.code == "option-along-axis" && wrong?.pointer == "/constraints/0/options/0")
        #expect(wrong?.message.contains("H: allows top, bottom, centerY and baselines") == true)
    }

    @Test(arguments: ["alignAllCenterY", ".alignAllCenterY", "NSLayoutFormatAlignAllCenterY", "NSLayoutConstraint.FormatOptions.alignAllCenterY"])
    func `an option is read as code says it`(option: String) throws {
        try Layout.expect("[a][b]", options: [option], means: ["b.leading == a.trailing", "a.centerY == b.centerY"])
    }

    @Test(arguments: ["NSLayoutFormatAlignAllMiddle", "NSLayoutFormat", "UIView.alignAllTop", ".", "nslayoutformatAlignAllTop"])
    func `an option that no code has is unknown`(option: String) throws {
        let wrong = failure(Layout.json(#"{"visual": "[a][b]", "options": ["\#(option)"]}"#))
        #expect(wrong?.code == "unknown-option" && wrong?.message.contains("\"\(option)\"") == true)
    }

    @Test func `several alignments hold together, and a view alone has none`() throws {
        try Layout.expect(
            "[a][b]", options: ["alignAllTop", "alignAllBottom"], means: ["b.leading == a.trailing", "a.top == b.top", "a.bottom == b.bottom"])
        try Layout.expect("[a(5)]", options: ["alignAllTop"], means: ["a.width == 5"])
    }

    @Test func `directions choose the edges`() throws {
        let format = "|-8-[a]-(>=5)-[b]-9-|"
        try Layout.expect(
            format, options: ["directionLeadingToTrailing"],
            means: ["a.leading == root.leading + 8", "b.leading >= a.trailing + 5", "root.trailing == b.trailing + 9"])
        try Layout.expect(
            format, options: ["directionLeftToRight"], means: ["a.left == root.left + 8", "b.left >= a.right + 5", "root.right == b.right + 9"])
        try Layout.expect(
            format, options: ["directionRightToLeft"], means: ["root.right == a.right + 8", "a.left >= b.right + 5", "b.left == root.left + 9"])
        for option in ["directionLeadingToTrailing", "directionLeftToRight", "directionRightToLeft"] {
            try Layout.expect("V:|-8-[a][b]", options: [option], means: ["a.top == root.top + 8", "b.top == a.bottom"])
        }
        let two = failure(Layout.json(#"{"visual": "[a]", "options": ["directionLeftToRight", "directionRightToLeft"]}"#))
        #expect(two?.code == "several-options" && two?.pointer == "/constraints/0/options/1")
    }

    @Test func `spacing between baselines takes the baselines of views that have them`() throws {
        let option = ["spacingBaselineToBaseline"]
        try Layout.expect(
            "V:|-5-[e]-6-[f]-7-[a]-8-[b]-9-|", options: option,
            means: [
                "e.top == root.top + 5", "f.firstBaseline == e.lastBaseline + 6", "a.top == f.lastBaseline + 7", "b.top == a.bottom + 8",
                "root.bottom == b.bottom + 9",
            ])
        try Layout.expect("V:|-[e]-8-|", options: option, means: ["e.top == root.top + 20", "root.bottom == e.bottom + 8"])
        try Layout.expect("V:[a]-[b]", options: option, means: ["b.top == a.bottom + 8"])
        try Layout.expect("V:[e]-6-[f]", options: ["spacingEdgeToEdge"], means: ["f.top == e.bottom + 6"])
        let standard = failure(Layout.json(#"{"visual": "V:[a]-[e]", "options": ["spacingBaselineToBaseline"]}"#))
        #expect(standard?.code == "no-standard-spacing" && standard?.column == 6)
        #expect(failure(Layout.json(#"{"visual": "[e]-5-[f]", "options": ["spacingBaselineToBaseline"]}"#))?.code == "option-along-axis")
        #expect(
            failure(Layout.json(#"{"visual": "V:[e]", "options": ["spacingBaselineToBaseline", "spacingEdgeToEdge"]}"#))?.code == "several-options")
    }
}

/// A priority for a whole format, as code sets it on the array that UIKit returns.
@Suite struct VisualFormatPriorityTests {
    private func rows(_ members: String) throws -> [String] {
        let document = try document(Layout.json(#"{"id": "row", "priority": 750, \#(members)}"#))
        return document.constraints.map { document.equation(of: $0) }
    }

    @Test func `the priority of an entry is that of rows without their own`() throws {
        #expect(
            try rows(#""visual": "|-[a(>=50)][b(60@required,70@20)]-|", "options": ["alignAllTop"]"#) == [
                "a.leading == root.leading + 20 @ 750", "a.width >= 50 @ 750", "b.leading == a.trailing @ 750", "b.width == 60", "b.width == 70 @ 20",
                "root.trailing == b.trailing + 20 @ 750", "a.top == b.top @ 750",
            ])
    }

    @Test func `spacers stay in their places, and only their lengths have the priority`() throws {
        let equations = try rows(#""visual": "|~[a]~|", "extended": true"#)
        #expect(equations.filter { $0.hasSuffix("@ 750") } == [#""row~2".width == "row~1".width @ 750"#])
        let distance = try rows(#""visual": "|-10%-[a]", "extended": true"#)
        #expect(distance.filter { $0.hasSuffix("@ 750") } == [#"a.leading == "row~1".trailing @ 750"#])
    }

    @Test(arguments: [
        ("0", "priority-out-of-range"), ("1001", "priority-out-of-range"), ("\"high\"", nil), ("\"pad\"", nil), ("\"heigh\"", "not-a-number"),
        ("[]", "wrong-type"),
    ])
    func `it takes what other priorities take`(value: String, code: String?) throws {
        let json = Layout.json(#"{"visual": "[a(50)]", "priority": \#(value)}"#)
        if let code {
            let error = #expect(throws: ImportError.self) { try document(json) }
            #expect(error?.code == code && error?.pointer == "/constraints/0/priority", "\(value): \(String(describing: error))")
        } else {
            #expect(try document(json).constraints.first?.priority.double == (value == "\"high\"" ? 750 : 12))
        }
    }
}
