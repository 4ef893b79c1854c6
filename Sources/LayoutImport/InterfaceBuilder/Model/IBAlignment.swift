internal import XML

/// The insets of the alignment rectangle in a view's frame, by kind of control.
enum IBAlignment {
    /// Returns the insets of a view of UIKit. The insets of AppKit's controls depend on their look.
    static func touch(_ view: IBView, toolsVersion: Int) -> IBInsets {
        switch view.kind {
        case "slider": toolsVersion >= 24000 ? IBInsets() : IBInsets(left: 2, bottom: 1, right: 2)
        // Some canvases stored the alignment rectangle itself.
        case "switch": IBInsets(right: view.frame.map { ($0.width - 49).magnitude < 0.5 } == true ? 0 : 2)
        case "segmentedControl": IBInsets(bottom: 1)
        default: IBInsets()
        }
    }
}
