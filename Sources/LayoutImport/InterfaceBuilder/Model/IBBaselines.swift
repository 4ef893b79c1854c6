internal import XML

/// Where the baselines of a view's text lie, in points from the alignment rectangle's top and bottom.
struct IBBaselines {
    var firstFromTop: Double
    var lastFromBottom: Double

    /// Text stands in the middle of its view. nil where a view has no text: its baseline is its bottom.
    init?(of view: IBView, height: Double?, pixel: Double) {
        let standard: Double
        switch view.kind {
        case "label", "textField": standard = 17
        case "button": standard = 15
        case "textView": standard = 14
        default: return nil
        }
        let font = IBFont(of: view.element, standard: standard)
        let line = font.lineHeight
        guard let height else {
            firstFromTop = font.ascent
            lastFromBottom = line - font.ascent
            return
        }
        let isMultiline = view.kind == "textView" || (view.kind == "label" && (view.number("numberOfLines") ?? 1) != 1)
        let lines = isMultiline ? max(1, (height / line + 0.1).rounded(.down)) : 1
        let margin = (height - lines * line) / 2
        firstFromTop = ((margin + font.ascent) / pixel).rounded() * pixel
        lastFromBottom = ((margin + line - font.ascent) / pixel).rounded() * pixel
    }
}
