public import LayoutModel

/// Draws a layout to scale as SVG: views as boxes, constraints as I-beams and alignment lines, colored by the findings.
public struct LayoutDrawing: Sendable {
    let document: LayoutDocument
    let findings: DrawnFindings
    /// By view index, relative to the root's corner, in points.
    let frames: [DrawnFindings.Frame?]

    /// The border around the root, in points.
    private static let border = 24.0
    /// The number of constraints beyond which only constraints with findings are drawn.
    private static let mostConstraints = 2000

    /// View indices, superviews before their subviews.
    let order: [Int]

    public init(_ document: LayoutDocument, _ findings: DrawnFindings) {
        self.document = document
        self.findings = findings
        order = LayoutDrawing.order(of: document)
        var corners = [(x: Double, y: Double)](repeating: (0, 0), count: document.views.count)
        var frames = [DrawnFindings.Frame?](repeating: nil, count: document.views.count)
        for index in order {
            let view = document.views[index]
            if let parent = view.parent, corners.indices.contains(parent) { corners[index] = corners[parent] }
            guard var frame = findings.frames[view.id] else { continue }
            corners[index] = (corners[index].x + frame.x, corners[index].y + frame.y)
            (frame.x, frame.y) = corners[index]
            frames[index] = frame
        }
        self.frames = frames
    }

    /// The whole SVG file.
    public var svg: [UInt8] {
        var svg = opening
        svg.line(#"<g class="views">"#)
        var labels = LabelPlaces()
        for index in order { drawView(index, &labels, &svg) }
        svg.line("</g>")
        svg.line(#"<g class="constraints">"#)
        var drawn: [LayoutAnchor: Int] = [:]
        let isCrowded = document.constraints.count > LayoutDrawing.mostConstraints
        for constraint in document.constraints where constraint.isActive {
            if isCrowded, kind(of: constraint) == .fine { continue }
            // Several sizes of one view are drawn beside each other.
            var place = 0
            if constraint.first.attribute == .width || constraint.first.attribute == .height {
                place = drawn[constraint.first, default: 0]
                drawn[constraint.first] = place + 1
            }
            draw(constraint, place: place, &labels, &svg)
        }
        svg.line("</g>")
        svg.line("</svg>")
        return svg.bytes
    }

    /// The file up to the drawing's elements.
    var opening: SVGMarkup {
        let box = box
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(box.width)" height="\(box.height)" \
            viewBox="\(box.x) \(box.y) \(box.width) \(box.height)" role="img" font-family="system-ui, sans-serif" font-size="10">
            <title>\(document.name?.shortened() ?? "Layout"): \(findings.verdict)</title>

            """
    }

    /// Returns a drawing that only says why there is nothing to draw: each of the lines on its own.
    public static func notice(_ lines: [String]) -> [UInt8] {
        let height = Double(40 + 18 * lines.count)
        var svg: SVGMarkup = """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="440" height="\(height)" viewBox="0 0 440 \(height)" role="img" \
            font-family="system-ui, sans-serif" font-size="13">
            <title>\(lines.joined(separator: " "))</title>
            <rect width="440" height="\(height)" fill="#ffffff"/>

            """
        for (number, line) in lines.enumerated() { svg.line(#"<text x="20" y="\#(Double(34 + 18 * number))" fill="dimgray">\#(line)</text>"#) }
        svg.line("</svg>")
        return svg.bytes
    }

    /// The visible box, with a border around it.
    var box: DrawnFindings.Frame {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        for case let frame? in frames {
            left = min(left, frame.x)
            top = min(top, frame.y)
            right = max(right, frame.x + max(frame.width, 0))
            bottom = max(bottom, frame.y + max(frame.height, 0))
        }
        // A far-away view must not make the others too small to see. The box extends the root by at most its own size on each
        // side.
        if let root = frames.indices.contains(document.root) ? frames[document.root] : nil {
            let (width, height) = (max(root.width, 100), max(root.height, 100))
            left = max(left, -width)
            top = max(top, -height)
            right = min(right, 2 * width)
            bottom = min(bottom, 2 * height)
        }
        let border = LayoutDrawing.border
        return DrawnFindings.Frame(x: left - border, y: top - border, width: right - left + 2 * border, height: bottom - top + 2 * border)
    }

    private static func order(of document: LayoutDocument) -> [Int] {
        var children: [[Int]] = Array(repeating: [], count: document.views.count)
        for (index, view) in document.views.enumerated() {
            if let parent = view.parent, children.indices.contains(parent) { children[parent].append(index) }
        }
        var order: [Int] = []
        var pending = document.views.indices.contains(document.root) ? [document.root] : []
        while let next = pending.popLast(), order.count <= document.views.count {
            order.append(next)
            pending += children[next].reversed()
        }
        return order
    }
}
