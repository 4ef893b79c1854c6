internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

@Suite struct CanonicalDocumentTests {
    private func text(_ document: LayoutDocument) -> String { String(decoding: CanonicalDocument.json(document), as: UTF8.self) }

    @Test func `the text has fixed keys and leaves defaults out`() throws {
        let read = try document(
            #"{"constraints": ["list.width == 1:3 * b.width + 0.1 @ low", {"active": false, "equation": "b.height == 20", "source": {"file": "A.swift", "line": 4}}], "x": 1}"#
        )
        let first =
            #"{"id":"c1","first":{"item":"list","attribute":"width"},"relation":"==","second":{"item":"b","attribute":"width"},"multiplier":"1:3","constant":0.1,"priority":250}"#
        let second =
            #"{"id":"c2","first":{"item":"b","attribute":"height"},"relation":"==","constant":20,"active":false,"source":{"file":"A.swift","line":4}}"#
        #expect(
            text(read)
                == #"{"format":"plumbline/1","root":"root","views":[{"id":"root"},{"id":"list","parent":"root"},{"id":"b","parent":"root"}],"constraints":[\#(first),\#(second)]}"#
        )
    }

    @Test func `a label and an outlet are read without a warning and written where they are`() throws {
        let read = try document(
            #"{"views": [{"id": "root"}, {"id": "a", "parent": "root", "label": "Title", "outlet": "titleLabel"}, {"id": "b", "parent": "root", "outlet": null}], "constraints": []}"#
        )
        #expect(read.warnings.isEmpty && read.views[1].label == "Title" && read.views[1].outlet == "titleLabel" && read.views[2].outlet == nil)
        #expect(
            text(read)
                == #"{"format":"plumbline/1","root":"root","views":[{"id":"root"},{"id":"a","parent":"root","label":"Title","outlet":"titleLabel"},{"id":"b","parent":"root"}],"constraints":[]}"#
        )
        #expect(try document(text(read)) == read)
    }

    @Test func `content areas come back by the constraints that name them`() throws {
        let read = try document(
            #"{"views": [{"id": "z", "parent": "l.content"}, {"id": "r"}, {"id": "l", "parent": "r", "kind": "scroll"}], "constraints": ["\"l.content\".height == 5", "z.top == l.top"]}"#
        )
        #expect(read.views.count == 4)
        #expect(try document(text(read)) == read)
    }

    @Test func `numbers that JSON cannot hold are ratios`() throws {
        let read = try document(
            #"{"constraints": ["a.width == 0.12345678901234567890", {"equation": "a.width == 1", "constant": 1e300}, {"equation": "a.width == 1", "constant": 5e-324}, "a.width == 99999999999999999999", "a.width == 9007199254740993", {"equation": "a.width == 1", "constant": 18446744073709551615}]}"#
        )
        #expect(try document(text(read)) == read)
        #expect(text(read).contains(#""constant":"1234567890123456789:10000000000000000000""#))
        #expect(text(read).contains(#""constant":9007199254740993"#))
    }

    @Test func `random documents come back as they were`() throws {
        for seed in 1...300 {
            var made = RandomDocument(seed: UInt64(seed))
            let document = made.document()
            let bytes = CanonicalDocument.json(document)
            let again = try DocumentImporter().read(json: bytes)
            #expect(again == document, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
            #expect(CanonicalDocument.json(again) == bytes)
        }
    }

    @Test func `a fragment says that it is one, with what was printed`() throws {
        let constraint = LayoutConstraint(
            id: "c1", first: LayoutAnchor(1, .width), constant: 5, origin: .autoresizing, printed: "<NSLayoutConstraint:0x1 \"a\">",
            unknownConstant: "space")
        let fragment = LayoutDocument(
            root: 0, views: [LayoutView(id: "root"), LayoutView(id: "a", parent: 0)], constraints: [constraint], isFragment: true, recordedBroken: 0)
        let written = text(fragment)
        #expect(written.contains(#""fragment":true"#) && written.contains(#""recordedBroken":"c1""#))
        #expect(written.contains(#""origin":"autoresizing","unknownConstant":"space","printed":"<NSLayoutConstraint:0x1 \"a\">""#))
        #expect(try DocumentImporter().read(json: Array(written.utf8)) == fragment)
        // Only a fragment has such keys.
        let whole = try DocumentImporter().read(json: Array(written.replacing(#""fragment":true,"#, with: "").utf8))
        #expect(whole.warnings.count == 4 && whole.recordedBroken == nil && whole.constraints[0].printed == nil)
        for (part, other, pointer) in [
            (#""origin":"autoresizing""#, #""origin":"nowhere""#, "/constraints/0/origin"),
            (#""recordedBroken":"c1""#, #""recordedBroken":"c2""#, "/recordedBroken"), (#""fragment":true"#, #""fragment":1"#, "/fragment"),
        ] {
            let changed = written.replacing(part, with: other)
            #expect(changed != written)
            let error = #expect(throws: ImportError.self) { try DocumentImporter().read(json: Array(changed.utf8)) }
            #expect(error?.pointer == pointer, "\(other)")
        }
    }

    @Test func `what a log shows is read again as it was`() throws {
        let log = """
            (
                "<NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' UIView:0xa.width == 0.333333333 * UIScrollView:0xb.contentWidth   (active)>",
                "<NSAutoresizingMaskLayoutConstraint:0x2 h=--& v=--& UIView:0xa.minX == 8   (active)>",
                "<NSLayoutConstraint:0x3 H:[UILabel:0xc'Total']-(NSSpace)-[UIView:0xa]   (active)>",
                "<NSContentSizeLayoutConstraint:0x4 H:[UILabel:0xc'Total'(79)] Hug:251 CompressionResistance:750   (active)>"
            )
            Will attempt to recover by breaking constraint
            <NSLayoutConstraint:0x1 'UIView-Encapsulated-Layout-Width' UIView:0xa.width == 0.333333333 * UIScrollView:0xb.contentWidth   (active)>
            """
        var message = try fragment(log)
        message.lines = []
        let again = try DocumentImporter().read(json: CanonicalDocument.json(message))
        #expect(again.views.map(\.id).sorted() == message.views.map(\.id).sorted())
        #expect(again.views.filter(\.isAssumed).map(\.id) == ["superview of UIView:0xa"])
        #expect(again.constraints.map(\.multiplier) == message.constraints.map(\.multiplier))
        #expect(again.constraints.map(\.origin) == message.constraints.map(\.origin) && again.recordedBroken == 0)
        #expect(CanonicalDocument.json(again) == CanonicalDocument.json(message))
    }
}

/// A small generator of checked documents; the same seed gives the same document.
private struct RandomDocument {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private mutating func below(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    private mutating func number(from least: Int = -500) -> Rational {
        Rational(least + below(1000), over: [1, 1, 2, 3, 7, 8, 10, 100][below(8)]) ?? .zero
    }

    private mutating func insets() -> LayoutInsets {
        var insets = LayoutInsets()
        if chance(50) { insets.top = number() }
        if chance(50) { insets.left = number() }
        if chance(50) { insets.trailing = number() }
        if chance(20) { insets.bottom = number() }
        return insets
    }

    mutating func document() -> LayoutDocument {
        let ids = ["root", "a", "b\"", "ü/~", "", "a.b", "\n"]
        var views: [LayoutView] = []
        for (index, id) in ids.prefix(1 + below(ids.count)).enumerated() {
            var view = LayoutView(id: id, parent: index == 0 ? nil : below(index))
            if chance(20) { view.intrinsicContentSize = LayoutSize(width: number(from: 0), height: chance(50) ? number(from: 0) : nil) }
            if chance(20) { view.hugging.vertical = Rational(1 + below(1000)) }
            if chance(20) { view.compressionResistance.horizontal = Rational(1 + below(1000)) }
            if chance(20) { view.firstBaselineFromTop = number() }
            if chance(20) { view.lastBaselineFromBottom = number() }
            if chance(20) { view.layoutMargins = insets() }
            if chance(20) { view.alignmentRectInsets = insets() }
            if chance(20) { (view.className, view.text) = ("UILabel", "t\u{1}😀") }
            if chance(10) { (view.label, view.outlet) = ("a \"name\"", "outlet") }
            if index > 0, chance(20) { (view.kind, view.insets) = (.guide, chance(80) ? insets() : nil) }
            if index > 0, chance(20) {
                view.autoresizing = Autoresizing(
                    x: number(), y: number(), width: number(from: 0), height: number(from: 0), superviewWidth: number(from: 0),
                    superviewHeight: number(from: 0), mask: Set(Autoresizing.Flexible.allCases.filter { _ in chance(30) }))
            }
            views.append(view)
        }
        let constraints = (0..<below(8)).map { constraint($0, views: views.count) }
        return LayoutDocument(
            name: chance(30) ? "name" : nil, direction: chance(30) ? .rtl : .ltr, root: 0,
            size: LayoutSize(width: chance(50) ? number(from: 0) : nil, height: chance(50) ? number(from: 0) : nil), views: views,
            constraints: constraints)
    }

    private mutating func constraint(_ index: Int, views: Int) -> LayoutConstraint {
        let attributes: [LayoutAttribute] = [.width, .height]
        var constraint = LayoutConstraint(id: "k\(index)", first: LayoutAnchor(below(views), attributes[below(2)]), constant: number())
        if chance(60) {
            constraint.second = LayoutAnchor(below(views), attributes[below(2)])
            constraint.multiplier = number()
        }
        if chance(30) { constraint.relation = .lessThanOrEqual }
        if chance(30) { constraint.priority = Rational(1 + below(9999), over: 10) ?? 1 }
        if chance(20) { constraint.isActive = false }
        if chance(20) { constraint.source = SourceReference(file: "A.swift", line: chance(50) ? below(100) : nil) }
        if chance(20) { constraint.identifier = ["UISV-spacing", "mine", "fittingSizeHTarget"][below(3)] }
        constraint.origin = LayoutConstraint.Origin(identifier: constraint.identifier)
        return constraint
    }
}
