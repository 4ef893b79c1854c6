internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// What is so at some sizes: each thing with the exact spans of sizes, from pieces along which every decided frame is a linear function
/// of the size.
struct SizeFindings {
    private struct Key: Hashable {
        var kind: SizeFinding.Kind
        var views: [Int]
    }

    private let document: LayoutDocument
    private let axis: Axis
    private var spans: [Key: [SizeSpan]] = [:]
    /// The views of each superview that can cover each other.
    private let families: [[Int]]

    /// Superviews with more views than this are not searched for pairs that overlap.
    static let mostSiblings = 200

    init(of sweep: SizeSweep, in document: LayoutDocument) {
        self.document = document
        axis = sweep.range.axis
        var byParent: [Int: [Int]] = [:]
        for (index, view) in document.views.enumerated() where view.kind == .view || view.kind == .scroll {
            if let parent = view.parent { byParent[parent, default: []].append(index) }
        }
        families = byParent.sorted { $0.key < $1.key }.map(\.value).filter { (2...SizeFindings.mostSiblings).contains($0.count) }
        for piece in sweep.pieces.sorted(by: { $0.least.size < $1.least.size }) { add(piece) }
    }

    /// By kind and view, spans joined where they meet.
    var findings: [SizeFinding] {
        var found = spans.map { SizeFinding(axis: axis, kind: $0.key.kind, views: $0.key.views, spans: SizeSpan.joined($0.value)) }
        found.sort { a, b in
            a.kind == b.kind ? a.views.lexicographicallyPrecedes(b.views) : a.kind == .truncated
        }
        return found
    }

    private mutating func add(_ piece: SizeSweep.Piece) {
        for (index, view) in document.views.enumerated() where view.text?.isEmpty == false {
            for (dimension, length) in [(FrameDimension.width, view.intrinsicContentSize.width), (.height, view.intrinsicContentSize.height)] {
                guard let length, let line = line(index, dimension, piece) else { continue }
                let insets = insets(index)
                let margin = dimension == .width ? insets.left + insets.right : insets.top + insets.bottom
                add(.truncated, [index], [line.plus(-length - margin).negated], piece)
            }
        }
        for family in families {
            for (place, first) in family.enumerated() {
                guard let a = box(first, piece) else { continue }
                for second in family[(place + 1)...] {
                    guard let b = box(second, piece) else { continue }
                    add(.overlapping, [first, second], a.overlap(with: b), piece)
                }
            }
        }
    }

    /// Notes where all lines of a piece are positive.
    private mutating func add(_ kind: SizeFinding.Kind, _ views: [Int], _ lines: [Line], _ piece: SizeSweep.Piece) {
        var (low, high) = (Rational.zero, Rational.one)
        for line in lines {
            if !line.start.isPositive, !line.end.isPositive { return }
            guard let crossing = line.start.divided(by: line.start - line.end) else { continue }
            if !line.start.isPositive { low = max(low, crossing) }
            if !line.end.isPositive { high = min(high, crossing) }
        }
        if low >= high { return }
        let length = piece.greatest.size - piece.least.size
        func size(_ share: Rational) -> Rational { piece.least.size + length * share }
        spans[Key(kind: kind, views: views), default: []].append(
            SizeSpan(
                min: size(low), max: size(high), includesMin: lines.allSatisfy { $0.value(at: low).isPositive },
                includesMax: lines.allSatisfy { $0.value(at: high).isPositive }))
    }

    // MARK: - Lines

    /// Values at the two ends of a piece.
    private struct Line {
        var start: Rational
        var end: Rational

        func plus(_ constant: Rational) -> Line { Line(start: start + constant, end: end + constant) }
        var negated: Line { Line(start: -start, end: -end) }
        static func + (a: Line, b: Line) -> Line { Line(start: a.start + b.start, end: a.end + b.end) }
        static func - (a: Line, b: Line) -> Line { Line(start: a.start - b.start, end: a.end - b.end) }
        func value(at share: Rational) -> Rational { start + (end - start) * share }
    }

    private struct Box {
        var left: Line
        var right: Line
        var top: Line
        var bottom: Line

        func overlap(with other: Box) -> [Line] {
            [right - other.left, other.right - left, bottom - other.top, other.bottom - top]
        }
    }

    /// How far the alignment rectangle lies inside the frame.
    private func insets(_ view: Int) -> ResolvedInsets {
        document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
    }

    /// nil for what the layout does not decide.
    private func line(_ view: Int, _ dimension: FrameDimension, _ piece: SizeSweep.Piece) -> Line? {
        let variable = LoweredSystem.variable(view, dimension)
        if piece.varying.contains(variable) { return nil }
        return Line(start: piece.least.values[variable], end: piece.greatest.values[variable])
    }

    /// The alignment rectangle; nil where it is not decided.
    private func box(_ view: Int, _ piece: SizeSweep.Piece) -> Box? {
        guard let x = line(view, .x, piece), let y = line(view, .y, piece), let width = line(view, .width, piece),
            let height = line(view, .height, piece)
        else { return nil }
        let insets = insets(view)
        return Box(
            left: x.plus(insets.left), right: (x + width).plus(-insets.right), top: y.plus(insets.top), bottom: (y + height).plus(-insets.bottom))
    }
}

extension SizeSpan {
    /// Spans in ascending order, as one where they meet.
    static func joined(_ spans: [SizeSpan]) -> [SizeSpan] {
        var result: [SizeSpan] = []
        for span in spans {
            if let last = result.last, last.max == span.min, last.includesMax || span.includesMin {
                result[result.count - 1].max = span.max
                result[result.count - 1].includesMax = span.includesMax
            } else {
                result.append(span)
            }
        }
        return result
    }
}
