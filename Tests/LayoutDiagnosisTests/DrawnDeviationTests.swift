import LayoutAnalysis
import LayoutDiagnosis
import LayoutImport
import LayoutModel
import Testing

/// A view that one constraint lays out far from its drawn frame is told with the constraint, although nothing conflicts.
struct DrawnDeviationTests {
    private func deviations(_ views: String, _ constraints: String, stale: Set<Int> = []) throws -> [DrawnDeviations.Deviation] {
        let document = try CanvasFile.layout(views, constraints)
        let analysis = Analyzer().analyze(document)
        #expect(!analysis.isConflicting && !analysis.isAmbiguous, "\(analysis.diagnoses.map(\.sentence))")
        return DrawnDeviations(document, analysis, ViewNames(document), stale: stale).found
    }

    private let card = CanvasFile.view("a", 20, 30, 100, 44, #"userLabel="Card""#)

    /// Constraints of a card that is drawn 100 x 44 at 20, 30.
    private func pins(leading: Int = 20, top: Int = 30, width: Int = 100, height: Int = 44, _ priority: String = "") -> String {
        CanvasFile.pin("lead", "a.leading", "root.leading", leading) + CanvasFile.pin("top", "a.top", "root.top", top)
            + CanvasFile.pin("wide", "a.width", nil, width, priority) + CanvasFile.pin("high", "a.height", nil, height)
    }

    @Test func `what agrees with the canvas, or nearly so, is not told`() throws {
        #expect(try deviations(card, pins()) == [])
        #expect(try deviations(card, pins(leading: 25, height: 50)) == [])
    }

    @Test func `an altered size is told with the drawn one`() throws {
        let found = try deviations(card, pins(height: 200))
        #expect(found.map(\.sentence) == ["Card is laid out 200 high, but drawn 44 high: its height is 200"])
        #expect(found.map(\.remedy) == ["Change the constant of the height of Card (high) from 200 to 44, as on the canvas."])
    }

    @Test func `an altered distance is told with its direction`() throws {
        let found = try deviations(card, pins(leading: 80))
        #expect(found.map(\.sentence) == ["Card is laid out 60 pt right of where it is drawn: the pin of its leading edge has the constant 80"])
        #expect(found.map(\.remedy) == ["Change the constant of the pin of the leading edge of Card (lead) from 80 to 20, as on the canvas."])
        #expect(try deviations(card, pins(top: 10)).first?.sentence.contains(" 20 pt above where it is drawn") == true)
    }

    @Test func `a weak constraint that content overrides is reported with its priority`() throws {
        let label = """
            <label opaque="NO" contentMode="left" horizontalHuggingPriority="251" verticalHuggingPriority="251" text="Sum" userLabel="Total"
            translatesAutoresizingMaskIntoConstraints="NO" id="a"><rect key="frame" x="20" y="30" width="100" height="44"/>
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
        #expect(try deviations(label, pins()) == [])
        let found = try deviations(label, pins(#"priority="1""#))
        let text = try #require(found.first?.sentence)
        #expect(found.count == 1 && text.hasPrefix("Total is laid out ") && text.contains(" wide, but drawn 100 wide: its width has "), "\(text)")
        #expect(text.hasSuffix(" a priority of only 1, so others win"), "\(text)")
        #expect(found[0].remedy == "Make the width of Total (wide) required (priority 1000), as it is satisfied on the canvas.")
    }

    @Test func `a canvas that is older than the constraints is no evidence`() throws {
        #expect(try deviations(card, pins(leading: 80, top: 90, width: 250)) == [])
        // The file itself marks the view as misplaced.
        #expect(try deviations(card, pins(height: 200), stale: [1]) == [])
    }

    @Test func `the wrong edge is told with the right one`() throws {
        let wrong = pins().replacing(#"firstAttribute="top""#, with: #"firstAttribute="bottom""#)
        let found = try deviations(card, wrong)
        #expect(found.map(\.sentence) == ["Card is laid out 44 pt above where it is drawn: the pin of its bottom edge has the constant 30"])
        #expect(found.map(\.remedy) == ["Pin the top edge of Card in place of its bottom edge (top), as on the canvas."])
        let twice = pins() + CanvasFile.pin("end", "a.leading", "root.trailing", -180)
        let diagnosis = try CanvasFile.diagnosis(try CanvasFile.layout(card, twice))
        #expect(diagnosis.sentence.hasSuffix(" The canvas shows the trailing edge of Card there."), "\(diagnosis)")
        #expect(diagnosis.culprits == ["end"] && diagnosis.remedies.first?.kind == .changeItem, "\(diagnosis.remedies)")
    }
}
