internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

@Suite struct DocumentTests {
    @Test func `every key of a document is read`() throws {
        let read = try document(
            #"""
            {"format": "plumbline/1", "name": "Cell", "root": "r", "size": {"width": 390.5}, "direction": "rtl", "metrics": {"pad": "3:2"},
             "spacing": {"sibling": 4, "superview": 16},
             "views": [{"id": "t", "parent": "r", "class": "UILabel", "text": "Hi", "intrinsicContentSize": {"width": 60, "height": -1},
               "hugging": {"vertical": 1000}, "compressionResistance": {"horizontal": 1}, "baseline": {"firstFromTop": 16, "lastFromBottom": 4},
               "alignmentRectInsets": {"top": 1}, "layoutMargins": {"leading": 2, "right": 3}},
              {"id": "r", "parent": null},
              {"id": "b", "parent": "r", "autoresizing": {"frame": {"x": -8, "y": 8, "width": 20, "height": 0},
               "superview": {"width": 39, "height": 84}, "mask": ["flexibleLeftMargin"]}},
              {"id": "g", "parent": "r", "kind": "guide", "insets": {"top": 47, "trailing": null}}],
             "constraints": [{"id": "k", "first": {"item": "t", "attribute": "baseline"}, "relation": "≥", "second": {"item": "r",
               "attribute": "top"}, "multiplier": "375:667", "constant": "pad", "priority": "low", "identifier": "fittingSizeHTarget",
               "active": false, "source": {"file": "A.swift", "line": 42}}]}
            """#)
        #expect(read.warnings.isEmpty)
        #expect(read.name == "Cell" && read.root == 1 && read.direction == .rtl)
        #expect(read.size == LayoutSize(width: Rational(781, over: 2)))
        let title = LayoutView(
            id: "t", parent: 1, className: "UILabel", text: "Hi", intrinsicContentSize: LayoutSize(width: 60),
            hugging: AxisPair(horizontal: 250, vertical: 1000), compressionResistance: AxisPair(horizontal: 1, vertical: 750),
            firstBaselineFromTop: 16, lastBaselineFromBottom: 4, alignmentRectInsets: LayoutInsets(top: 1),
            layoutMargins: LayoutInsets(right: 3, leading: 2))
        #expect(read.views[0] == title)
        let mask = Autoresizing(x: -8, y: 8, width: 20, height: 0, superviewWidth: 39, superviewHeight: 84, mask: [.flexibleLeftMargin])
        #expect(read.views[2] == LayoutView(id: "b", parent: 1, autoresizing: mask))
        #expect(read.views[3] == LayoutView(id: "g", parent: 1, kind: .guide, insets: LayoutInsets(top: 47)))
        let constraint = LayoutConstraint(
            id: "k", first: LayoutAnchor(0, .lastBaseline), relation: .greaterThanOrEqual, second: LayoutAnchor(1, .top),
            multiplier: try #require(Rational(375, over: 667)), constant: try #require(Rational(3, over: 2)), priority: 250, isActive: false,
            identifier: "fittingSizeHTarget", source: SourceReference(file: "A.swift", line: 42), origin: .fitting)
        #expect(read.constraints == [constraint])
    }

    @Test func `items of constraints without a list of views become children of one root`() throws {
        let read = try document(
            #"{"root": "main", "constraints": ["a.top == main.top", {"equation": "b.width == 5", "constant": 6, "second": {"item": "c"}}]}"#)
        #expect(read.views.map(\.id) == ["main", "a", "b", "c"])
        #expect(read.views.map(\.parent) == [nil, 0, 0, 0])
        #expect(read.constraints.map(\.id) == ["c1", "c2"])
        #expect(read.constraints[1].second == nil && read.constraints[1].constant == 6)
    }

    @Test(arguments: [
        ("0.1", 1, 10), ("-12.345678", -6_172_839, 500_000), ("1e3", 1000, 1), ("25e-1", 5, 2), ("1.0", 1, 1), ("-0.0", 0, 1),
        (#""375:667""#, 375, 667), (#""-1.5:3""#, -1, 2), (#""12.50""#, 25, 2), ("123456789.25", 493_827_157, 4), ("0.30000000000000004", 0, 0),
    ])
    func `a number is exactly the decimal written`(text: String, numerator: Int, denominator: Int) throws {
        let read = try document(#"{"constraints": [{"first": {"item": "a", "attribute": "width"}, "constant": \#(text)}]}"#)
        let expected = denominator == 0 ? Rational(decimal: text) : Rational(numerator, over: denominator)
        #expect(read.constraints[0].constant == expected)
    }

    @Test(arguments: [
        ("0.333333333", "1/3"), ("0.33333333", "33333333/100000000"), ("0.6666666667", "2/3"), ("1.7777777777777777", "16/9"), ("1e-10", "0"),
        ("0.1234567", "1234567/10000000"),
    ])
    func `a multiplier near a fraction is that fraction`(text: String, value: String) throws {
        let read = try document(
            #"{"constraints": [{"first": {"item": "a", "attribute": "width"}, "second": {"item": "b", "attribute": "width"}, "multiplier": \#(text)}]}"#
        )
        #expect(read.constraints[0].multiplier.description == value)
    }

    @Test func `a named priority wins over a metric, and a metric over a number in text`() throws {
        let read = try document(
            #"{"metrics": {"high": 3, "8": 9}, "constraints": ["a.width == 1 @ high", {"equation": "a.width == 1", "priority": "high", "constant": "8"}]}"#
        )
        #expect(read.constraints.map(\.priority) == [750, 750])
        #expect(read.constraints[1].constant == 9)
    }

    @Test func `unknown keys are warned about a hundred times and then counted`() throws {
        let keys = (0..<150).map { "\"k\($0)\": 1" }.joined(separator: ", ")
        let read = try document(#"{"constraints": [{"equation": "a.width == 1", "a/b": {"c": 1}}], \#(keys)}"#)
        #expect(read.warnings.count == 101)
        #expect(read.warnings.first?.contains("\"k0\" at /k0") == true)
        #expect(read.warnings.last?.hasPrefix("51 more") == true)
        let one = try document(#"{"constraints": [{"equation": "a.width == 1", "a/b": {"c": 1}}]}"#)
        #expect(one.warnings == ["unknown key \"a/b\" at /constraints/0/a~1b is ignored"])
    }
}
