import ExactArithmetic
import LayoutImport
import LayoutModel

/// A small Interface Builder file, written part by part, and what it becomes.
struct InterfaceBuilderFile {
    /// The build of Interface Builder that states the release.
    var build = 22155
    var device = "retina4_7"
    /// Views in the root, with its constraints after them.
    var content = ""
    var resources = ""
    var size = (width: 375, height: 667)

    var text: String {
        """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="\(build)" targetRuntime="iOS.CocoaTouch" \
        useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES"><device id="\(device)" orientation="portrait"/><objects>
        <view contentMode="scaleToFill" id="roo-00-001"><rect key="frame" x="0.0" y="0.0" width="\(size.width)" height="\(size.height)"/>
        \(content)
        <freeformSimulatedSizeMetrics key="simulatedDestinationMetrics"/></view></objects><resources>\(resources)</resources></document>
        """
    }

    func document(_ options: InterfaceBuilderOptions = InterfaceBuilderOptions()) throws -> LayoutDocument {
        try InterfaceBuilderFile.documents(text, options)[0]
    }

    static func documents(_ text: String, _ options: InterfaceBuilderOptions = InterfaceBuilderOptions()) throws -> [LayoutDocument] {
        try InterfaceBuilderImporter(options: options).read(Array(text.utf8)).map(\.document)
    }

    /// A view that constraints place, by its frame.
    static func view(_ kind: String, _ id: String, _ frame: [Double], _ attributes: String = "", _ children: String = "") -> String {
        """
        <\(kind) translatesAutoresizingMaskIntoConstraints="NO" id="\(id)" \(attributes)>\
        <rect key="frame" x="\(frame[0])" y="\(frame[1])" width="\(frame[2])" height="\(frame[3])"/>\(children)</\(kind)>
        """
    }
}

extension LayoutDocument {
    /// The lengths of a view's content, or nil for none.
    func content(_ id: String) -> [Double?] {
        guard let size = view(id)?.intrinsicContentSize else { return [] }
        return [size.width?.double, size.height?.double]
    }

    /// A guide's insets: top, left, bottom, right.
    func insets(_ id: String) -> [Double]? {
        view(id)?.insets.map { insets in
            let sides = insets.resolved(.ltr, default: .zero)
            return [sides.top, sides.left, sides.bottom, sides.right].map(\.double)
        }
    }
}
