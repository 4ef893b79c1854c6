import LayoutImport
import LayoutModel
import Testing

@testable import LayoutDiagnosis

/// Constraints as instructions, and equations read again.
struct InstructionTests {
    private func document(_ equation: String) throws -> LayoutDocument {
        let text = """
            {"size": {"width": 300, "height": 100}, "views": [{"id": "root"}, {"id": "a", "parent": "root", "class": "UILabel", "text": "Sum"},
            {"id": "b-1 \\"x\\"", "parent": "root", "class": "UIButton"}],
            "constraints": ["\(equation.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))"]}
            """
        return try DocumentImporter().read(json: Array(text.utf8))
    }

    @Test(arguments: [
        ("a.width == 60", "Set the width of UILabel “Sum” to 60 pt"),
        ("a.height >= 20 @ 750", "Make the height of UILabel “Sum” at least 20 pt, with a priority of 750"),
        ("a.top == root.top", "Pin the top of UILabel “Sum” to the top of its superview"),
        ("a.top == root.top + 8", "Pin the top of UILabel “Sum” to the top of its superview, 8 pt apart"),
        ("a.trailing == root.trailing - 8.5", "Pin the trailing edge of UILabel “Sum” to the trailing edge of its superview, 8.5 pt apart"),
        ("a.trailing <= root.trailing - 8", "Pin the trailing edge of UILabel “Sum” to the trailing edge of its superview, at least 8 pt apart"),
        ("root.trailing >= a.trailing + 98", "Pin the trailing edge of UILabel “Sum” to the trailing edge of its superview, at least 98 pt apart"),
        ("a.centerX == root.centerX", "Center UILabel “Sum” horizontally in its superview"),
        (
            "a.centerY == root.centerY + 3",
            "Align the vertical center of UILabel “Sum” with the vertical center of its superview, with an offset of 3 pt"
        ),
        (#"a.leading == "b-1 \"x\"".trailing + 4"#, "Pin the leading edge of UILabel “Sum” to the trailing edge of UIButton, 4 pt apart"),
        (#"a.width == "b-1 \"x\"".width"#, "Make UILabel “Sum” as wide as UIButton"),
        ("a.width == 0.5 * root.width", "Make UILabel “Sum” 0.5 times as wide as its superview"),
        ("a.width == root.width / 3 - 8", "Make UILabel “Sum” 0.33 times as wide as its superview, minus 8 pt"),
        ("a.width == 16:9 * a.height", "Make the width of UILabel “Sum” 1.78 times its height"),
    ])
    func constraintsInWords(equation: String, words: String) throws {
        let document = try document(equation)
        let constraint = document.constraints[0]
        #expect(Instruction(document: document, names: ViewNames(document)).text(constraint) == words)
        // What the engine writes of it is read again as the same.
        #expect(try self.document(document.equation(of: constraint)).constraints == [constraint])
    }

    @Test(arguments: [
        "", "a", "a.width", "a.width ==", "a.width == 5 x", "c.width == 5", "a.size == 5", "a.width == 5 * ", "\"a.width == 5",
        "a.width == a.height / 0", "a.width == 5 @",
    ])
    func otherTextsAreNone(text: String) {
        #expect(throws: (any Error).self) { try document(text) }
    }
}
