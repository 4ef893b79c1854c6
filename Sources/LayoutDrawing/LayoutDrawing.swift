internal import ExactArithmetic
public import LayoutModel

/// Draws a layout to scale as SVG: its views, and constraints as I-beams and alignment lines in the colours of what was found.
public struct LayoutDrawing: Sendable {
    private let document: LayoutDocument
    private let findings: DrawnFindings
    /// By view, relative to the root's corner, in points.
    private let frames: [DrawnFindings.Frame?]

    /// Around the root, in points.
    private static let border = 24.0
    /// Beyond so many constraints only those with something to tell are drawn.
    private static let mostConstraints = 2000

    public init(_ document: LayoutDocument, _ findings: DrawnFindings) {
        self.document = document
        self.findings = findings
        frames = LayoutDrawing.absoluteFrames(document, findings)
    }

    private static func absoluteFrames(_ document: LayoutDocument, _ findings: DrawnFindings) -> [DrawnFindings.Frame?] {
        var absolute = [DrawnFindings.Frame?](repeating: nil, count: document.views.count)
        for index in document.views.indices {
            guard var frame = findings.frames[document.views[index].id] else { continue }
            var parent = document.views[index].parent
            var steps = 0
            while let next = parent, document.views.indices.contains(next), steps <= document.views.count {
                frame.x += findings.frames[document.views[next].id]?.x ?? 0
                frame.y += findings.frames[document.views[next].id]?.y ?? 0
                parent = document.views[next].parent
                steps += 1
            }
            absolute[index] = frame
        }
        return absolute
    }

    /// The whole file.
    public var svg: String {
        var svg = SVGText()
        let box = box
        svg.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
        let size = #"width="\#(SVGText.number(box.width))" height="\#(SVGText.number(box.height))""#
        let view = [box.x, box.y, box.width, box.height].map(SVGText.number).joined(separator: " ")
        svg.line(
            #"<svg xmlns="http://www.w3.org/2000/svg" \#(size) viewBox="\#(view)" role="img" font-family="system-ui, sans-serif" font-size="10">"#)
        let name = SVGText.escaped(document.name ?? "Layout")
        svg.line("<title>\(name): \(SVGText.escaped(findings.verdict))</title>")
        svg.line(#"<g class="views">"#)
        for index in order { drawView(index, &svg) }
        svg.line("</g>")
        svg.line(#"<g class="constraints">"#)
        var drawn: [LayoutAnchor: Int] = [:]
        let isCrowded = document.constraints.count > LayoutDrawing.mostConstraints
        for constraint in document.constraints where constraint.isActive {
            if isCrowded, kind(of: constraint) == "fine" { continue }
            // Several sizes of one view lie beside each other.
            var place = 0
            if constraint.first.attribute == .width || constraint.first.attribute == .height {
                place = drawn[constraint.first, default: 0]
                drawn[constraint.first] = place + 1
            }
            draw(constraint, place: place, &svg)
        }
        svg.line("</g>")
        svg.line("</svg>")
        return svg.text
    }

    /// How a constraint is drawn, told apart by colour and by dashes. As attributes and not as a style sheet: a page may forbid those, and
    /// may restyle these by their classes.
    private static func attributes(_ kind: String) -> String {
        switch kind {
        case "conflicting": ##"stroke="#d42a2a" stroke-width="1.75""##
        case "broken": ##"stroke="#d42a2a" stroke-width="1.75" stroke-dasharray="5 3""##
        case "ambiguous": ##"stroke="#c77700" stroke-width="1" stroke-dasharray="6 2 1 2""##
        case "optional": ##"stroke="#2f6fde" stroke-width="1" stroke-dasharray="2 2""##
        default: ##"stroke="#2f6fde" stroke-width="1""##
        }
    }

    private static func textAttributes(_ kind: String) -> String {
        switch kind {
        case "conflicting": ##"fill="#d42a2a" font-weight="bold""##
        case "broken": ##"fill="#d42a2a" text-decoration="line-through""##
        case "ambiguous": ##"fill="#c77700""##
        default: ##"fill="#2f6fde""##
        }
    }

    private static func attributes(ofView classes: [String]) -> String {
        let isOpen = classes.contains("guide") || classes.contains("content") || classes.contains("root")
        let fill = classes.contains("moved") ? "#c77700" : isOpen ? "none" : "#808080"
        let opacity = isOpen && !classes.contains("moved") ? "" : #" fill-opacity="0.1""#
        if classes.contains("ambiguous") { return ##"fill="\##(fill)"\##(opacity) stroke="#c77700" stroke-width="1.5" stroke-dasharray="6 3""## }
        let dashes = classes.contains("guide") || classes.contains("content") ? #" stroke-dasharray="3 2""# : ""
        return ##"fill="\##(fill)"\##(opacity) stroke="#808080" stroke-width="\##(classes.contains("root") ? "1.5" : "0.75")"\##(dashes)"##
    }

    /// What has to be seen, with a border around it.
    private var box: DrawnFindings.Frame {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        for case let frame? in frames {
            left = min(left, frame.x)
            top = min(top, frame.y)
            right = max(right, frame.x + max(frame.width, 0))
            bottom = max(bottom, frame.y + max(frame.height, 0))
        }
        // A view far away must not make all others too small to see: the root with as much again on each side is enough.
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

    /// Superviews before their subviews.
    private var order: [Int] {
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

    // MARK: - Views

    private func drawView(_ index: Int, _ svg: inout SVGText) {
        guard let frame = frames[index] else { return }
        let view = document.views[index]
        var classes = ["view"]
        if view.kind != .view { classes.append(view.kind.rawValue) }
        if index == document.root { classes.append("root") }
        if findings.loose[view.id] != nil { classes.append("ambiguous") }
        if findings.moved.contains(view.id) { classes.append("moved") }
        let numbers = "\(SVGText.number(frame.x)) \(SVGText.number(frame.y)), \(SVGText.number(frame.width)) × \(SVGText.number(frame.height))"
        let kind = view.className.map { " (\($0))" } ?? ""
        let note = findings.loose[view.id] != nil ? ", ambiguous" : ""
        svg.line(
            #"<g data-view="\#(SVGText.escaped(view.id))"><title>\#(SVGText.escaped(view.id + kind)): \#(numbers)\#(note)</title>"#
                + #"<rect class="\#(classes.joined(separator: " "))" \#(LayoutDrawing.attributes(ofView: classes)) x="\#(SVGText.number(frame.x))" y="\#(SVGText.number(frame.y))" "#
                + #"width="\#(SVGText.number(max(frame.width, 0)))" height="\#(SVGText.number(max(frame.height, 0)))"/>"#)
        if frame.height >= 12, index != document.root {
            let label = SVGText.fitted(view.id, width: frame.width - 6)
            if !label.isEmpty {
                svg.line(
                    ##"<text class="label" fill="#555" font-size="9" x="\##(SVGText.number(frame.x + 3))" y="\##(SVGText.number(frame.y + 9))">\##(SVGText.escaped(label))</text>"##
                )
            }
        }
        svg.line("</g>")
    }

    // MARK: - Constraints

    private func kind(of constraint: LayoutConstraint) -> String {
        if findings.broken.contains(constraint.id) { return "broken" }
        if findings.conflicting.contains(constraint.id) { return "conflicting" }
        if findings.tied.contains(constraint.id) || isLoose(constraint) { return "ambiguous" }
        return constraint.isRequired ? "fine" : "optional"
    }

    /// Whether what the constraint speaks of is ambiguous: its view's size, or for a location anything on its axis.
    private func isLoose(_ constraint: LayoutConstraint) -> Bool {
        guard document.views.indices.contains(constraint.first.item), let loose = findings.loose[document.views[constraint.first.item].id] else {
            return false
        }
        switch constraint.first.attribute {
        case .width: return loose.contains("width")
        case .height: return loose.contains("height")
        default: return !loose.isDisjoint(with: constraint.first.attribute.axis == .horizontal ? ["minX", "width"] : ["minY", "height"])
        }
    }

    private func draw(_ constraint: LayoutConstraint, place: Int, _ svg: inout SVGText) {
        guard let frame = frames[constraint.first.item] else { return }
        var shape = SVGText()
        let axis = constraint.first.attribute.axis
        if constraint.first.attribute == .width || constraint.first.attribute == .height {
            // Inside the view, where few others run.
            let across = (axis == .horizontal ? frame.y + frame.height * 0.3 : frame.x + frame.width * 0.3) + Double(place % 8) * 11
            let start = axis == .horizontal ? frame.x : frame.y
            let length = axis == .horizontal ? frame.width : frame.height
            beam(axis, from: start, to: start + length, at: across, label: sizeLabel(constraint), kind(of: constraint), &shape)
        } else {
            guard let second = constraint.second, let other = frames[second.item] else { return }
            let from = position(constraint.first, frame)
            let to = position(second, other)
            if abs(from - to) < 0.5 {
                alignment(axis, at: from, frame, other, &shape)
            } else {
                beam(
                    axis, from: to, to: from, at: middle(axis, frame, other), label: sign(constraint) + constraint.constant.magnitude.equationText,
                    kind(of: constraint),
                    &shape)
            }
        }
        let phrase = SVGText.escaped("\(constraint.id): \(document.phrase(of: constraint))")
        let kind = kind(of: constraint)
        svg.line(
            #"<g class="c \#(kind)" \#(LayoutDrawing.attributes(kind)) data-constraint="\#(SVGText.escaped(constraint.id))"><title>\#(phrase)</title>\#(shape.text)</g>"#
        )
    }

    private func sign(_ constraint: LayoutConstraint) -> String {
        constraint.relation == .equal ? "" : constraint.relation == .lessThanOrEqual ? "≤ " : "≥ "
    }

    private func sizeLabel(_ constraint: LayoutConstraint) -> String {
        let sign = sign(constraint)
        guard let second = constraint.second else { return sign + constraint.constant.equationText }
        return sign + SVGText.fitted(document.phrase(of: second), width: 90)
    }

    /// Where an attribute lies, relative to the root's corner; margins and baselines as the document states them.
    private func position(_ anchor: LayoutAnchor, _ frame: DrawnFindings.Frame) -> Double {
        let view = document.views[anchor.item]
        let insets = view.alignmentRectInsets.resolved(document.direction, default: .zero)
        let margins = view.layoutMargins.resolved(document.direction, default: 8)
        let left = frame.x + insets.left.double
        let right = frame.x + frame.width - insets.right.double
        let top = frame.y + insets.top.double
        let bottom = frame.y + frame.height - insets.bottom.double
        let isLeftToRight = document.direction == .ltr
        switch anchor.attribute {
        case .left: return left
        case .right: return right
        case .leading: return isLeftToRight ? left : right
        case .trailing: return isLeftToRight ? right : left
        case .top: return top
        case .bottom: return bottom
        case .centerX: return (left + right) / 2
        case .centerY: return (top + bottom) / 2
        case .firstBaseline: return view.firstBaselineFromTop.map { top + $0.double } ?? bottom - view.lastBaselineFromBottom.double
        case .lastBaseline: return bottom - view.lastBaselineFromBottom.double
        case .leftMargin: return left + margins.left.double
        case .rightMargin: return right - margins.right.double
        case .leadingMargin: return isLeftToRight ? left + margins.left.double : right - margins.right.double
        case .trailingMargin: return isLeftToRight ? right - margins.right.double : left + margins.left.double
        case .topMargin: return top + margins.top.double
        case .bottomMargin: return bottom - margins.bottom.double
        case .centerXWithinMargins: return (left + margins.left.double + right - margins.right.double) / 2
        case .centerYWithinMargins: return (top + margins.top.double + bottom - margins.bottom.double) / 2
        case .width, .height: return left
        }
    }

    /// The middle of what two views have in common across the axis, or of the first.
    private func middle(_ axis: Axis, _ a: DrawnFindings.Frame, _ b: DrawnFindings.Frame) -> Double {
        let (startA, lengthA) = axis == .horizontal ? (a.y, a.height) : (a.x, a.width)
        let (startB, lengthB) = axis == .horizontal ? (b.y, b.height) : (b.x, b.width)
        let (low, high) = (max(startA, startB), min(startA + lengthA, startB + lengthB))
        return low <= high ? (low + high) / 2 : startA + lengthA / 2
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ shape: inout SVGText) {
        let numbers = [x1, y1, x2, y2].map(SVGText.number)
        shape.line(#"<line x1="\#(numbers[0])" y1="\#(numbers[1])" x2="\#(numbers[2])" y2="\#(numbers[3])"/>"#)
    }

    private func beam(_ axis: Axis, from: Double, to: Double, at across: Double, label: String, _ kind: String, _ shape: inout SVGText) {
        if axis == .horizontal {
            line(from, across, to, across, &shape)
            line(from, across - 3, from, across + 3, &shape)
            line(to, across - 3, to, across + 3, &shape)
        } else {
            line(across, from, across, to, &shape)
            line(across - 3, from, across + 3, from, &shape)
            line(across - 3, to, across + 3, to, &shape)
        }
        guard abs(from - to) >= 12 else { return }
        let middle = (from + to) / 2
        let (x, y) = axis == .horizontal ? (middle, across - 3) : (across + 10, middle + 3)
        let attributes = #"\#(LayoutDrawing.textAttributes(kind)) stroke="none" font-size="8" text-anchor="middle""#
        shape.line(#"<text \#(attributes) x="\#(SVGText.number(x))" y="\#(SVGText.number(y))">\#(SVGText.escaped(label))</text>"#)
    }

    private func alignment(_ axis: Axis, at place: Double, _ a: DrawnFindings.Frame, _ b: DrawnFindings.Frame, _ shape: inout SVGText) {
        if axis == .horizontal {
            line(place, min(a.y, b.y), place, max(a.y + a.height, b.y + b.height), &shape)
        } else {
            line(min(a.x, b.x), place, max(a.x + a.width, b.x + b.width), place, &shape)
        }
    }
}
