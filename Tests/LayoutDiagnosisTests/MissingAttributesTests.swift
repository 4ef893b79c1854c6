import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

@Suite struct MissingAttributesTests {
    @Test(arguments: [
        (#""V:|-8-[a]""#, "horizontal position, width and height"),
        // A view that is placed lacks the size: its position follows.
        (#""a.centerX == root.centerX""#, "width, vertical position and height"),
        (#""root.trailing == a.trailing + 8", "a.bottom == root.bottom""#, "width and height"),
        // One with a size lacks the position, and a limit determines neither.
        (#""a.width == root.width""#, "horizontal position, vertical position and height"),
        (#""a.leading >= root.leading""#, "horizontal position, width, vertical position and height"),
        (#""a.width == 2*a.height", "a.centerX == root.centerX", "a.centerY == root.centerY""#, "width or height"),
    ])
    func `a view that is placed lacks the size`(constraints: String, words: String) throws {
        let json =
            #"{"size": {"width": 90, "height": 90}, "views": [{"id": "root"}, {"id": "a", "parent": "root"}], "constraints": [\#(constraints)]}"#
        let document = try DocumentImporter().read(json: Array(json.utf8))
        let dimensions: [FrameDimension] = constraints.contains("V:") ? [.x, .width, .height] : [.x, .width, .y, .height]
        let attributes = dimensions.map { Ambiguity.Attribute(dimension: $0, min: nil, max: nil, value: .zero) }
        let ambiguity = Ambiguity(view: 1, cause: .underconstrained, attributes: attributes)
        #expect(MissingAttributes(document, views: [1]).words(ambiguity) == words)
        #expect(MissingAttributes(document, views: [1]).words(Ambiguity(view: 1, cause: .underconstrained, attributes: [])) == "position or size")
    }

    @Test func `views whose priorities tie need different ones`() {
        let attribute = Ambiguity.Attribute(dimension: .width, min: nil, max: nil, value: .zero)
        let tie = Ambiguity(view: 0, cause: .priorityTie, attributes: [attribute])
        let document = LayoutDocument(root: 0, views: [LayoutView(id: "root")], constraints: [])
        #expect(MissingAttributes(document, views: [0]).words(tie) == "different priorities for the width")
    }
}
