import LayoutImport
import LayoutModel
import Testing

@testable import LayoutDiagnosis

/// The superview in an instruction has its name if that says more than a general class.
struct SuperviewNameTests {
    private func words(_ superview: String) throws -> String {
        let text = """
            {"size": {"width": 300, "height": 100}, "views": [{"id": "root"}, {"id": "box", "parent": "root"\(superview)}, {"id": "a", "parent": "box"}],
            "constraints": ["a.top == box.top + 8"]}
            """
        let document = try DocumentImporter().read(json: Array(text.utf8))
        return Instruction(document: document, names: ViewNames(document)).text(document.constraints[0])
    }

    @Test(arguments: [
        ("", " box"), (#", "class": "UIView""#, ""), (#", "class": "UIView", "label": "Price row""#, " Price row"),
        (#", "class": "Shop.CardView""#, " CardView"),
    ])
    func `the superview is named`(_ superview: String, _ name: String) throws {
        #expect(try words(superview) == "Pin the top of a to the top of its superview\(name), 8 pt apart")
    }
}
