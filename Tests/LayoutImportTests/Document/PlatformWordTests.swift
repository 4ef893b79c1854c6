internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

@Suite struct PlatformWordTests {
    @Test(arguments: [
        (".required", 1000), ("UILayoutPriority.required", 1000), ("UILayoutPriorityDefaultHigh", 750), (".defaultLow", 250),
        ("NSLayoutConstraint.Priority.defaultHigh", 750), ("NSLayoutPriorityFittingSizeCompression", 50), (".fittingSizeLevel", 50),
        ("UILayoutPrioritySceneSizeStayPut", 500), (".dragThatCannotResizeWindow", 490),
    ])
    func `a priority is read as code says it`(word: String, priority: Int) throws {
        let read = try document(
            #"""
            {"views": [{"id": "root"}, {"id": "a", "parent": "root", "hugging": {".horizontal": "\#(word)", "UILayoutConstraintAxisVertical": "low"}}],
             "constraints": ["a.width == 1 @ \#(word)", {"equation": "a.width == 1", "priority": "\#(word)"}, "H:[a(1@\#(word))]", "H:[a(>=1@ \#(word) )]"]}
            """#)
        #expect(read.constraints.map(\.priority) == Array(repeating: Rational(priority), count: 4))
        #expect(read.views[1].hugging == AxisPair(horizontal: Rational(priority), vertical: 250))
    }

    @Test func `a metric wins over a word of code`() throws {
        let read = try document(
            #"""
            {"metrics": {"UILayoutPriorityRequired": 3},
             "constraints": ["a.width == 1 @ UILayoutPriorityRequired", {"equation": "a.width == 1", "priority": "UILayoutPriorityRequired"},
              "H:[a(1@UILayoutPriorityRequired)]"]}
            """#)
        #expect(read.constraints.map(\.priority) == [3, 3, 3])
        #expect(read.warnings.isEmpty)
    }

    @Test(arguments: [(".greaterThanOrEqual", ">="), ("NSLayoutRelationLessThanOrEqual", "<="), ("NSLayoutConstraint.Relation.equal", "==")])
    func `a relation is read as code says it`(word: String, sign: String) throws {
        let read = try document(
            #"{"constraints": ["a.width \#(word) 2 * b.width", {"first": {"item": "a", "attribute": "width"}, "relation": "\#(word)", "constant": 1}]}"#
        )
        #expect(read.constraints.map(\.relation.rawValue) == [sign, sign])
        #expect(read.constraints[0].multiplier == 2)
    }

    @Test(arguments: [
        (".top", "top"), ("NSLayoutAttributeCenterYWithinMargins", "centerYWithinMargins"),
        ("NSLayoutConstraint.Attribute.firstBaseline", "firstBaseline"),
        ("NSLayoutAttributeBaseline", "lastBaseline"),
    ])
    func `an attribute is read as code says it`(word: String, attribute: String) throws {
        let read = try document(
            #"""
            {"constraints": [{"first": {"item": "a", "attribute": "\#(word)"}, "second": {"item": "b", "attribute": "\#(word)"}},
             {"first": {"item": "a", "attribute": ".width"}, "second": {"item": "b", "attribute": "NSLayoutAttributeNotAnAttribute"}, "constant": 2},
             "a.NSLayoutAttributeLeading == b.leading"]}
            """#)
        #expect(read.constraints[0].first.attribute.rawValue == attribute && read.constraints[0].second?.attribute.rawValue == attribute)
        #expect(read.constraints[1].second == nil && read.constraints[2].first.attribute == .leading)
    }

    @Test(arguments: [
        ("UIUserInterfaceLayoutDirectionRightToLeft", LayoutDirection.rtl), (".leftToRight", .ltr),
        ("UISemanticContentAttribute.forceRightToLeft", .rtl),
    ])
    func `direction, kind and mask are read as code says them`(word: String, direction: LayoutDirection) throws {
        let read = try document(
            #"""
            {"direction": "\#(word)", "constraints": [], "views": [{"id": "root", "kind": "UIView"}, {"id": "g", "parent": "root", "kind": "UILayoutGuide"},
             {"id": "s", "parent": "root", "kind": "UIScrollView"}, {"id": "m", "parent": "root", "autoresizing": {"frame":
              {"x": 0, "y": 0, "width": 1, "height": 1}, "superview": {"width": 1, "height": 1},
              "mask": [".flexibleWidth", "UIViewAutoresizingFlexibleHeight", "UIView.AutoresizingMask.flexibleTopMargin"]}}]}
            """#)
        #expect(read.direction == direction)
        #expect(read.views.map(\.kind) == [.view, .guide, .scroll, .view])
        #expect(read.views[3].autoresizing?.mask == [.flexibleWidth, .flexibleHeight, .flexibleTopMargin])
    }

    @Test(arguments: [
        (#"{"direction": ".up", "constraints": []}"#, "unknown-direction"), (#"{"constraints": ["a.width .near 5"]}"#, "bad-equation"),
        (#"{"constraints": ["a.width == 5 @ .urgent"]}"#, "bad-equation"), (#"{"constraints": ["a.width \"==\" 5"]}"#, "bad-equation"),
        (#"{"constraints": [{"first": {"item": "a", "attribute": "NSLayoutRelationEqual"}}]}"#, "unknown-attribute"),
        (#"{"constraints": [{"first": {"item": "a", "attribute": "width"}, "relation": ".top"}]}"#, "unknown-relation"),
        (#"{"constraints": [{"equation": "a.width == 1", "priority": "UIView.required"}]}"#, "not-a-number"),
        (#"{"constraints": ["H:[a(1@.urgent)]"]}"#, "bad-visual-format"),
    ])
    func `a word that no code has there is refused`(text: String, code: String) {
        #expect(failure(text)?.code == code)
    }

    @Test func `a metric with the name of a priority is warned about in a visual format`() throws {
        let read = try document(
            #"""
            {"metrics": {"high": 500, "low": 250, "pad": 3},
             "constraints": ["H:[a(high@high)]", {"visual": "V:[a(1@required,>=2@low)]", "metrics": {"required": 9}}, "a.width == 1 @ high"]}
            """#)
        #expect(read.constraints.map(\.priority) == [750, 1000, 250, 750])
        #expect(read.constraints[0].constant == 500)
        #expect(
            read.warnings == [
                "the metric \"high\" is not used in /constraints/0: there @high is the priority 750, while UIKit would use the metric; rename the metric",
                "the metric \"required\" is not used in /constraints/1/visual: there @required is the priority 1000, while UIKit would use the metric; rename the metric",
            ])
    }
}
