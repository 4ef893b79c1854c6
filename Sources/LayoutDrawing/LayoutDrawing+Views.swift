internal import LayoutModel

// Draws views as boxes with their names.

extension LayoutDrawing {
    /// The look of a view, written twice: as CSS classes, for pages that restyle it, and as attributes, since a page may forbid
    /// style sheets.
    struct ViewLook: Hashable {
        var kind: LayoutView.Kind
        var isRoot: Bool
        var isAmbiguous: Bool
        var isMoved: Bool

        private var isOpen: Bool { kind != .view && kind != .scroll || isRoot }

        var attributes: SVGMarkup {
            let (isOpen, fill) = (self.isOpen && !isMoved, isMoved ? "#c77700" : self.isOpen ? "none" : "#808080")
            let words = [
                "view", kind == .view ? nil : kind.rawValue, isRoot ? "root" : nil, isAmbiguous ? "ambiguous" : nil, isMoved ? "moved" : nil,
            ]
            var markup: SVGMarkup = #"class="\#(words.compactMap { $0 }.joined(separator: " "))" fill="\#(fill)""#
            if !isOpen { markup += #" fill-opacity="0.1""# }
            if isAmbiguous {
                markup += ##" stroke="#c77700" stroke-width="1.5" stroke-dasharray="6 3""##
            } else {
                markup += ##" stroke="#808080" stroke-width="\##(isRoot ? 1.5 : 0.75)""##
                if kind != .view && kind != .scroll { markup += #" stroke-dasharray="3 2""# }
            }
            return markup
        }
    }

    func look(ofView index: Int) -> ViewLook {
        let view = document.views[index]
        return ViewLook(
            kind: view.kind, isRoot: index == document.root, isAmbiguous: findings.loose[view.id] != nil, isMoved: findings.moved.contains(view.id))
    }

    func drawView(_ index: Int, _ labels: inout LabelPlaces, _ svg: inout SVGMarkup) {
        guard let frame = frames[index] else { return }
        let view = document.views[index]
        let look = look(ofView: index)
        let kind = view.className.map { " (\($0))" } ?? ""
        svg += #"<g data-view="\#(view.id)"><title>\#(view.id)\#(kind): \#(frame.x) \#(frame.y), \#(frame.width) × \#(frame.height)"#
        svg += #"\#(look.isAmbiguous ? ", ambiguous" : "")</title><rect \#(markup: look.attributes) "#
        svg.line(#"x="\#(frame.x)" y="\#(frame.y)" width="\#(max(frame.width, 0))" height="\#(max(frame.height, 0))"/>"#)
        if frame.height >= 12, index != document.root {
            let label = view.id.fitted(frame.width - 6)
            if !label.isEmpty, let y = labelPlace(of: label, in: frame, &labels) {
                svg.line(##"<text class="label" fill="#555" font-size="9" x="\##(frame.x + 3)" y="\##(y)">\##(label)</text>"##)
            }
        }
        svg.line("</g>")
    }

    /// Returns the baseline of a view's name: at its top, or below the names of superviews that begin at the same corner. Returns nil
    /// if the view has no room for it.
    private func labelPlace(of label: String, in frame: DrawnFindings.Frame, _ labels: inout LabelPlaces) -> Double? {
        let count = Int(max(0, min(12, (frame.height - 2) / 10)))
        let width = Double(label.count) * 5.2
        let boxes = (0..<count).map { LabelPlaces.Box(left: frame.x + 3, top: frame.y + 1 + Double($0) * 10, width: width, height: 10) }
        return labels.place(boxes).map { frame.y + 9 + Double($0) * 10 }
    }
}
