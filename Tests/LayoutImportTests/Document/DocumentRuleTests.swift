internal import LayoutImport
internal import LayoutModel
internal import Testing

/// Each rule of documents, broken once: the code and the place of the error.
@Suite struct DocumentRuleTests {
    private static let root = #"{"id": "r"}, {"id": "a", "parent": "r"}"#

    @Test(arguments: [
        ("{}", "missing-constraints", ""), ("[]", "wrong-type", ""), (#"{"constraints": {}}"#, "wrong-type", "/constraints"),
        (#"{"constraints": [5]}"#, "wrong-type", "/constraints/0"), (#"{"constraints": [null]}"#, "wrong-type", "/constraints/0"),
        (#"{"constraints": [], "format": "plumbline/2"}"#, "unknown-format", "/format"),
        (#"{"constraints": [], "name": 5}"#, "wrong-type", "/name"), (#"{"constraints": [], "direction": "up"}"#, "unknown-direction", "/direction"),
        (#"{"constraints": [], "size": {"width": -1}}"#, "negative-size", "/size/width"),
        (#"{"constraints": [], "size": {"height": true}}"#, "wrong-type", "/size/height"),
        (#"{"constraints": [], "metrics": {"a/b": "x"}}"#, "not-a-number", "/metrics/a~1b"),
        (#"{"constraints": [], "metrics": {"r": "1:0"}}"#, "not-a-number", "/metrics/r"),
        (#"{"constraints": [], "spacing": {"sibling": "wide"}}"#, "not-a-number", "/spacing/sibling"),
    ])
    func `rules of the document`(json: String, code: String, pointer: String) { expect(json, code, pointer) }

    @Test(arguments: [
        (#"{"id": "r"}, {"id": "r", "parent": "r"}"#, "duplicate-id", "/views/1/id"), (#"{"parent": "r"}"#, "missing-id", "/views/0"),
        (#"{"id": 5}"#, "wrong-type", "/views/0/id"), ("\"r\"", "wrong-type", "/views/0"), ("", "no-root", "/views"),
        (#"{"id": "r"}, {"id": "s"}"#, "several-roots", "/views/1"), (#"{"id": "r", "kind": "guide"}"#, "root-is-guide", "/views/0/kind"),
        (#"{"id": "r", "kind": "content"}"#, "unknown-kind", "/views/0/kind"),
        (#"{"id": "r"}, {"id": "a", "parent": "x"}"#, "unknown-parent", "/views/1/parent"),
        (#"{"id": "r"}, {"id": "a", "parent": "b"}, {"id": "b", "parent": "a"}"#, "hierarchy-cycle", "/views/1/parent"),
        (#"{"id": "r", "hugging": {"horizontal": 0}}"#, "priority-out-of-range", "/views/0/hugging/horizontal"),
        (#"{"id": "r", "hugging": {"vertical": 1000.5}}"#, "priority-out-of-range", "/views/0/hugging/vertical"),
        (#"{"id": "r", "compressionResistance": {"depth": 5}}"#, "unknown-axis", "/views/0/compressionResistance"),
        (#"{"id": "r", "intrinsicContentSize": {"width": -2}}"#, "negative-size", "/views/0/intrinsicContentSize/width"),
        (#"{"id": "r", "layoutMargins": 8}"#, "wrong-type", "/views/0/layoutMargins"),
        (#"{"id": "r", "textSizes": {"scale": 2}}"#, "wrong-type", "/views/0/textSizes"),
        (#"{"id": "r", "textSizes": [{"scale": 2}, {"scale": 2}]}"#, "duplicate-scale", "/views/0/textSizes/1"),
        (#"{"id": "r"}, {"id": "a", "parent": "r", "textSizes": [{"scale": 3}, {"scale": 1}]}"#, "out-of-range", "/views/1/textSizes/1"),
        (#"{"id": "r", "textSizes": [{"scale": 2, "width": "wide"}]}"#, "not-a-number", "/views/0/textSizes/0/width"),
        (#"{"id": "r", "baseline": {"firstFromTop": [1]}}"#, "wrong-type", "/views/0/baseline/firstFromTop"),
        (
            #"{"id": "r", "autoresizing": {"frame": {"x": 0, "y": 0, "width": 1, "height": 1}, "superview": {"width": 1, "height": 1}}}"#,
            "root-autoresizing", "/views/0/autoresizing"
        ),
        (
            #"{"id": "r"}, {"id": "a", "parent": "r", "autoresizing": {"frame": {"x": 0, "y": 0, "width": -1, "height": 1}, "superview": {}}}"#,
            "negative-size", "/views/1/autoresizing/frame/width"
        ),
        (
            #"{"id": "r"}, {"id": "a", "parent": "r", "autoresizing": {"frame": {"x": 0}, "superview": {}}}"#, "missing-key",
            "/views/1/autoresizing/frame"
        ),
        (
            #"{"id": "r"}, {"id": "a", "parent": "r", "autoresizing": {"mask": ["flexibleWidth", "stiff"]}}"#, "unknown-mask",
            "/views/1/autoresizing/mask/1"
        ),
    ])
    func `rules of views`(views: String, code: String, pointer: String) {
        expect(#"{"views": [\#(views)], "constraints": []}"#, code, pointer)
    }

    @Test(arguments: [
        (#"{"first": {"item": "a", "attribute": "top"}, "constant": 5}"#, "location-alone", ""),
        (#"{"equation": "a.top == r.top", "multiplier": 0}"#, "location-alone", ""),
        (#"{"equation": "a.top == r.top", "multiplier": 1e-10}"#, "location-alone", ""), (#""a.top == r.width""#, "unpaired-attributes", ""),
        (#""a.top == r.left""#, "unpaired-attributes", ""), (#""a.leading == r.rightMargin""#, "unpaired-attributes", ""),
        (#"{"equation": "a.width == r.left", "active": false}"#, "unpaired-attributes", ""),
        (#""a.width == 5 @ 0""#, "priority-out-of-range", ""),
        (#"{"equation": "a.width == 5", "priority": 1001}"#, "priority-out-of-range", "/priority"),
        (#"{"equation": "a.width == 5", "priority": "highest"}"#, "not-a-number", "/priority"),
        (#"{"equation": "a.width == 5", "relation": "<"}"#, "unknown-relation", "/relation"),
        (#"{"equation": "a.width == 5", "active": 1}"#, "wrong-type", "/active"), (#"{"equation": 5}"#, "wrong-type", "/equation"),
        (#"{"equation": "a.width == 5", "id": 7}"#, "wrong-type", "/id"), (#"{"relation": "=="}"#, "missing-first", ""),
        (#"{"first": {"item": "a", "attribute": "middle"}}"#, "unknown-attribute", "/first/attribute"),
        (#"{"first": {"item": "x", "attribute": "width"}}"#, "unknown-item", "/first/item"),
        (#"{"equation": "a.width == 5", "second": {"item": "x"}}"#, "unknown-item", "/second/item"),
        (#"{"equation": "a.width == 5", "second": {"attribute": "width"}}"#, "missing-item", "/second"),
        (#"{"equation": "a.width == 5", "multiplier": "1:0"}"#, "not-a-number", "/multiplier"),
        (#"{"equation": "a.width == 5", "constant": "pad"}"#, "not-a-number", "/constant"),
        (#"{"equation": "a.width == 5", "source": {"file": "A.swift", "line": "x"}}"#, "wrong-type", "/source/line"),
        (#""H:|-[a-|""#, "bad-visual-format", ""), (#"{"visual": "V:[a"}"#, "bad-visual-format", "/visual"),
    ])
    func `rules of constraints`(constraint: String, code: String, pointer: String) {
        expect(#"{"views": [\#(DocumentRuleTests.root)], "constraints": [\#(constraint)]}"#, code, "/constraints/0" + pointer)
    }

    @Test(arguments: [
        (#""a.width == 1", {"id": "c1", "equation": "a.height == 1"}"#, "/constraints/1/id"),
        (#"{"id": "c2", "equation": "a.height == 1"}, "a.width == 1""#, "/constraints/1"),
        (#"{"id": "a.width>=0", "equation": "a.height == 1"}"#, "/constraints/0/id"),
        (#"{"id": "r.width==size", "equation": "a.height == 1"}"#, "/constraints/0/id"),
        (#"{"id": "r.height==fitting", "equation": "a.height == 1"}"#, "/constraints/0/id"),
        (#"{"id": "g.insets.right", "equation": "a.height == 1"}"#, "/constraints/0/id"),
        (#"{"id": "a.hugging.horizontal", "equation": "a.height == 1"}"#, "/constraints/0/id"),
        (#"{"id": "b.autoresizing.y", "equation": "a.height == 1"}"#, "/constraints/0/id"),
    ])
    func `an id that is taken, also by an implicit row, is refused`(constraints: String, pointer: String) {
        expect(DocumentRuleTests.withImplicitRows(constraints), "duplicate-id", pointer)
    }

    @Test(arguments: [
        "r.height==size", "r.width==fitting", "h.insets.left", "a.hugging.vertical", "b.hugging.horizontal", "a.autoresizing.x", "a.width",
        "x.width>=0",
    ])
    func `an id like that of an implicit row which this document does not have is free`(id: String) throws {
        let json = DocumentRuleTests.withImplicitRows(#"{"id": "\#(id)", "equation": "a.height == 1"}"#)
        #expect(try document(json).constraints[0].id == id)
    }

    private static func withImplicitRows(_ constraints: String) -> String {
        #"""
        {"size": {"width": 9}, "views": [{"id": "r"}, {"id": "a", "parent": "r", "intrinsicContentSize": {"width": 1}},
          {"id": "g", "parent": "r", "kind": "guide", "insets": {}}, {"id": "h", "parent": "r", "kind": "guide"},
          {"id": "b", "parent": "r", "intrinsicContentSize": {"width": 1},
           "autoresizing": {"frame": {"x": 0, "y": 0, "width": 1, "height": 1}, "superview": {"width": 1, "height": 1}}}],
         "constraints": [\#(constraints)]}
        """#
    }

    @Test func `limits hold exactly`() throws {
        let limits = ImportLimits(views: 2, constraints: 2)
        let implied = { (count: Int) in #"{"constraints": [\#((0..<count).map { "\"a.width == \($0)\"" }.joined(separator: ","))]}"# }
        #expect(try document(implied(2), limits: limits).constraints.count == 2)
        #expect(failure(implied(3), limits: limits)?.code == "too-many-constraints")
        #expect(failure(implied(3), limits: limits)?.kind == .tooLarge)
        #expect(equationFailure("a.width == 1\na.width == 1\na.width == 1", limits: limits)?.line == 3)
        #expect(failure(#"{"constraints": ["a.width == b.width"]}"#, limits: limits)?.code == "too-many-views")
        let views = #"{"views": [{"id": "r"}, {"id": "a", "parent": "r"}, {"id": "b", "parent": "r"}], "constraints": []}"#
        #expect(failure(views, limits: limits)?.code == "too-many-views")
        #expect(try document(views, limits: ImportLimits(views: 3)).views.count == 3)
    }

    @Test func `a syntax error has its line, column and a caret below the place`() {
        let error = failure("{\"constraints\":\n  [\"a.width == 1\",]}")
        #expect(error?.kind == .malformed && error?.line == 2 && error?.column == 19)
        #expect(error?.excerpt == "  [\"a.width == 1\",]}\n                  ^")
        #expect(failure(#"{"constraints": [], "constraints": []}"#)?.pointer == "/constraints")
    }

    private func expect(_ json: String, _ code: String, _ pointer: String) {
        let error = failure(json)
        #expect(error?.code == code && error?.pointer == pointer && error?.kind == .invalid, "\(json): \(String(describing: error))")
    }
}
