internal import ExactArithmetic
internal import LayoutModel

// Draws constraints: I-beams for distances between two edges, and lines for aligned edges.

extension LayoutDrawing {
    /// The look of a constraint, distinguished by color and by dashes.
    enum ConstraintKind: String {
        case fine, optional, ambiguous, conflicting, broken

        /// Presentation attributes. A page may forbid style sheets, and may restyle the attributes by class.
        var strokes: SVGMarkup {
            switch self {
            case .conflicting: ##"stroke="#d42a2a" stroke-width="1.75""##
            case .broken: ##"stroke="#d42a2a" stroke-width="1.75" stroke-dasharray="5 3""##
            case .ambiguous: ##"stroke="#c77700" stroke-width="1" stroke-dasharray="6 2 1 2""##
            case .optional: ##"stroke="#2f6fde" stroke-width="1" stroke-dasharray="2 2""##
            case .fine: ##"stroke="#2f6fde" stroke-width="1""##
            }
        }

        var textAttributes: SVGMarkup {
            switch self {
            case .conflicting: ##"fill="#d42a2a" font-weight="bold""##
            case .broken: ##"fill="#d42a2a" text-decoration="line-through""##
            case .ambiguous: ##"fill="#c77700""##
            case .optional, .fine: ##"fill="#2f6fde""##
            }
        }
    }

    func kind(of constraint: LayoutConstraint) -> ConstraintKind {
        if findings.broken.contains(constraint.id) { return .broken }
        if findings.conflicting.contains(constraint.id) { return .conflicting }
        if findings.tied.contains(constraint.id) || isLoose(constraint) { return .ambiguous }
        return constraint.isRequired ? .fine : .optional
    }

    /// Returns whether the constraint's first attribute is ambiguous: for a size that size, for a location anything on its axis.
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

    /// - Parameter place: the number of sizes of the same view that were drawn before.
    func draw(_ constraint: LayoutConstraint, place: Int, _ labels: inout LabelPlaces, _ svg: inout SVGMarkup) {
        guard frames.indices.contains(constraint.first.item), let frame = frames[constraint.first.item] else { return }
        let kind = kind(of: constraint)
        let axis = constraint.first.attribute.axis
        let shape: SVGMarkup
        if constraint.first.attribute == .width || constraint.first.attribute == .height {
            // Inside the view, away from most other lines.
            let across = (axis == .horizontal ? frame.y + frame.height * 0.3 : frame.x + frame.width * 0.3) + Double(place % 8) * 11
            let start = axis == .horizontal ? frame.x : frame.y
            let length = axis == .horizontal ? frame.width : frame.height
            shape = beam(axis, from: start, to: start + length, at: across, label: sizeLabel(constraint), kind, &labels)
        } else {
            guard let second = constraint.second, frames.indices.contains(second.item), let other = frames[second.item] else { return }
            let from = position(constraint.first, frame)
            let to = position(second, other)
            if abs(from - to) < 0.5 {
                shape = alignment(axis, at: from, frame, other)
            } else {
                let label = sign(constraint) + constraint.constant.magnitude.equationText
                shape = beam(axis, from: to, to: from, at: middle(axis, frame, other), label: label, kind, &labels)
            }
        }
        svg += #"<g class="c \#(kind.rawValue)" \#(markup: kind.strokes) data-constraint="\#(constraint.id)">"#
        svg.line(#"<title>\#(constraint.id): \#(document.phrase(of: constraint))</title>\#(markup: shape)</g>"#)
    }

    private func sign(_ constraint: LayoutConstraint) -> String {
        constraint.relation == .equal ? "" : constraint.relation == .lessThanOrEqual ? "≤ " : "≥ "
    }

    private func sizeLabel(_ constraint: LayoutConstraint) -> String {
        let sign = sign(constraint)
        guard let second = constraint.second else { return sign + constraint.constant.equationText }
        return sign + document.phrase(of: second).fitted(90)
    }

    /// Returns the middle of the two views' overlap across the axis, or of the first view if they do not overlap.
    private func middle(_ axis: Axis, _ a: DrawnFindings.Frame, _ b: DrawnFindings.Frame) -> Double {
        let (startA, lengthA) = axis == .horizontal ? (a.y, a.height) : (a.x, a.width)
        let (startB, lengthB) = axis == .horizontal ? (b.y, b.height) : (b.x, b.width)
        let (low, high) = (max(startA, startB), min(startA + lengthA, startB + lengthB))
        return low <= high ? (low + high) / 2 : startA + lengthA / 2
    }

    private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> SVGMarkup {
        "<line x1=\"\(x1)\" y1=\"\(y1)\" x2=\"\(x2)\" y2=\"\(y2)\"/>\n"
    }

    private func beam(
        _ axis: Axis, from: Double, to: Double, at across: Double, label: String, _ kind: ConstraintKind, _ labels: inout LabelPlaces
    ) -> SVGMarkup {
        var shape: SVGMarkup
        if axis == .horizontal {
            shape = line(from, across, to, across)
            shape += line(from, across - 3, from, across + 3)
            shape += line(to, across - 3, to, across + 3)
        } else {
            shape = line(across, from, across, to)
            shape += line(across - 3, from, across + 3, from)
            shape += line(across - 3, to, across + 3, to)
        }
        guard abs(from - to) >= 12 else { return shape }
        guard let (x, y) = labelPlace(of: label, axis, middle: (from + to) / 2, length: abs(from - to), across, &labels) else { return shape }
        shape.line(#"<text \#(markup: kind.textAttributes) stroke="none" font-size="8" text-anchor="middle" x="\#(x)" y="\#(y)">\#(label)</text>"#)
        return shape
    }

    /// Returns the middle of a label's baseline: beside the middle of its beam, on the other side, or further along. Returns nil if all
    /// these places are taken.
    private func labelPlace(
        of label: String, _ axis: Axis, middle: Double, length: Double, _ across: Double, _ labels: inout LabelPlaces
    ) -> (x: Double, y: Double)? {
        let width = Double(label.count) * 4.8
        let step = axis == .horizontal ? width + 2 : 10
        let count = Int(min(6, length / 2 / step))
        var middles: [(x: Double, y: Double)] = []
        for number in 0...max(1, count) {
            for shift in number == 0 ? [0] : [Double(number) * step, -Double(number) * step] {
                if axis == .horizontal {
                    middles += [(middle + shift, across - 3), (middle + shift, across + 9)]
                } else {
                    middles += [(across + 10, middle + shift + 3), (across - 10, middle + shift + 3)]
                }
            }
        }
        let boxes = middles.map { LabelPlaces.Box(left: $0.x - width / 2, top: $0.y - 8, width: width, height: 9) }
        return labels.place(boxes).map { middles[$0] }
    }

    private func alignment(_ axis: Axis, at place: Double, _ a: DrawnFindings.Frame, _ b: DrawnFindings.Frame) -> SVGMarkup {
        axis == .horizontal
            ? line(place, min(a.y, b.y), place, max(a.y + a.height, b.y + b.height))
            : line(min(a.x, b.x), place, max(a.x + a.width, b.x + b.width), place)
    }
}
