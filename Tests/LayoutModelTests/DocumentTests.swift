import ExactArithmetic
import LayoutModel
import Testing

/// Views, constraints and changes of documents.
@Suite struct DocumentTests {
    // MARK: Attributes

    @Test func `attributes are of one kind and axis, with the names of Auto Layout`() {
        for attribute in LayoutAttribute.allCases {
            #expect(LayoutAttribute(name: attribute.rawValue) == attribute)
            switch attribute.kind {
            case .size: #expect([.width, .height].contains(attribute) && !attribute.isEdge && !attribute.isMargin)
            case .horizontalLocation: #expect(attribute.axis == .horizontal)
            case .verticalLocation: #expect(attribute.axis == .vertical && !attribute.isDirectional && !attribute.isAbsolute)
            }
            #expect(attribute.isMargin == attribute.rawValue.contains("Margin") && attribute.isBaseline == attribute.rawValue.hasSuffix("Baseline"))
            #expect(attribute.isDirectional == (attribute.rawValue.hasPrefix("leading") || attribute.rawValue.hasPrefix("trailing")))
            #expect(attribute.isAbsolute == (attribute.rawValue.hasPrefix("left") || attribute.rawValue.hasPrefix("right")))
        }
        #expect(LayoutAttribute(name: "baseline") == .lastBaseline && LayoutAttribute(name: "Width") == nil)
        #expect(LayoutAttribute.allCases.filter(\.isEdge).map(\.rawValue) == ["left", "right", "top", "bottom", "leading", "trailing"])
        #expect(LayoutAttribute.width.axis == .horizontal && LayoutAttribute.height.axis == .vertical)
        for (sign, relation) in [("=", LayoutRelation.equal), ("≤", .lessThanOrEqual), (">=", .greaterThanOrEqual)] {
            #expect(LayoutRelation(sign: sign) == relation)
        }
        #expect(LayoutRelation(sign: "<") == nil)
        #expect(LayoutPriority.named("high") == 750 && LayoutPriority.named("low") == 250 && LayoutPriority.named("High") == nil)
    }

    @Test(
        arguments: [
            (nil, "user"), ("my constraint", "user"), ("UIView-Encapsulated-Layout-Width", "encapsulated"), ("_UITemporaryLayoutHeight", "temporary"),
            ("fittingSizeHTarget", "fitting"), ("UISV-spacing", "system"), ("_UIButtonSpacing", "system"), ("UIView-Encapsulated", "user"),
            ("myUISV-spacing", "user"),
        ] as [(String?, String)])
    func `an identifier says who made a constraint`(identifier: String?, origin: String) {
        #expect(LayoutConstraint.Origin(identifier: identifier).rawValue == origin)
        let constraint = LayoutConstraint(id: "c", first: LayoutAnchor(0, .width), origin: LayoutConstraint.Origin(identifier: identifier))
        #expect(constraint.isExternalSize == ["encapsulated", "temporary", "fitting"].contains(origin))
    }

    // MARK: Rare members

    @Test func `a rare member that is set back leaves nothing behind`() {
        let plain = LayoutView(id: "a")
        var view = plain
        let copy = view
        view.label = "Title"
        view.textSizes = [TextSize(scale: 2, size: LayoutSize(width: 3))]
        view.design = ViewDesign(isSafeArea: true)
        view.layoutMargins = LayoutInsets(top: 4)
        view.alignmentRectInsets.left = 1
        #expect(view != plain && !view.hasNothingRare && view.label == "Title" && view.layoutMargins.top == 4 && view.alignmentRectInsets.left == 1)
        #expect(copy == plain && copy.hasNothingRare)
        let (one, two) = (view, view)
        #expect(one == two && one.hashValue == two.hashValue && view.design?.isSafeArea == true)
        view.label = nil
        view.textSizes = []
        view.design = nil
        view.layoutMargins = LayoutInsets()
        view.alignmentRectInsets = LayoutInsets()
        #expect(view == plain && view.hasNothingRare && view.hashValue == plain.hashValue)
        let made = LayoutView(id: "a", layoutMargins: LayoutInsets(top: 4))
        #expect(made.layoutMargins.top == 4 && made.insets == nil && !made.hasNothingRare)
    }

    @Test func `a constraint's rare members do not depend on each other`() {
        let plain = LayoutConstraint(id: "c", first: LayoutAnchor(0, .width))
        var row = plain
        row.source = SourceReference(file: "A.swift", line: 3)
        row.isPlaceholder = true
        row.identifier = "x"
        row.printed = "<…>"
        #expect(row.source?.line == 3 && row.isPlaceholder && row.identifier == "x" && row.printed == "<…>" && row.unknownConstant == nil)
        row.source = nil
        #expect(row.isPlaceholder && row.identifier == "x" && row != plain)
        row.isPlaceholder = false
        row.identifier = nil
        row.printed = nil
        #expect(row == plain && row.hashValue == plain.hashValue)
        #expect(LayoutConstraint(id: "c", first: LayoutAnchor(0, .width), identifier: "x").identifier == "x")
    }

    @Test func `values by axis and dimension are read and written alike`() {
        var (size, pair, frame) = (LayoutSize(width: 1), AxisPair(horizontal: 2, vertical: 3), LayoutFrame(x: 4, y: 5, width: 6, height: 7))
        #expect(size[.horizontal] == 1 && size[.vertical] == nil && pair[.vertical] == 3)
        (size[.vertical], pair[.horizontal]) = (8, 9)
        #expect(size == LayoutSize(width: 1, height: 8) && pair == AxisPair(horizontal: 9, vertical: 3))
        #expect(FrameDimension.allCases.map { frame[$0] } == [4, 5, 6, 7])
        for dimension in FrameDimension.allCases { frame[dimension] += 10 }
        #expect(frame == LayoutFrame(x: 14, y: 15, width: 16, height: 17))
        #expect(FrameDimension.allCases.map(\.attributeName) == ["minX", "minY", "width", "height"])
        #expect(FrameDimension.allCases.map(\.axis) == [.horizontal, .vertical, .horizontal, .vertical])
    }

    // MARK: Changes

    /// Against a list of the pairs of elements before and after.
    @Test(arguments: 0..<40) func `runs are the unchanged elements, as long as can be`(seed: Int) {
        var random = SeededNumbers(UInt64(seed))
        let count = random.below(12)
        let gone = (0..<count).filter { _ in random.below(4) == 0 }
        let after = count - gone.count
        let changed = (0..<after).filter { _ in random.below(4) == 0 }
        let runs = DocumentChange.runs(of: count, changed: changed, gone: gone)
        let remaining = (0..<count).filter { !gone.contains($0) }
        let expected = remaining.enumerated().filter { !changed.contains($0.offset) }.map { [$0.element, $0.offset] }
        #expect(runs.flatMap { run in run.before.map { [$0, run.after + $0 - run.before.lowerBound] } } == expected)
        for (one, next) in zip(runs, runs.dropFirst()) {
            #expect(one.before.upperBound < next.before.lowerBound || one.after + one.before.count < next.after, "\(one), \(next)")
        }
    }

    @Test func `a change begins at its own document and not at an equal one`() {
        let views = [LayoutView(id: "root"), LayoutView(id: "a", parent: 0)]
        let rows = (0..<3).map { LayoutConstraint(id: "c\($0)", first: LayoutAnchor(1, .width)) }
        let document = LayoutDocument(root: 0, views: views, constraints: rows)
        let change = DocumentChange(from: document, views: [], constraints: [1], isOfConstants: true)
        let equal = LayoutDocument(root: 0, views: views.map { $0 }, constraints: rows.map { $0 })
        #expect(equal == document && change.begins(at: document) && !change.begins(at: equal))
        #expect(change.begins(at: document.resized(.horizontal, to: 5).resized(.horizontal, to: 5)) == (document.size.width == 5))
        #expect(change.runs == [DocumentChange.Run(before: 0..<1, after: 0), DocumentChange.Run(before: 2..<3, after: 2)])
        #expect([Int]().isStored(with: []) && ![1].isStored(with: [1, 2]))
        #expect(document.line(ofConstraint: 0) == nil && !document.isWithoutConstraints)
    }

    // MARK: Limits and margins

    @Test func `the least size is that of the longest name that fits`() {
        let size = { (width: Rational) in FrameLimits.MinimumSize(width: width, height: nil) }
        let limits = FrameLimits(minimumSizes: [
            "*": size(1), "*Button": size(2), "*CloseButton": size(3), "UIButton": size(4), "#close": size(5), "MyCloseButton": size(6),
        ])
        func least(_ id: String, _ kind: String?) -> Rational? { limits.least(LayoutView(id: id, className: kind))?.width }
        #expect(least("close", "UIButton") == 5 && least("a", "UIButton") == 4 && least("a", "MyButton") == 2)
        #expect(least("a", "YourCloseButton") == 3 && least("a", "MyCloseButton") == 6 && least("a", "UILabel") == 1 && least("a", nil) == 1)
        let taps = FrameLimits()
        #expect(taps.least(LayoutView(id: "a", className: "UIButton"))?.height == 44 && taps.least(LayoutView(id: "a", className: "UILabel")) == nil)
    }

    @Test func `a needed margin is said as the end of a sentence`() {
        let document = LayoutDocument(root: 0, views: [LayoutView(id: "card")], constraints: [])
        func sentence(_ sides: [String], _ min: Rational?, _ max: Rational?) -> String {
            NeededMargin(view: 0, sides: sides, min: min, max: max).sentence(by: ViewNames(document))
        }
        #expect(sentence(["left", "right"], 66, 66) == "only if the left and right margins of card are 66 each (usual ones are 8, 16 or 20)")
        #expect(sentence(["top"], 8, 12) == "only if the top margin of card is 8 to 12")
        #expect(sentence(["top"], 21, nil) == "only if the top margin of card is 21 or more (usual ones are 8, 16 or 20)")
        #expect(sentence(["top"], nil, -1) == "only if the top margin of card is -1 or less (usual ones are 8, 16 or 20)")
        #expect(sentence(["top"], nil, nil) == "only if the top margin of card is anything")
    }

    @Test func `an edge of a scroll view means its content beside what is in it`() {
        var views = [LayoutView(id: "root"), LayoutView(id: "feed", parent: 0, kind: .scroll), LayoutView(id: "cell", parent: 1)]
        views += [LayoutView(id: "text", parent: 2), LayoutView(id: "other", parent: 0)]
        let document = LayoutDocument(root: 0, views: views, constraints: [])
        func isContent(_ attribute: LayoutAttribute, beside other: Int) -> Bool {
            document.meansContent(LayoutAnchor(1, attribute), beside: LayoutAnchor(other, attribute))
        }
        #expect(isContent(.top, beside: 2) && isContent(.leading, beside: 3) && !isContent(.top, beside: 4) && !isContent(.top, beside: 0))
        #expect(!isContent(.width, beside: 2) && !isContent(.centerX, beside: 2) && !isContent(.topMargin, beside: 2))
        #expect(!document.meansContent(LayoutAnchor(0, .top), beside: LayoutAnchor(2, .top)))
        // Superviews in a circle, which no importer makes, end as well.
        views[2].parent = 3
        #expect(!LayoutDocument(root: 0, views: views, constraints: []).meansContent(LayoutAnchor(1, .top), beside: LayoutAnchor(3, .top)))
    }
}
