internal import ExactArithmetic
internal import LayoutImport
internal import LayoutModel
internal import Testing

func read(_ json: String) throws -> LayoutDocument {
    try DocumentImporter().read(json: Array(json.utf8))
}

func failure(_ json: String) -> ImportError? {
    do throws(ImportError) { _ = try DocumentImporter().read(json: Array(json.utf8)) } catch { return error }
    return nil
}

@Suite struct DocumentTests {
    @Test func `items of equations without a list of views become children of one root`() throws {
        let document = try read(#"{"constraints": ["a.width == 2 * b.height / 3 + 8.5 @ high", {"equation": "b.top >= root.top", "id": "x"}]}"#)
        #expect(document.views.map(\.id) == ["root", "a", "b"])
        #expect(document.views.map(\.parent) == [nil, 0, 0])
        #expect(document.constraints.map(\.id) == ["c1", "x"])
        #expect(document.constraints[0].multiplier == Rational(2, over: 3))
        #expect(document.constraints[0].constant == Rational(17, over: 2))
        #expect(document.constraints[0].priority == 750)
        #expect(document.constraints[1].relation == .greaterThanOrEqual)
    }
}
