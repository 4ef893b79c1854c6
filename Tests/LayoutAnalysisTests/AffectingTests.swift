import ExactArithmetic
import LayoutAnalysis
import LayoutModel
import Testing

@Suite struct AffectingTests {
    private static let tied = """
        {'size': {'width': 100, 'height': 100}, 'constraints': ['a.left == root.left @ 250', 'a.width == 20 @ 250', 'a.right <= root.right',
        'a.top == root.top', 'a.height == 10']}
        """

    /// What is offered for a number of a view, each with the layout that it leads to.
    private func offers(
        _ document: LayoutDocument, _ view: Int, _ dimension: FrameDimension, by wanted: Rational
    ) throws -> (present: Rational?, offers: [(text: String, changed: LayoutDocument)]) {
        let broken = analysis(document).broken
        var explainer = try LayoutExplainer(document, broken: broken)
        let axis: Axis = dimension == .x || dimension == .width ? .horizontal : .vertical
        let affecting = try #require(try explainer.affecting(view: view, axis: axis, by: wanted))
        #expect(affecting.inconclusive.isEmpty)
        let value = try #require(affecting.values.first { $0.dimension == dimension })
        var offers: [(text: String, changed: LayoutDocument)] = []
        for case .constant(let id, let from, let to) in value.changes {
            var changed = document
            let index = try #require(document.constraints.firstIndex { $0.id == id })
            #expect(changed.constraints[index].constant == from)
            changed.constraints[index].constant = to
            offers.append(("\(id) \(to)", changed))
        }
        if let content = value.growth?.content {
            var changed = document
            if dimension == .width {
                changed.views[view].intrinsicContentSize.width = content.to
            } else {
                changed.views[view].intrinsicContentSize.height = content.to
            }
            offers.append(("content \(content.to)", changed))
        }
        if let added = value.growth?.added {
            var changed = document
            let anchor = LayoutAnchor(view, dimension == .width ? .width : .height)
            changed.constraints.append(LayoutConstraint(id: "added~", first: anchor, constant: try #require(value.value) + wanted))
            offers.append((added, changed))
        }
        return (value.value, offers)
    }

    private func expectEachLeads(_ document: LayoutDocument, _ view: Int, _ dimension: FrameDimension, by wanted: Rational) throws -> [String] {
        let found = try offers(document, view, dimension, by: wanted)
        for offer in found.offers {
            let after = analysis(offer.changed)
            #expect(after.frames[view][dimension] == found.present.map { $0 + wanted }, "\(offer.text)")
            let isAmbiguous = after.ambiguities.contains { $0.view == view && $0.attributes.contains { $0.dimension == dimension } }
            #expect(!isAmbiguous, "\(document.views[view].id) \(dimension) by \(wanted): \(offer.text)")
        }
        return found.offers.map(\.text)
    }

    @Test func `an ambiguous view names the rows that bound it`() throws {
        let layout = try document(
            """
            {'size': {'width': 100, 'height': 100}, 'constraints': ['a.left >= root.left + 8', 'a.right <= root.right - 12', 'a.width == 20',
            'b.left == a.right + 4', 'b.width == 2', 'a.top == root.top', 'a.height == 10', 'b.top == root.top', 'b.height == 10', 'a.width <= 50']}
            """)
        var explainer = try LayoutExplainer(layout, broken: [])
        let own = try #require(try explainer.affecting(view: 1, axis: .horizontal)).values[0]
        #expect(own.value == nil && own.rows.isEmpty && own.min == 8 && own.max == 68)
        #expect(own.least.map(\.id) == ["c1"] && own.greatest.map(\.id) == ["root.width==size", "c2", "c3"])
        #expect(own.sentence == "a.minX is not determined: it can have any value from 8 (c1) up to 68 (root.width==size, c2, c3)")
        // A neighbour is bound by what bounds the first one.
        let next = try #require(try explainer.affecting(view: 2, axis: .horizontal)).values[0]
        #expect(next.least.map(\.id) == ["c1", "c3", "c4"] && next.greatest.map(\.id) == ["root.width==size", "c2", "c4"])
        #expect(next.greatest.reduce(Rational.zero) { $0 + $1.part } == 92)
        // Nothing bounds it on one side.
        let open = try document("{'size': {'width': 100, 'height': 100}, 'constraints': ['H:|[a]|', 'a.top >= root.top + 3', 'a.height == 10']}")
        var other = try LayoutExplainer(open, broken: [])
        let top = try #require(try other.affecting(view: 1, axis: .vertical)).values[0]
        #expect(top.least.map(\.id) == ["c2"] && top.greatest.isEmpty && top.max == nil)
    }

    @Test func `what leaves a length undecided is not offered`() throws {
        let layout = try document(AffectingTests.tied)
        #expect(try expectEachLeads(layout, 1, .width, by: 90) == ["a.width == 110"])
        #expect(try expectEachLeads(layout, 1, .width, by: 60) == ["c2 80", "a.width == 80"])
    }

    @Test func `the same for what a view shows`() throws {
        let layout = try document(
            """
            {'size': {'width': 100, 'height': 100}, 'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root', 'intrinsicContentSize': {'width': 20},
            'hugging': {'horizontal': 250}, 'compressionResistance': {'horizontal': 250}}], 'constraints': ['a.left == root.left @ 250',
            'a.right <= root.right', 'a.top == root.top', 'a.height == 10']}
            """)
        #expect(try expectEachLeads(layout, 1, .width, by: 90) == ["a.width == 110"])
        #expect(try expectEachLeads(layout, 1, .width, by: 60) == ["content 80", "a.width == 80"])
    }

    @Test func `nothing is offered where the present value is not decided`() throws {
        let layout = try document("{'size': {'width': 100, 'height': 100}, 'constraints': ['a.width >= 20', 'a.width <= 30']}")
        let found = try offers(layout, 1, .width, by: 5)
        #expect(found.present == nil && found.offers.isEmpty)
    }

    @Test(arguments: [
        ["a.width >= 20 @ 500", "b.width >= 40 @ 250", "a.right == b.right", "b.right >= root.left + 40 @ 250", "a.width == 20 @ 500"],
        [
            "a.width >= 40 @ 250", "b.left >= root.left @ 500", "a.left == b.left @ 250", "a.width >= 40 @ 500", "a.width <= 40 @ 250",
            "a.right == b.right @ 250",
        ],
        ["a.left >= root.left + 20 @ 500", "b.width >= 40 @ 500", "a.left == b.left @ 250", "b.width == 40 @ 500", "a.width == b.width @ 500"],
        ["a.left == b.left @ 250", "a.width == b.width @ 500", "b.left == root.left + 20", "a.left == root.left @ 250", "a.right == root.left + 40"],
    ])
    func `where several constraints decide a length it does not matter which is listed first`(equations: [String]) throws {
        let constraints = equations.enumerated().map { "{'id': 'r\($0)', 'equation': '\($1)'}" }
        let views = "'views': [{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'b', 'parent': 'root'}]"
        var answers: Set<[String]> = []
        for turn in constraints.indices {
            let listed = Array(constraints[turn...] + constraints[..<turn])
            for order in [listed, listed.reversed()] {
                let layout = try document("{'size': {'width': 100, 'height': 40}, \(views), 'constraints': [\(order.joined(separator: ", "))]}")
                answers.insert(try offers(layout, 1, .width, by: 10).offers.map(\.text).sorted())
            }
        }
        #expect(answers.count == 1, "\(answers)")
    }

    @Test(arguments: 1...24) func `each offer leads where it says, however the constraints are listed`(seed: Int) throws {
        var random = RandomLayouts(seed: UInt64(seed))
        let layout = try document(seed.isMultiple(of: 2) ? random.json() : random.settledJSON())
        var reversed = layout
        reversed.constraints.reverse()
        let isBroken = !analysis(layout).broken.isEmpty
        for view in layout.views.indices where view != layout.root {
            for dimension in FrameDimension.allCases {
                let wanted = random.pick([1, 7, -5, 60] as [Rational])
                let offers = try expectEachLeads(layout, view, dimension, by: wanted)
                // What breaks depends on the order in which constraints enter.
                if isBroken { continue }
                let others = try self.offers(reversed, view, dimension, by: wanted).offers.map(\.text)
                #expect(others.sorted() == offers.sorted(), "\(layout.views[view].id) \(dimension) by \(wanted)")
            }
        }
    }

    @Test func `a range that counts as none leaves a value determined`() throws {
        let layout = try document(
            "{'size': {'width': 100, 'height': 50}, 'constraints': ['a.leading == root.leading', 'a.width == 10', 'a.top == root.top', "
                + "'a.height >= 0.3333333333333333', 'a.height <= 1:3']}")
        #expect(analysis(layout).verdict == .clean)
        var explainer = try LayoutExplainer(layout, broken: [])
        let values = try #require(try explainer.affecting(view: 1, axis: .vertical)?.values)
        #expect(values.count == 2 && values[1].value != nil && values[1].sentence.hasPrefix("a.height = 0.33"), "\(values)")
        #expect(values[1].rows.count == 1)
    }

    @Test func `where rows hold within the tolerance alone, no change that breaks another row is offered`() throws {
        let equations = ["a.width <= 40", "a.width == 30", "b.width == 30.0000005", "b.width == 30"]
        func layout(_ listed: [String]) throws -> LayoutDocument {
            try document("{'constraints': [\(listed.map { "'\($0)'" }.joined(separator: ", "))]}")
        }
        #expect(analysis(try layout(equations)).broken.isEmpty)
        #expect(try expectEachLeads(layout(equations), 1, .width, by: 12).isEmpty)
        #expect(try expectEachLeads(layout(equations), 1, .width, by: 8) == ["c2 38"])
        #expect(try expectEachLeads(layout(Array(equations.dropLast())), 1, .width, by: 12).isEmpty)
    }

    /// The proofs of the view's place and of its width each stand on another of the rows that say the same.
    @Test func `of all rows that decide a view on an axis none can be left out`() throws {
        let size = "'intrinsicContentSize': {'width': 20, 'height': 20}"
        let views = "{'id': 'root'}, {'id': 'a', 'parent': 'root'}, {'id': 'b', 'parent': 'root'}, {'id': 'c', 'parent': 'root', \(size)}"
        let layout = try document(
            """
            {'size': {'width': 60, 'height': 480}, 'views': [\(views)], 'constraints': ['a.leading == root.leading', 'b.leading == a.trailing',
             'c.leading == b.trailing', 'c.trailing == root.trailing']}
            """)
        var explainer = try LayoutExplainer(layout, broken: [])
        let values = try #require(try explainer.affecting(view: 3, axis: .horizontal)?.values)
        #expect(values.map(\.sentence) == ["c.minX = root.width - 20 = 40", "c.width = 20"])
        #expect(
            values.map { $0.rows.map(\.id) } == [
                ["root.width==size", "c.compressionResistance.horizontal", "c4"], ["c.compressionResistance.horizontal"],
            ])
    }

    @Test func `sentences have fractions where a factor is no short decimal`() throws {
        let layout = try document(
            "{'size': {'width': 1000000, 'height': 50}, 'constraints': ['a.width == 1:3 * root.width', 'a.leading == root.leading', 'a.height == 0.25 * root.height', "
                + "'a.top == root.top']}")
        var explainer = try LayoutExplainer(layout, broken: [])
        let sentences = try [Axis.horizontal, .vertical].map { try explainer.affecting(view: 1, axis: $0)?.values.last?.sentence }
        #expect(sentences == ["a.width = 1/3 * root.width = 333333.33", "a.height = 0.25 * root.height = 12.5"])
    }

    @Test func `a constraint that only broken rows conflict with is not offered, and the conflict told`() throws {
        let layout = try document(
            """
            {'constraints': ['a.left == root.left', 'a.width == 10 @ 300', 'b.left == a.right', 'b.right <= root.left + 115', 'b.width == 100',
             'b.width == 50']}
            """)
        let broken = analysis(layout).broken
        #expect(broken == ["c5"])
        var explainer = try LayoutExplainer(layout, broken: broken)
        let near = try #require(try explainer.affecting(view: 1, axis: .horizontal, by: 4)?.values.last?.growth)
        #expect(near.added == "a.width == 14" && near.obstacle == nil)
        let far = try #require(try explainer.affecting(view: 1, axis: .horizontal, by: 20)?.values.last?.growth)
        #expect(far.added == nil && far.obstacle?.contains("115") == true, "\(far)")
    }
}
