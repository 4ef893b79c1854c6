internal import XML

/// The insets of the alignment rectangle in a view's frame, by kind of control and version of the canvas.
enum IBAlignment {
    static func insets(of view: IBView, file: IBFile) -> IBInsets {
        file.platform == .macOS ? mac(view, toolsVersion: file.toolsVersion) : touch(view, toolsVersion: file.toolsVersion)
    }

    private static func touch(_ view: IBView, toolsVersion: Int) -> IBInsets {
        switch view.kind {
        case "slider": toolsVersion >= 24000 ? IBInsets() : IBInsets(left: 2, bottom: 1, right: 2)
        // Some canvases stored the alignment rectangle itself.
        case "switch": IBInsets(right: view.frame.map { ($0.width - 49).magnitude < 0.5 } == true ? 0 : 2)
        case "segmentedControl": IBInsets(bottom: 1)
        default: IBInsets()
        }
    }

    private static func mac(_ view: IBView, toolsVersion: Int) -> IBInsets {
        switch view.kind {
        case "textField":
            let cell = view.element.child(key: "cell")
            return cell?["borderStyle"] == nil ? IBInsets(left: 2, right: 2) : IBInsets()
        case "button":
            switch view.element.child(key: "cell")?["type"] {
            case "check": return IBInsets(top: 1, left: 2, bottom: 1)
            case "radio": return IBInsets(left: 0, right: 2)
            case "push":
                if toolsVersion >= 23700 { return IBInsets() }
                return toolsVersion >= 17000 ? IBInsets(top: 5, left: 7, bottom: 7, right: 7) : IBInsets(top: 4, left: 6, bottom: 7, right: 6)
            case "help": return IBInsets(top: 1, left: 2, bottom: 4, right: 2)
            default: return IBInsets()
            }
        case "popUpButton": return IBInsets(top: 1, left: 3, bottom: 4, right: 4)
        case "box":
            if view.attribute("boxType") == "separator" { return IBInsets(top: 2, bottom: 2) }
            return view.attribute("boxType") == nil ? IBInsets(left: 3, bottom: 4, right: 3) : IBInsets()
        case "slider": return IBInsets(top: 2, left: 2, bottom: 2, right: 2)
        case "colorWell": return IBInsets(top: 3, left: 3, bottom: 3, right: 3)
        case "segmentedControl": return IBInsets(top: 2, left: 1, bottom: 2, right: 2)
        case "stepper": return IBInsets(top: 3, left: 3, bottom: 3, right: 3)
        default: return IBInsets()
        }
    }
}
