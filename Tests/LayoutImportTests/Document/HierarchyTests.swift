internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import Testing

@Suite struct HierarchyTests {
    @Test func `a chain of a hundred thousand views is read`() throws {
        let views = (0..<100_000).map { $0 == 0 ? #"{"id":"v0"}"# : #"{"id":"v\#($0)","parent":"v\#($0 - 1)"}"# }.joined(separator: ",")
        let read = try document(#"{"views": [\#(views)], "constraints": []}"#)
        #expect(read.views.last?.parent == 99_998)
    }

    @Test func `a cycle of a hundred thousand views is refused`() {
        let views = (0..<99_999).map { #"{"id":"v\#($0)","parent":"v\#(($0 + 1) % 99_999)"}"# }.joined(separator: ",")
        let error = failure(#"{"views": [{"id": "r"}, \#(views)], "constraints": []}"#)
        #expect(error?.code == "hierarchy-cycle" && error?.pointer == "/views/1/parent")
    }
}

@Suite struct ScrollContentTests {
    private static let views =
        #"{"id": "r"}, {"id": "list", "parent": "r", "kind": "scroll"}, {"id": "x", "parent": "list"}, {"id": "y", "parent": "x"}"#

    private func sides(_ constraints: String, views: String = views) throws -> [String] {
        let read = try document(#"{"views": [\#(views)], "constraints": [\#(constraints)]}"#)
        return read.constraints.map { constraint in
            [constraint.first, constraint.second].compactMap { $0.map { read.views[$0.item].id } }.joined(separator: " ")
        }
    }

    @Test func `an edge of a scroll view paired with a descendant means its content area`() throws {
        #expect(try sides(#""list.top == x.top", "y.leading == list.leading""#) == ["list.content x", "y list.content"])
        let read = try document(#"{"views": [\#(ScrollContentTests.views)], "constraints": ["list.top == x.top"]}"#)
        #expect(read.views.last == LayoutView(id: "list.content", parent: 1, kind: .content))
    }

    @Test(arguments: ["list.centerX == x.left", "list.topMargin == x.top", "list.top == r.top", "list.width == x.width", "list.top == list.bottom"])
    func `what is no edge or pairs with no descendant means the view`(equation: String) throws {
        let read = try document(#"{"views": [\#(ScrollContentTests.views)], "constraints": ["\#(equation)"]}"#)
        #expect(read.views.count == 4 && read.constraints[0].first.item == 1)
    }

    @Test func `a constraint may name the content area`() throws {
        #expect(try sides(#""\"list.content\".height == 5", "list.top == r.top""#) == ["list.content", "list r"])
    }

    @Test func `an inactive constraint follows the content area but does not make it`() throws {
        let inactive = #"{"equation": "list.top == x.top", "active": false}"#
        #expect(try sides(inactive) == ["list x"])
        #expect(try sides(inactive + #", "list.left == x.left""#) == ["list.content x", "list.content x"])
        let named = #"{"equation": "\"list.content\".height == 5", "active": false}"#
        #expect(try sides(named + #", "list.left == x.left""#) == ["list.content", "list.content x"])
        let error = failure(#"{"views": [\#(ScrollContentTests.views)], "constraints": [\#(named)]}"#)
        #expect(error?.code == "unknown-item" && error?.pointer == "/constraints/0/first")
    }

    @Test func `the id of a content area must be free, as no constraint could name the view that has it`() throws {
        for own in [#"{"id": "list.content", "parent": "r"}"#, #"{"id": "list.content", "parent": "list", "kind": "guide"}"#] {
            for constraints in ["", #""x.top == r.top""#, #""list.top == x.top""#, #""\"list.content\".height == 5""#] {
                let error = failure(#"{"views": [\#(ScrollContentTests.views), \#(own)], "constraints": [\#(constraints)]}"#)
                #expect(error?.code == "content-id-taken" && error?.pointer == "/views/4/id", "\(constraints)")
            }
        }
        // Of what is no scroll view it is an id like others.
        let views = ScrollContentTests.views + #", {"id": "x.content", "parent": "x"}"#
        #expect(try sides(#""\"x.content\".top == r.top""#, views: views) == ["x.content r"])
    }

    @Test(arguments: ["list", "list.content"])
    func `nor may an event bring such a view`(last: String) throws {
        let views = [#"{"id": "list", "parent": "r", "kind": "scroll"}"#, #"{"id": "list.content", "parent": "r"}"#]
        let (given, added) = last == "list" ? (views[1], views[0]) : (views[0], views[1])
        let before = try document(#"{"views": [{"id": "r"}, \#(given)], "constraints": []}"#)
        let event = LayoutEvent.addView(try JSONTree(parsing: Array(added.utf8)))
        let error = #expect(throws: ImportError.self) { _ = try EventApplication().apply([event], to: before) }
        #expect(error?.code == "content-id-taken" && error?.pointer?.hasPrefix("/events/0/view") == true, "\(error?.pointer ?? "")")
    }

    @Test func `a view may hang on a content area that is meant`() throws {
        let hung = #"{"id": "z", "parent": "list.content"}, "# + ScrollContentTests.views
        let read = try document(#"{"views": [\#(hung)], "constraints": ["list.top == x.top"]}"#)
        #expect(read.views[0].parent == 5 && read.views[5].kind == .content)
        let error = failure(#"{"views": [\#(hung)], "constraints": ["z.width == 1"]}"#)
        #expect(error?.code == "unknown-parent" && error?.pointer == "/views/0/parent")
    }

    @Test func `implicit rows of a content area have ids that are taken`() {
        for row in ["width>=0", "insets.left", "insets.top"] {
            let constraint = #"{"id": "list.content.\#(row)", "equation": "list.top == x.top"}"#
            #expect(failure(#"{"views": [\#(ScrollContentTests.views)], "constraints": [\#(constraint)]}"#)?.code == "duplicate-id", "\(row)")
        }
    }
}
