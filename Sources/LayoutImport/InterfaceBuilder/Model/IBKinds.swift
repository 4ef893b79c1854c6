/// The kinds of UIKit views whose content size is understood: those with a model, and those that have none.
enum IBKinds {
    static func isUnderstood(_ kind: String) -> Bool { known.contains(kind) }

    static let known: Set<String> = [
        // With a model of their content.
        "label", "button", "textField", "textView", "imageView", "switch", "slider", "progressView", "stepper", "segmentedControl",
        "activityIndicatorView", "pageControl", "datePicker", "pickerView", "searchBar", "toolbar", "navigationBar", "tabBar",
        // Without content of their own.
        "view", "containerView", "stackView", "scrollView", "tableView", "tableViewCell", "tableViewCellContentView", "collectionView",
        "collectionViewCell", "collectionViewCellContentView", "collectionReusableView", "tableViewHeaderFooterView", "visualEffectView",
        "mapView", "webView", "wkWebView", "glkView", "mtkView", "arscnView", "arskView", "arView", "skView", "scnView", "sceneKitView",
        "pdfView", "refreshControl", "window",
    ]
}
