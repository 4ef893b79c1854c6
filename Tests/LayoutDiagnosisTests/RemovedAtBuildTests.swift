import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// What the canvas of Interface Builder has, and the app has not.
struct RemovedAtBuildTests {
    @Test func aPlaceholderIsRemovedAtBuild() throws {
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 10), CanvasFile.pin("c2", "a.top", "root.top", 20),
            CanvasFile.pin("c3", "a.height", nil, 30),
        ].joined()
        let views = CanvasFile.view("a", 10, 20, 60, 30)
        let width = CanvasFile.pin("c4", "a.width", nil, 60, #"placeholder="YES""#)
        #expect(Analyzer().analyze(try CanvasFile.layout(views, pins + width)).verdict == .clean)
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(views, pins + width, mode: .run))
        #expect(found.cause == .removedAtBuild && found.culprits.isEmpty && found.sentence.hasSuffix("on the canvas: UIView 2 is 60 wide."))
        #expect(found.remedies[0].kind == .addConstraint && found.remedies[0].constraints == ["a.width == 60"])
        // A placeholder for something else has no part in it.
        let other = CanvasFile.pin("c4", "a.height", nil, 30, #"placeholder="YES""#)
        #expect(try CanvasFile.diagnosis(try CanvasFile.layout(views, pins + other, mode: .run)).cause == .missingSize)
    }

    @Test func aPlaceholderSizeIsRemovedAtBuild() throws {
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 10), CanvasFile.pin("c2", "a.top", "root.top", 20),
            CanvasFile.pin("c3", "a.height", nil, 30),
        ].joined()
        let sized = #"placeholderIntrinsicWidth="60" placeholderIntrinsicHeight="infinite" customClass="Gauge""#
        #expect(Analyzer().analyze(try CanvasFile.layout(CanvasFile.view("a", 10, 20, 60, 30, sized), pins)).verdict == .clean)
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 10, 20, 60, 30, sized), pins, mode: .run))
        #expect(
            found.cause == .removedAtBuild && found.sentence.contains("its intrinsic size on the canvas (60 wide) is a placeholder"),
            "\(found.sentence)")
        #expect(found.remedies.map(\.kind).prefix(2) == [.addConstraint, .other] && found.remedies[0].constraints == ["a.width == 60"])
        #expect(
            found.remedies[1].swift
                == "override var intrinsicContentSize: CGSize { CGSize(width: 60, height: UIView.noIntrinsicMetric) }")
        #expect(
            try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 10, 20, 60, 30, #"customClass="Gauge""#), pins, mode: .run)).cause
                == .missingSize)
    }
}
