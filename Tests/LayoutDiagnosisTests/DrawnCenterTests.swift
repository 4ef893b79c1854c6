import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// A missing position is that of the nearest neighbor, of a center or of a row, rather than a distance that fits one screen only.
struct DrawnCenterTests {
    /// Sizes of views, and their places along one axis.
    private func sized(_ sizes: [String: (Int, Int)]) -> String {
        sizes.sorted { $0.key < $1.key }.map { view, size in
            CanvasFile.pin("\(view)w", "\(view).width", nil, size.0) + CanvasFile.pin("\(view)h", "\(view).height", nil, size.1)
        }.joined()
    }

    private func first(_ views: String, _ constraints: String) throws -> [String] {
        let found = Analyzer().analyze(try CanvasFile.layout(views, constraints))
        #expect(found.diagnoses.count == 1 && found.diagnoses[0].remedies[0].outcome?.verdict == .clean, "\(found.diagnoses)")
        return found.diagnoses.first?.remedies.first?.constraints ?? []
    }

    @Test func `a neighbor after the view is nearer than the edge before it`() throws {
        let views = CanvasFile.view("a", 80, 10, 60, 20) + CanvasFile.view("b", 150, 10, 60, 20)
        let pins = [
            sized(["a": (60, 20), "b": (60, 20)]), CanvasFile.pin("c1", "a.top", "root.top", 10), CanvasFile.pin("c2", "b.top", "root.top", 10),
            CanvasFile.pin("c3", "b.leading", "root.leading", 150),
        ].joined()
        #expect(try first(views, pins) == ["a.trailing == b.leading - 10"])
    }

    @Test func `of views that are tied to each other the one in the middle is centered`() throws {
        let views = CanvasFile.view("a", 60, 10, 40, 40) + CanvasFile.view("b", 120, 10, 60, 40) + CanvasFile.view("c", 200, 10, 40, 40)
        let pins = [
            sized(["a": (40, 40), "b": (60, 40), "c": (40, 40)]), CanvasFile.pin("c1", "a.top", "root.top", 10),
            CanvasFile.pin("c2", "b.top", "root.top", 10),
            CanvasFile.pin("c3", "c.top", "root.top", 10), CanvasFile.pin("c4", "b.leading", "a.trailing", 20),
            CanvasFile.pin("c5", "c.leading", "b.trailing", 20),
        ].joined()
        #expect(try first(views, pins) == ["b.centerX == root.centerX"])
    }

    @Test func `a view beside a centered one is aligned with it`() throws {
        let views = CanvasFile.view("a", 10, 80, 40, 40) + CanvasFile.view("b", 60, 75, 60, 50)
        let pins = [
            sized(["a": (40, 40), "b": (60, 50)]), CanvasFile.pin("c1", "a.leading", "root.leading", 10),
            CanvasFile.pin("c2", "b.leading", "a.trailing", 10), CanvasFile.pin("c3", "a.centerY", "root.centerY", 0),
        ].joined()
        let found = try first(views, pins)
        #expect(found == ["b.centerY == root.centerY"] || found == ["b.centerY == a.centerY"], "\(found)")
        // Both are drawn three points above the center.
        let raised = CanvasFile.view("a", 10, 77, 40, 40) + CanvasFile.view("b", 60, 72, 60, 50)
        #expect(try first(raised, pins.replacing(#"constant="0" id="c3""#, with: #"constant="-3" id="c3""#)) == ["b.centerY == a.centerY"])
    }

    @Test func `a view far from all edges keeps its distance from the center`() throws {
        let pins = sized(["a": (20, 20)]) + CanvasFile.pin("c1", "a.top", "root.top", 10)
        // It is 120 and 160 points from the edges of the root, which is 300 wide.
        #expect(try first(CanvasFile.view("a", 120, 10, 20, 20), pins) == ["a.centerX == root.centerX - 20"])
        #expect(try first(CanvasFile.view("a", 40, 10, 20, 20), pins) == ["a.leading == root.leading + 40"])
    }
}
