import ExactArithmetic
import LayoutImport
import LayoutModel
import Testing

@Suite struct MissingAttributesTests {
    @Test(arguments: [
        // No constraint mentions the view along an axis: it lacks both, and one constraint would not do.
        (#""V:|-8-[a]""#, "horizontal position, width and height"),
        (#""a.leading == root.leading""#, "horizontal position or width, and vertical position and height"),
        (#""a.leading == root.leading", "a.top == root.top""#, "horizontal position or width, and vertical position or height"),
    ])
    func `position and width are a choice only if a constraint mentions one of them`(constraints: String, words: String) throws {
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
