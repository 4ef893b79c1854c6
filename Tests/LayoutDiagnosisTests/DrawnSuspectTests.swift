import ExactArithmetic
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// The constraint of a conflict that alone contradicts the canvas is the one to change.
struct DrawnSuspectTests {
    /// Pins of a view that is drawn 200 wide in the middle of the root, which is 300 wide.
    private func centered(_ leading: Int, _ trailing: Int) throws -> Diagnosis {
        let pins = [
            CanvasFile.pin("lead", "a.leading", "root.leading", leading), CanvasFile.pin("trail", "root.trailing", "a.trailing", trailing),
            CanvasFile.pin("mid", "a.centerX", "root.centerX"), CanvasFile.pin("top", "a.top", "root.top", 10),
            CanvasFile.pin("high", "a.height", nil, 30),
        ].joined()
        return try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 50, 10, 200, 30, #"userLabel="Card""#), pins))
    }

    @Test func `an altered constant is set back to what the canvas shows`() throws {
        for (id, found) in [("lead", try centered(80, 50)), ("trail", try centered(50, 80))] {
            let first = found.remedies[0]
            #expect(first.kind == .changeConstant && first.constraints == [id] && first.from == 80 && first.to == 50, "\(found)")
            #expect(first.outcome?.verdict == .clean && first.sentence.hasSuffix(" from 80 to 50, as on the canvas."), "\(first)")
            #expect(found.culprits == [id] && found.remedies.allSatisfy { $0.constraints == [id] }, "\(found.remedies)")
            #expect(found.sentence.hasSuffix(" The canvas shows 50, not 80."), "\(found.sentence)")
        }
        let text = try centered(80, 50).sentence
        #expect(text.hasPrefix("Card is centered horizontally in "), "\(text)")
        #expect(text.contains("begins 80 after its leading edge and ends 50 before its trailing edge."), "\(text)")
    }

    @Test func `without a drawing that agrees nothing is said of the canvas`() throws {
        // Both contradict the drawing, so the file is older than the change.
        let found = try centered(80, 60)
        #expect(!found.sentence.contains("canvas") && !found.remedies.contains { $0.sentence.contains("canvas") }, "\(found)")
    }

    @Test func `of two constraints for one side the one that is not drawn goes`() throws {
        let place = [
            CanvasFile.pin("lead", "a.leading", "root.leading", 50), CanvasFile.pin("top", "a.top", "root.top", 10),
            CanvasFile.pin("high", "a.height", nil, 30),
        ].joined()
        for (first, second, wrong) in [(200, 240, "w2"), (240, 200, "w1")] {
            let sizes = CanvasFile.pin("w1", "a.width", nil, first) + CanvasFile.pin("w2", "a.width", nil, second)
            let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 50, 10, 200, 30), place + sizes))
            #expect(found.cause == .duplicate && found.culprits == [wrong], "\(found)")
            #expect(found.remedies[0].kind == .removeConstraint && found.remedies[0].constraints == [wrong], "\(found.remedies)")
            #expect(found.remedies[0].outcome?.verdict == .clean && found.sentence.hasSuffix(" The canvas shows 200."), "\(found)")
        }
    }

    @Test func `a gap between neighbors is set back beside two right ones`() throws {
        let views = CanvasFile.view("a", 20, 10, 100, 30) + CanvasFile.view("b", 128, 10, 152, 30)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 20), CanvasFile.pin("c2", "a.width", nil, 100),
            CanvasFile.pin("gap", "b.leading", "a.trailing", 30), CanvasFile.pin("c4", "b.width", nil, 152),
            CanvasFile.pin("c5", "root.trailing", "b.trailing", 20), CanvasFile.pin("c6", "a.top", "root.top", 10),
            CanvasFile.pin("c7", "b.top", "root.top", 10), CanvasFile.pin("c8", "a.height", nil, 30), CanvasFile.pin("c9", "b.height", nil, 30),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(views, pins))
        #expect(found.culprits == ["gap"] && found.remedies[0].kind == .changeConstant && found.remedies[0].to == 8, "\(found)")
    }

    @Test func `a safe area and half points count as drawn`() throws {
        // The safe area begins at 20, and a third of a pixel is no contradiction.
        let view = """
            <view contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="a">
            <rect key="frame" x="16" y="36" width="343" height="99.5"/></view>
            """
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 16), CanvasFile.pin("c2", "root.trailing", "a.trailing", 16),
            CanvasFile.pin("top", "a.top", "safe.top", 16), CanvasFile.pin("high", "a.height", nil, 100),
            CanvasFile.pin("low", "safe.bottom", "a.bottom", 500),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.scene(view, pins))
        #expect(found.culprits == ["low"] && found.remedies.contains { $0.to == 531 }, "\(found)")
    }

    @Test func `a size that is set twice is no matter of edges`() throws {
        let pins = [
            CanvasFile.pin("lead", "a.leading", "root.leading", 50), CanvasFile.pin("trail", "root.trailing", "a.trailing", 50),
            CanvasFile.pin("top", "a.top", "root.top", 10), CanvasFile.pin("high", "a.height", nil, 30),
            CanvasFile.pin("w1", "a.width", nil, 200), CanvasFile.pin("w2", "a.width", nil, 240),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 50, 10, 200, 30, #"userLabel="Card""#), pins))
        #expect(found.cause == .duplicate && found.culprits == ["w2"], "\(found)")
        #expect(found.sentence == "The width of Card is set twice: to 200, and to 240. The canvas shows 200.", "\(found.sentence)")
    }

    @Test func `the distance of centers has the sign that it needs`() throws {
        let pins = [
            CanvasFile.pin("lead", "a.leading", "root.leading", 20), CanvasFile.pin("wide", "a.width", nil, 200),
            CanvasFile.pin("mid", "a.centerX", "root.centerX"), CanvasFile.pin("top", "a.top", "root.top", 10),
            CanvasFile.pin("high", "a.height", nil, 30),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 20, 10, 200, 30), pins))
        #expect(found.culprits == ["mid"] && found.remedies[0].to == -30, "\(found)")
        #expect(found.sentence.contains(" is -30, not 0."), "\(found.sentence)")
    }

    @Test func `a part of a length is not said to have another constant`() throws {
        let views = CanvasFile.view("a", 0, 10, 180, 30) + CanvasFile.view("b", 180, 10, 120, 30)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading"), CanvasFile.pin("c2", "b.leading", "a.trailing"),
            CanvasFile.pin("c3", "root.trailing", "b.trailing"), CanvasFile.pin("c4", "a.width", "root.width", 0, #"multiplier="0.6""#),
            CanvasFile.pin("c5", "b.width", "root.width", 0, #"multiplier="0.5""#), CanvasFile.pin("c6", "a.top", "root.top", 10),
            CanvasFile.pin("c7", "b.top", "root.top", 10), CanvasFile.pin("c8", "a.height", nil, 30), CanvasFile.pin("c9", "b.height", nil, 30),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(views, pins))
        #expect(found.culprits == ["c5"] && found.sentence.contains("needs 330, 30 pt too much. Only the width of "), "\(found)")
    }

    @Test func `an edge of a safe area is not what differs from the canvas`() throws {
        let views = CanvasFile.view("a", 0, 20, 375, 200) + CanvasFile.view("b", 0, 220, 375, 300)
        let pins = [
            CanvasFile.pin("c1", "a.top", "safe.top"), CanvasFile.pin("c2", "a.height", nil, 200), CanvasFile.pin("c3", "b.top", "a.bottom"),
            CanvasFile.pin("c4", "b.height", nil, 300), CanvasFile.pin("low", "safe.bottom", "b.bottom"),
            CanvasFile.pin("c5", "a.leading", "root.leading"), CanvasFile.pin("c6", "a.width", nil, 375),
            CanvasFile.pin("c7", "b.leading", "root.leading"), CanvasFile.pin("c8", "b.width", nil, 375),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.scene(views, pins))
        #expect(found.culprits == ["low"] && found.remedies[0].to == 147, "\(found)")
        #expect(!found.sentence.contains("of safe area") && found.sentence.contains("the pin of the bottom edge of UIView"), "\(found.sentence)")
    }

    @Test func `an aspect ratio that is drawn is not given up`() throws {
        let cover = CanvasFile.view("a", 20, 10, 160, 90, #"userLabel="Cover""#)
        let ratio = CanvasFile.pin("ratio", "a.width", "a.height", 0, #"multiplier="16:9""#)
        let place = CanvasFile.pin("lead", "a.leading", "root.leading", 20) + CanvasFile.pin("top", "a.top", "root.top", 10) + ratio
        func found(_ trailing: Int, _ bottom: Int) throws -> Diagnosis {
            let ends = CanvasFile.pin("t", "root.trailing", "a.trailing", trailing) + CanvasFile.pin("b", "root.bottom", "a.bottom", bottom)
            return try CanvasFile.diagnosis(try CanvasFile.layout(cover, place + ends))
        }
        let one = try found(120, 60)
        #expect(one.remedies[0].kind == .changeConstant && one.remedies[0].constraints == ["b"] && one.remedies[0].to == 100, "\(one.remedies)")
        #expect(one.sentence.hasPrefix("The aspect ratio of Cover does not fit its leading edge, "), "\(one.sentence)")
        // Both ends contradict the canvas, so none of them is known to be the mistake.
        let both = try found(60, 60)
        #expect(both.remedies[0].kind == .removeConstraint && both.remedies[0].constraints == ["b"], "\(both.remedies)")
    }

    @Test func `a wide ratio is drawn as far as its height is rounded`() throws {
        let pins = [
            CanvasFile.pin("lead", "a.leading", "root.leading", 20), CanvasFile.pin("top", "a.top", "root.top", 10),
            CanvasFile.pin("trail", "root.trailing", "a.trailing", 20), CanvasFile.pin("high", "a.height", nil, 80),
            CanvasFile.pin("ratio", "a.width", "a.height", 0, #"multiplier="5.05""#),
        ].joined()
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 20, 10, 260, 52), pins))
        #expect(found.culprits == ["high"] && found.remedies[0].kind == .changeConstant, "\(found)")
    }
}
