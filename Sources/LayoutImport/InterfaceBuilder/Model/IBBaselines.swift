internal import XML

/// The distances of a text's baselines from the alignment rectangle's top and bottom, in points.
struct IBBaselines {
    var firstFromTop: Double
    var lastFromBottom: Double

    /// Text is vertically centered in its view. Returns nil if a view has no text: then its baseline is its bottom edge.
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
