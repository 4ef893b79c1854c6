import LayoutAnalysis
import LayoutImport
import LayoutModel
import Testing

/// Small Interface Builder files: a root of 300 x 200 points with views and constraints.
enum CanvasFile {
    static func layout(_ views: String, _ constraints: String, more: String = "", mode: InterfaceBuilderOptions.Mode = .design) throws
        -> LayoutDocument
    {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES" useTraitCollections="YES">
            <device id="retina4_7" orientation="portrait" appearance="light"/><objects><view contentMode="scaleToFill" id="root">
            <rect key="frame" x="0.0" y="0.0" width="300" height="200"/><subviews>\(views)</subviews><constraints>\(constraints)</constraints>\(more)</view></objects></document>
            """
        let layouts = try InterfaceBuilderImporter(options: InterfaceBuilderOptions(mode: mode)).read(Array(text.utf8), file: "a.xib")
        return try #require(layouts.first).document
    }

    /// A view controller's scene of 375 x 667 points, with a status bar and a safe area.
    static func scene(_ views: String, _ constraints: String) throws -> LayoutDocument {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" targetRuntime="iOS.CocoaTouch" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES">
            <device id="retina4_7" orientation="portrait" appearance="light"/><scenes><scene sceneID="scene"><objects><viewController id="controller" sceneMemberID="viewController">
            <view key="view" contentMode="scaleToFill" id="root"><rect key="frame" x="0.0" y="0.0" width="375" height="667"/><subviews>\(views)</subviews>
            <viewLayoutGuide key="safeArea" id="safe"/><constraints>\(constraints)</constraints></view></viewController></objects></scene></scenes></document>
            """
        return try #require(try InterfaceBuilderImporter().read(Array(text.utf8), file: "a.storyboard").first).document
    }

    static func view(_ id: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ attributes: String = "", in inner: String = "") -> String {
        """
        <view contentMode="scaleToFill" \(attributes) translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">
        <rect key="frame" x="\(x)" y="\(y)" width="\(width)" height="\(height)"/>\(inner)</view>
        """
    }

    /// `a.leading == root.leading + 8` and the like, without multipliers.
    static func pin(_ id: String, _ first: String, _ second: String? = nil, _ constant: Int = 0, _ attributes: String = "") -> String {
        func side(_ text: String, _ name: String) -> String {
            let parts = text.split(separator: ".")
            return #"\#(name)Item="\#(parts[0])" \#(name)Attribute="\#(parts[1])""#
        }
        return
            #"<constraint \#(side(first, "first")) \#(second.map { side($0, "second") } ?? "") constant="\#(constant)" id="\#(id)" \#(attributes)/>"#
    }

    static func exclude(_ ids: String...) -> String {
        let masks = ids.map { #"<exclude reference="\#($0)"/>"# }.joined()
        return #"<variation key="default"><mask key="constraints">\#(masks)</mask></variation>"#
    }

    static func diagnosis(_ document: LayoutDocument) throws -> Diagnosis {
        let found = Analyzer().analyze(document)
        #expect(found.diagnoses.count == 1, "\(found.diagnoses.map(\.sentence))")
        return try #require(found.diagnoses.first)
    }
}
