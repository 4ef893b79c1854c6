import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Missing constraints of a scene follow its safe area and its neighbors, as the canvas shows them.
struct DrawnSceneTests {
    private static func label(_ id: String, _ text: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int = 21) -> String {
        """
        <label opaque="NO" contentMode="left" text="\(text)" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">
        <rect key="frame" x="\(x)" y="\(y)" width="\(width)" height="\(height)"/><fontDescription key="fontDescription" type="system" pointSize="17"/></label>
        """
    }

    /// The first remedies of all diagnoses of a scene, which together leave it clean.
    private func remedies(_ views: String, _ pins: String) throws -> [[String]] {
        let document = try CanvasFile.scene(views, pins)
        let found = Analyzer().analyze(document)
        var changed = document
        for addition in found.diagnoses.compactMap(\.remedies.first).flatMap(\.additions) {
            var constraint = addition
            constraint.id = "added\(changed.constraints.count)"
            changed.constraints.append(constraint)
        }
        #expect(Analyzer().analyze(changed).verdict == .clean, "\(found.diagnoses.map(\.sentence))")
        return found.diagnoses.compactMap(\.remedies.first?.constraints)
    }

    @Test func `views without a position follow the safe area and each other`() throws {
        let image = CanvasFile.view("image", 137, 60, 100, 100)
        let found = try remedies(
            Self.label("title", "Sum", 16, 168, 35) + image + Self.label("note", "Sum", 16, 197, 35),
            [
                CanvasFile.pin("c1", "image.width", nil, 100), CanvasFile.pin("c2", "image.height", nil, 100),
                CanvasFile.pin("c3", "image.centerX", "root.centerX"), CanvasFile.pin("c4", "title.leading", "root.leading", 16),
                CanvasFile.pin("c5", "note.leading", "root.leading", 16), CanvasFile.pin("c6", "root.trailing", "title.trailing", 16),
                CanvasFile.pin("c7", "root.trailing", "note.trailing", 16),
            ].joined())
        // The image lies beside the titles, and not above them, so that the note alone has a neighbor.
        #expect(found == [["title.top == safe.top + 148"], ["image.top == safe.top + 40"], ["note.top == title.bottom + 8"]], "\(found)")
    }

    @Test func `a view below one that has no position of its own is pinned to it`() throws {
        // The lower one comes first in the file.
        let found = try remedies(CanvasFile.view("b", 20, 128, 100, 40) + CanvasFile.view("a", 20, 80, 60, 40), "")
        #expect(
            found == [
                ["a.leading == safe.leading + 20", "a.width == 60", "a.top == safe.top + 60", "a.height == 40"],
                ["b.leading == safe.leading + 20", "b.width == 100", "b.top == a.bottom + 8", "b.height == 40"],
            ], "\(found)")
    }

    @Test func `a safe area that no constraint names does not restrict the scene`() throws {
        let loose = try CanvasFile.scene(CanvasFile.view("a", 20, 80, 60, 40), "")
        let guide = try #require(loose.views.first { $0.id == "safe" })
        #expect(guide.design?.isSafeArea == true && guide.insets == nil)
        #expect(Analyzer().analyze(loose).feasibleSize.height == Analyzer().analyze(try CanvasFile.scene("", "")).feasibleSize.height)
        var low = loose
        low.size.height = 10
        #expect(Analyzer().analyze(low).verdict == .ambiguous)
        // A scene whose views all have a position needs none.
        let pins = CanvasFile.pin("c1", "a.leading", "root.leading", 20) + CanvasFile.pin("c2", "a.top", "root.top", 80)
        #expect(try CanvasFile.scene(CanvasFile.view("a", 20, 80, 60, 40), pins).views.map(\.id) == ["root", "a"])
    }

    @Test func `a view that fills the safe area ends with it`() throws {
        let found = try remedies(CanvasFile.view("a", 0, 20, 375, 647), "")
        #expect(
            found == [["a.leading == safe.leading", "a.trailing == safe.trailing", "a.top == safe.top", "a.bottom == safe.bottom"]], "\(found)")
    }

    @Test func `a text ends where the canvas shows its end`() throws {
        let top = CanvasFile.pin("c1", "a.top", "safe.top", 20)
        // Wider than its content, it is as wide as drawn.
        #expect(
            try remedies(Self.label("a", "Sum", 16, 40, 343), top)
                == [["a.leading == safe.leading + 16", "a.trailing == safe.trailing - 16"]])
        // Drawn as wide as its content and near to the margin, it may be shorter.
        let long = Self.label("a", "A title that is as wide as most of a phone", 16, 40, 330)
        #expect(try CanvasFile.scene(long, top).views[1].intrinsicContentSize.width == 330)
        #expect(try remedies(long, top) == [["a.leading == safe.leading + 16", "a.trailing <= safe.trailing - 29"]])
        // A short text far from any end has none.
        #expect(try remedies(Self.label("a", "Sum", 16, 40, 35), top) == [["a.leading == safe.leading + 16"]])
    }

    @Test func `a text ends before its neighbor`() throws {
        let pins = [
            CanvasFile.pin("c1", "a.top", "safe.top", 20), CanvasFile.pin("c2", "b.top", "safe.top", 20), CanvasFile.pin("c3", "b.width", nil, 60),
            CanvasFile.pin("c4", "b.height", nil, 21), CanvasFile.pin("c5", "root.trailing", "b.trailing", 16),
        ].joined()
        let found = try remedies(Self.label("a", "Sum", 16, 40, 275) + CanvasFile.view("b", 299, 40, 60, 21), pins)
        #expect(found == [["a.leading == safe.leading + 16", "a.trailing == b.leading - 8"]], "\(found)")
    }

    /// The constraints of each remedy for a view that lacks its width in a root of 300 points, beside others.
    private func widths(_ width: Int, at x: Int = 40, beside others: String = "", _ more: String = "") throws -> [[String]] {
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", x), CanvasFile.pin("c2", "a.top", "root.top", 10),
            CanvasFile.pin("c3", "a.height", nil, 30),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", x, 10, width, 30) + others, pins + more))
        return found.remedies.map(\.constraints)
    }

    @Test func `a view that is drawn up to an edge or a neighbor ends there and not at a fixed width`() throws {
        // Its margins differ.
        #expect(try widths(240) == [["a.trailing == root.trailing - 20"], ["a.width == 240"]])
        // The nearest neighbor in its row is nearer than the edge.
        let next = CanvasFile.view("b", 268, 10, 20, 30)
        let pins = [
            CanvasFile.pin("b1", "root.trailing", "b.trailing", 12), CanvasFile.pin("b2", "b.top", "root.top", 10),
            CanvasFile.pin("b3", "b.width", nil, 20), CanvasFile.pin("b4", "b.height", nil, 30),
        ].joined()
        #expect(try widths(220, beside: next, pins) == [["a.trailing == b.leading - 8"], ["a.width == 220"]])
        // Far from both, the width is likely fixed.
        #expect(try widths(120, beside: next, pins)[0] == ["a.width == 120"])
    }

    @Test func `a small view keeps its width at an edge`() throws {
        #expect(try widths(30, at: 262)[0] == ["a.width == 30"])
    }

    @Test func `nothing leads away from what the canvas shows`() throws {
        for width in [30, 120, 240] {
            for constraint in try widths(width).flatMap(\.self) {
                #expect(["a.width == \(width)", "a.trailing == root.trailing - \(260 - width)"].contains(constraint))
            }
        }
    }
}
