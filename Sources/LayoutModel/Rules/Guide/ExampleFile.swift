/// Minimal Interface Builder files for help pages: a view `a` of 50 x 20 at 8, 4 in a root.
enum ExampleFile {
    static let leading = #"<constraint id="c1" firstItem="a" firstAttribute="leading" secondItem="root" secondAttribute="leading" constant="8"/>"#
    static let top = #"<constraint id="c2" firstItem="a" firstAttribute="top" secondItem="root" secondAttribute="top" constant="4"/>"#
    static let width = #"<constraint id="c3" firstItem="a" firstAttribute="width" constant="50"/>"#
    static let height = #"<constraint id="c4" firstItem="a" firstAttribute="height" constant="20"/>"#
    static let constraints = [leading, top, width, height]

    /// A file without findings.
    static let right = xib([view()], constraints)

    /// - Parameter attributes: further attributes of the element.
    static func view(_ attributes: String = "", x: Int = 8) -> String {
        let frame = #"<rect key="frame" x="\#(x)" y="4" width="50" height="20"/>"#
        return #"<view id="a"\#(attributes) translatesAutoresizingMaskIntoConstraints="NO">"# + "\n        \(frame)</view>"
    }

    static func label(_ id: String, x: Int, width: Int, _ attributes: String = "") -> String {
        let frame = #"<rect key="frame" x="\#(x)" y="0" width="\#(width)" height="44"/>"#
        return #"<label id="\#(id)" text="\#(id)"\#(attributes) translatesAutoresizingMaskIntoConstraints="NO">"# + "\n        \(frame)</label>"
    }

    /// Returns two labels side by side between the edges of the root.
    static func row(_ attributes: String = "") -> String {
        func centered(_ id: String, _ view: String) -> String {
            #"<constraint id="\#(id)" firstItem="\#(view)" firstAttribute="centerY" secondItem="root" secondAttribute="centerY"/>"#
        }
        return xib(
            [label("a", x: 0, width: 40), label("b", x: 40, width: 60, attributes)],
            [
                #"<constraint id="c1" firstItem="a" firstAttribute="leading" secondItem="root" secondAttribute="leading"/>"#,
                #"<constraint id="c2" firstItem="b" firstAttribute="leading" secondItem="a" secondAttribute="trailing"/>"#,
                #"<constraint id="c3" firstItem="root" firstAttribute="trailing" secondItem="b" secondAttribute="trailing"/>"#,
                centered("c4", "a"), centered("c5", "b"),
            ])
    }

    /// Returns a stack view that contains the view, with constraints of its own.
    static func stack(_ constraints: [String]) -> String {
        let stack =
            #"<stackView id="s" translatesAutoresizingMaskIntoConstraints="NO"><rect key="frame" x="8" y="4" width="50" height="20"/><subviews>"#
        return xib(
            [stack, "  " + view(x: 0), "</subviews></stackView>"],
            constraints.map { $0.replacing(#"firstItem="a""#, with: #"firstItem="s""#) } + [width, height])
    }

    static func xib(_ views: [String], _ constraints: [String] = [], variation: String? = nil) -> String {
        var lines = [#"<document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" useAutolayout="YES"><objects>"#]
        lines += [#"  <view id="root"><rect key="frame" x="0" y="0" width="100" height="44"/>"#, "    <subviews>"]
        lines += views.map { "      " + $0 } + ["    </subviews>"]
        if !constraints.isEmpty { lines += ["    <constraints>"] + constraints.map { "      " + $0 } + ["    </constraints>"] }
        if let variation { lines.append("    " + variation) }
        return (lines + ["  </view>", "</objects></document>"]).joined(separator: "\n")
    }
}
