import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Constraints of a file that are not installed.
struct UninstalledTests {
    @Test func aConstraintThatIsNotInstalled() throws {
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 10), CanvasFile.pin("c2", "a.top", "root.top", 20),
            CanvasFile.pin("c3", "a.height", nil, 30),
        ].joined()
        let views = CanvasFile.view("a", 10, 20, 70, 30)
        let width = CanvasFile.pin("c4", "a.width", nil, 60)
        let document = try CanvasFile.layout(views, pins + width, more: CanvasFile.exclude("c4"))
        #expect(document.constraints.map(\.id) == ["c1", "c2", "c3", "c4"] && document.constraints.map(\.isActive) == [true, true, true, false])
        let found = try CanvasFile.diagnosis(document)
        #expect(found.cause == .uninstalled && found.culprits.isEmpty)
        #expect(found.remedies[0].constraints == ["a.width == 60"] && found.remedies[0].sentence.contains("(c4)"), "\(found.remedies)")
        // Installed it is part of the layout, and without it the drawn width is what is left.
        #expect(Analyzer().analyze(try CanvasFile.layout(views, pins + width)).verdict == .clean)
        #expect(try CanvasFile.diagnosis(try CanvasFile.layout(views, pins)).cause == .missingSize)
        // One that says something else does not settle it.
        let height = CanvasFile.pin("c4", "a.height", nil, 60)
        #expect(try CanvasFile.diagnosis(try CanvasFile.layout(views, pins + height, more: CanvasFile.exclude("c4"))).cause == .missingSize)
    }

    @Test func whatCannotBeInstalledIsLeftOut() throws {
        let views = CanvasFile.view("a", 10, 20, 70, 30)
        let pins = [
            CanvasFile.pin("c1", "a.leading", "root.leading", 10), CanvasFile.pin("c2", "a.top", "root.top", 20),
            CanvasFile.pin("c3", "a.size", nil, 30),
            CanvasFile.pin("c4", "a.width", "gone.width"), CanvasFile.pin("c5", "a.width", nil, 5, #"priority="2000""#),
            CanvasFile.pin("c6", "a.leading", "root.top"),
            CanvasFile.pin("c1", "a.width", nil, 7), CanvasFile.pin("c7", "a.width", nil, 8, #"relation="about""#),
            CanvasFile.pin("c8.x", "a.width", nil, 8),
        ].joined()
        let document = try CanvasFile.layout(views, pins, more: CanvasFile.exclude("c3", "c4", "c5", "c6", "c7", "c8.x"))
        #expect(document.constraints.allSatisfy { $0.isActive })
        // The canonical form is read again as the same constraints.
        let read = try DocumentImporter().read(json: CanonicalDocument.json(document))
        #expect(read.constraints.map(\.id) == document.constraints.map(\.id))
    }

    @Test func onlyActiveConstraintsMeanAContentArea() throws {
        func document(_ more: String) throws -> LayoutDocument {
            let inner = CanvasFile.view("a", 0, 0, 50, 20)
            let scroll = """
                <scrollView contentMode="scaleToFill" translatesAutoresizingMaskIntoConstraints="NO" id="s"><rect key="frame" x="0.0" y="0.0" width="300" height="200"/>
                <subviews>\(inner)</subviews><viewLayoutGuide key="contentLayoutGuide" id="guide"/></scrollView>
                """
            let pins =
                CanvasFile.pin("c1", "a.width", nil, 50) + CanvasFile.pin("c2", "a.height", nil, 20) + CanvasFile.pin("c3", "guide.top", "a.top")
            return try CanvasFile.layout(scroll, pins + more, more: CanvasFile.exclude("c3"))
        }
        let alone = try document("")
        #expect(alone.views.map(\.id) == ["root", "s", "a", "s.content"] && alone.constraints.map(\.id) == ["c1", "c2"])
        let meant = try document(CanvasFile.pin("c4", "guide.bottom", "a.bottom"))
        #expect(meant.constraints.map(\.id) == ["c1", "c2", "c4", "c3"] && meant.constraints.map(\.isActive) == [true, true, true, false])
        for document in [alone, meant] {
            let read = try DocumentImporter().read(json: CanonicalDocument.json(document))
            #expect(read.constraints.map(\.id) == document.constraints.map(\.id))
        }
        let read = try DocumentImporter().read(json: CanonicalDocument.json(meant))
        #expect(read.constraints.map(\.first) == meant.constraints.map(\.first))
    }
}
