import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Cells that have a file of their own.
struct FileCellTests {
    @Test func aCellOfItsOwnFile() throws {
        func diagnosis(height: Int) throws -> Diagnosis? {
            let content = """
                <tableViewCellContentView key="contentView" opaque="NO" clipsSubviews="YES" multipleTouchEnabled="YES" contentMode="center" id="content">
                <rect key="frame" x="0.0" y="0.0" width="320" height="\(height)"/><subviews>\(CanvasFile.view("a", 0, 10, 320, 40))</subviews><constraints>
                \(CanvasFile.pin("c1", "a.top", "content.top", 10))\(CanvasFile.pin("c2", "a.height", nil, 40))\(CanvasFile.pin("c3", "content.bottom", "a.bottom", 10))
                \(CanvasFile.pin("c4", "a.leading", "content.leading"))\(CanvasFile.pin("c5", "content.trailing", "a.trailing"))</constraints></tableViewCellContentView>
                """
            let text = """
                <?xml version="1.0" encoding="UTF-8"?>
                <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES">
                <objects><tableViewCell contentMode="scaleToFill" rowHeight="\(height)" id="cell" customClass="NoteCell">
                <rect key="frame" x="0.0" y="0.0" width="320" height="\(height)"/>\(content)</tableViewCell></objects></document>
                """
            let layouts = try InterfaceBuilderImporter().read(Array(text.utf8), file: "NoteCell.xib")
            return Analyzer().analyze(try #require(layouts.first).document).diagnoses.first
        }
        let found = try #require(try diagnosis(height: 90))
        #expect(found.cause == .cellHeight && found.culprits == ["c3"], "\(found)")
        #expect(
            found.sentence
                == "The cell NoteCell is 90 high in Interface Builder, but its constraints need 60. On the canvas, the pin of "
                + "the bottom edge of UIView is 40, not 10.")
        #expect(found.remedies.map(\.kind) == [.changeConstant, .changeSetting, .removeConstraint])
        #expect(try diagnosis(height: 60) == nil)
    }
}
