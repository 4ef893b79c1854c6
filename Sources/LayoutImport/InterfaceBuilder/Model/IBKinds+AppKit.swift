extension IBKinds {
    /// Returns whether a view of this kind is understood on its platform.
    static func isUnderstood(_ kind: String, on platform: IBFile.Platform) -> Bool {
        platform == .macOS ? appKit.contains(kind) : isUnderstood(kind)
    }

    static let appKit: Set<String> = [
        // With content of their own, by a model or as drawn.
        "button", "popUpButton", "textField", "secureTextField", "tokenField", "searchField", "comboBox", "textView", "imageView", "slider",
        "segmentedControl", "stepper", "switch", "datePicker", "pathControl", "levelIndicator", "matrix", "colorWell", "ruleEditor",
        "predicateEditor", "gridView", "progressIndicator",
        // Without.
        "view", "customView", "containerView", "box", "tabView", "splitView", "stackView", "scrollView", "clipView", "scroller", "tableView",
        "outlineView", "tableHeaderView", "tableCellView", "tableRowView", "collectionView", "visualEffectView", "browser", "webView",
        "wkWebView", "mapView", "openGLView", "mtkView", "sceneKitView", "skView", "scnView", "pdfView", "quartzView", "avPlayerView", "window",
    ]
}
