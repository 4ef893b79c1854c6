import JSON
import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// What is missing takes the constants that the canvas shows.
struct DrawnFrameTests {
    @Test func whatIsMissingTakesTheDrawnFrame() throws {
        let pins = CanvasFile.pin("c1", "a.leading", "root.leading", 10) + CanvasFile.pin("c3", "a.height", nil, 30)
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 10, 24, 70, 30), pins))
        #expect(found.cause == .missingPosition)
        #expect(found.remedies.map(\.constraints) == [["a.width == 70", "a.top == root.top + 24"]], "\(found.remedies)")
        #expect(
            found.remedies[0].sentence
                == "Set the width of UIView 2 to 70 pt; pin the top of UIView 2 to the top of its superview, 24 pt apart, as on the canvas.")
        // Nobody makes a view 0 wide.
        let empty = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 10, 24, 0, 30), pins))
        #expect(!empty.remedies.contains { $0.sentence.contains("wide, as on the canvas") })
    }

    @Test func allThatIsMissingComesAtOnce() throws {
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 16, 24, 200, 30), ""))
        #expect(
            found.remedies[0].constraints.sorted() == [
                "a.height == 30", "a.leading == root.leading + 16", "a.top == root.top + 24", "a.width == 200",
            ], "\(found.remedies)")
        #expect(found.remedies[0].outcome?.verdict == .clean && found.remedies[0].sentence.hasSuffix(", as on the canvas."))
        #expect(found.remedies.count <= 3)
    }

    @Test func aViewNearTheFarEdgeIsPinnedThere() throws {
        let pins = CanvasFile.pin("c1", "a.width", nil, 70) + CanvasFile.pin("c2", "a.height", nil, 30)
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 222, 158, 70, 30), pins))
        #expect(found.remedies.map(\.constraints) == [["a.trailing == root.trailing - 8", "a.bottom == root.bottom - 12"]])
    }

    @Test func aViewInTheCenterIsCentered() throws {
        let size = CanvasFile.pin("c1", "a.width", nil, 70) + CanvasFile.pin("c2", "a.height", nil, 30)
        let both = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 115, 85, 70, 30), size))
        #expect(both.remedies.map(\.constraints) == [["a.centerX == root.centerX", "a.centerY == root.centerY"]], "\(both.remedies)")
        #expect(
            both.remedies[0].sentence
                == "Center UIView 2 horizontally in its superview; center UIView 2 vertically in its superview, as on the canvas.")
        // The size is missing, too.
        let bare = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 115, 24, 70, 30), ""))
        #expect(
            bare.remedies[0].constraints.sorted() == ["a.centerX == root.centerX", "a.height == 30", "a.top == root.top + 24", "a.width == 70"],
            "\(bare.remedies)")
        #expect(bare.remedies[0].outcome?.verdict == .clean)
        // Half a point is a rounded center.
        let rounded = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 114, 24, 71, 30), CanvasFile.pin("c2", "a.width", nil, 71)))
        #expect(rounded.remedies[0].constraints.contains("a.centerX == root.centerX"), "\(rounded.remedies)")
        // Equal margins of a view without a size are not a center.
        let wide = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 16, 24, 268, 30), ""))
        #expect(wide.remedies[0].constraints.contains("a.leading == root.leading + 16"), "\(wide.remedies)")
    }

    @Test func aViewInTheCenterOfTheSafeAreaIsCenteredThere() throws {
        let pins = [
            CanvasFile.pin("c1", "a.width", nil, 70), CanvasFile.pin("c2", "a.height", nil, 30), CanvasFile.pin("c3", "b.leading", "safe.leading"),
            CanvasFile.pin("c4", "b.top", "safe.top"), CanvasFile.pin("c5", "b.width", nil, 30), CanvasFile.pin("c6", "b.height", nil, 20),
        ].joined()
        // The status bar is 20 high, and the safe area's center is half of it below the view's.
        let found = try CanvasFile.diagnosis(
            try CanvasFile.scene(CanvasFile.view("b", 0, 20, 30, 20) + CanvasFile.view("a", 152, 328, 70, 30), pins))
        #expect(found.remedies.map(\.constraints) == [["a.centerX == root.centerX", "a.centerY == safe.centerY"]], "\(found.remedies)")
    }

    @Test func equalMarginsMakeASize() throws {
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 16), CanvasFile.pin("c2", "a.top", "root.top", 8),
            CanvasFile.pin("c3", "a.height", nil, 30),
        ].joined()
        let wide = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 16, 8, 268, 30), pins))
        #expect(wide.cause == .missingSize && wide.remedies[0].constraints == ["a.trailing == root.trailing - 16"])
        let narrow = try CanvasFile.diagnosis(try CanvasFile.layout(CanvasFile.view("a", 16, 8, 100, 30), pins))
        #expect(narrow.remedies[0].constraints == ["a.width == 100"])
    }

    @Test func theNearestSiblingComesFirst() throws {
        let first = CanvasFile.view("a", 10, 10, 40, 30)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 10), CanvasFile.pin("c2", "a.top", "root.top", 10),
            CanvasFile.pin("c3", "a.width", nil, 40),
            CanvasFile.pin("c4", "a.height", nil, 30), CanvasFile.pin("c5", "b.leading", "root.leading", 10),
            CanvasFile.pin("c6", "b.width", nil, 50), CanvasFile.pin("c7", "b.height", nil, 20),
        ].joined()
        let below = try CanvasFile.diagnosis(try CanvasFile.layout(first + CanvasFile.view("b", 10, 48, 50, 20), pins))
        #expect(below.remedies[0].constraints == ["b.top == a.bottom + 8"], "\(below.remedies)")
        // Beside it nothing is above.
        let beside = try CanvasFile.diagnosis(try CanvasFile.layout(first + CanvasFile.view("b", 60, 48, 50, 20), pins))
        #expect(beside.remedies[0].constraints == ["b.top == root.top + 48"])
    }

    @Test func theSafeAreaComesBeforeItsView() throws {
        let guide = #"<viewLayoutGuide key="safeArea" id="safe"/>"#
        let first = CanvasFile.view("a", 0, 0, 300, 20)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "safe.leading"), CanvasFile.pin("c2", "a.top", "safe.top"), CanvasFile.pin("c3", "a.width", nil, 300),
            CanvasFile.pin("c4", "a.height", nil, 20), CanvasFile.pin("c5", "b.leading", "root.leading", 10),
            CanvasFile.pin("c6", "b.width", nil, 50),
            CanvasFile.pin("c7", "b.height", nil, 20),
        ].joined()
        func remedy(y: Int) throws -> [String] {
            try CanvasFile.diagnosis(try CanvasFile.layout(first + CanvasFile.view("b", 10, y, 50, 20), pins, more: guide)).remedies[0].constraints
        }
        #expect(try remedy(y: 168) == ["b.bottom == safe.bottom - 12"])
        // It is drawn above the safe area.
        #expect(try remedy(y: -4) == ["b.top == root.top - 4"])
        // The sibling is nearer still.
        #expect(try remedy(y: 28) == ["b.top == a.bottom + 8"])
    }

    @Test func alignmentRectanglesCount() throws {
        // A switch is drawn 2 points wider than it aligns.
        let toggle = """
            <switch opaque="NO" contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="a">
            <rect key="frame" x="239" y="40" width="51" height="31"/></switch>
            """
        let document = try CanvasFile.layout(toggle, "")
        #expect(document.views[1].alignmentRectInsets != LayoutInsets())
        let found = try CanvasFile.diagnosis(document)
        #expect(
            found.remedies.map(\.constraints) == [["a.trailing == root.trailing - 12", "a.top == root.top + 40"]], "\(found.remedies)")
        let near = try CanvasFile.diagnosis(try CanvasFile.layout(toggle.replacing(#"x="239""#, with: #"x="39""#), ""))
        #expect(near.remedies[0].constraints == ["a.leading == root.leading + 39", "a.top == root.top + 40"], "\(near.remedies)")
    }

    @Test func contentGivesItsSize() throws {
        let label = """
            <label opaque="NO" contentMode="left" text="Sum" translatesAutoresizingMaskIntoConstraints="NO" id="a">
            <rect key="frame" x="12" y="40" width="35" height="21"/><fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        let found = try CanvasFile.diagnosis(try CanvasFile.layout(label, ""))
        #expect(found.remedies.map(\.constraints) == [["a.leading == root.leading + 12", "a.top == root.top + 40"]])
        #expect(!found.remedies.contains { $0.constraints.contains { $0.contains("width") || $0.contains("height") } })
    }

    @Test func editsLeaveWhatIsDrawn() throws {
        let document = try CanvasFile.layout(CanvasFile.view("a", 10, 24, 70, 30), CanvasFile.pin("c3", "a.height", nil, 30))
        let list = #"[{"op": "addConstraint", "constraint": "a.leading == root.leading + 10"}]"#
        let events = try JSONDocument(parsing: Array(list.utf8)).withRoot { try EventReader().read($0) }
        let changed = try EventApplication().apply(events, to: document).document
        #expect(changed.constraints.count == document.constraints.count + 1 && changed.views[1].design == document.views[1].design)
        var live = IncrementalAnalyzer()
        _ = live.analyze(document)
        #expect(live.analyze(changed).diagnoses == Analyzer().analyze(changed).diagnoses)
        #expect(try CanvasFile.diagnosis(changed).remedies[0].constraints == ["a.width == 70", "a.top == root.top + 24"])
    }
}
