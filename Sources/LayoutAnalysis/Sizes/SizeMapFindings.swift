internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// The findings that exist at some sizes of a map. They are computed from patches on which every determined frame is a linear
/// function of width and height.
///
/// A condition on frames is then a condition on sizes: lines divide a patch into parts with a constant result.
struct SizeMapFindings {
    private struct Key: Hashable {
        var kind: SizeFinding.Kind
        var views: [Int]
    }

    private let questions: FrameQuestions
    private let work: QuestionWork
    private let rules: FrameRules
    private let assertions: SizedAssertions
    private let patches: [SizePatch]
    private var extents: [Key: SizeParts] = [:]
    private var failing: [Int: SizeParts] = [:]

    init(of patches: [SizePatch], in document: LayoutDocument, _ options: AnalysisOptions, _ work: QuestionWork) {
        self.patches = patches
        self.work = work
        questions = FrameQuestions(options.sizeFindings, work)
        rules = FrameRules(document, options.frameLimits)
        assertions = SizedAssertions(document.assertions + options.assertions, in: document, .width)
        for patch in patches where !work.isSpent { add(patch) }
    }

    private mutating func add(_ patch: SizePatch) {
        questions.ask(rules, rules, of: patch.layouts, open: patch.open) { kind, views, condition, _ in
            SizeParts(of: patch, where: condition).add(to: &extents[Key(kind: kind, views: views)])
        }
        for (index, condition, _) in assertions.failures(at: .zero, .zero) {
            // Assertions about undetermined frames are skipped here.
            guard condition.without(patch.open) == condition else { continue }
            guard work.mayContinue() else { return }
            SizeParts(of: patch, where: patch.isRelaxed ? condition.beyondTolerance : condition).add(to: &failing[index])
        }
    }

    /// The findings by kind and view.
    var findings: [SizeMapFinding] {
        extents.compactMap { key, parts in parts.extent.map { SizeMapFinding(kind: key.kind, views: key.views, extent: $0) } }.sorted { a, b in
            a.kind == b.kind ? a.views.lexicographicallyPrecedes(b.views) : a.kind < b.kind
        }
    }

    /// The number of assertions that fail somewhere.
    var failureCount: Int { failing.count }

    /// The first assertions that fail somewhere.
    func failures(most: Int) -> [SizeMapAssertion] {
        failing.sorted { $0.key < $1.key }.prefix(most).compactMap { index, parts in
            parts.extent.map { fails in
                let values = patches.lazy.compactMap { $0.values(at: fails.smallest) }.first ?? []
                return SizeMapAssertion(index: index, text: assertions.text(index), fails: fails, frames: LayoutFrame.frames(values))
            }
        }
    }
}

/// The sizes of a map at which a condition is satisfied.
private struct SizeParts {
    private var polygons: [SizePolygon] = []
    private var lines: [SizeMap.Stretch] = []
    private var points: [SizePoint] = []
    /// For each part, the least size at which the condition is satisfied.
    private var least: [SizePoint] = []
    /// For each part without a least size: the limit that its sizes approach, at which the condition is not satisfied, and a size
    /// near it.
    private var limits: [(limit: SizePoint, near: SizePoint)] = []

    private var isEmpty: Bool { polygons.isEmpty && lines.isEmpty && points.isEmpty }

    init(of patch: SizePatch, where condition: FrameCondition) {
        let condition = condition.without(patch.open)
        switch patch.corners.count {
        case 1: if condition.holds(at: patch.layouts[0]) { take(point: patch.corners[0]) }
        case 2: take(patch.corners[0], patch.corners[1], along: patch, condition)
        default: take(inside: patch, condition)
        }
    }

    func add(to others: inout SizeParts?) {
        if isEmpty { return }
        guard var joined = others else { return others = self }
        joined.polygons += polygons
        joined.lines += lines
        joined.points += points
        joined.least += least
        joined.limits += limits
        others = joined
    }

    private mutating func take(point: SizePoint) {
        points.append(point)
        least.append(point)
    }

    private mutating func take(_ from: SizePoint, _ to: SizePoint, along patch: SizePatch, _ condition: FrameCondition) {
        let section = SizeSection(from: patch.layouts[0], to: patch.layouts[1], open: patch.open, isRelaxed: patch.isRelaxed)
        for span in section.spans(condition, condition) {
            let ends = [SizePoint.at(span.min, from: from, to: to), SizePoint.at(span.max, from: from, to: to)]
            if span.min == span.max {
                take(point: ends[0])
                continue
            }
            lines.append(SizeMap.Stretch(from: ends[0], to: ends[1]))
            if span.includesMin { points.append(ends[0]) }
            if span.includesMax { points.append(ends[1]) }
            let isForwards = ends[0] < ends[1]
            let (first, last) = isForwards ? (ends[0], ends[1]) : (ends[1], ends[0])
            if isForwards ? span.includesMin : span.includesMax {
                least.append(first)
            } else {
                limits.append((first, SizePoint.near(first, on: last)))
            }
        }
    }

    private mutating func take(inside patch: SizePatch, _ condition: FrameCondition) {
        var marks: [FrameForm] = []
        var clauses: [[Int]] = []
        for clause in condition.clauses {
            let values = clause.map { form in patch.layouts.map(form.value) }
            // Usually some clause is violated, or satisfied, everywhere.
            if values.allSatisfy({ $0.allSatisfy { !$0.isPositive } }) { return }
            if values.contains(where: { $0.allSatisfy { !$0.isNegative } && $0.contains(where: \.isPositive) }) { continue }
            clauses.append(Array(marks.count..<marks.count + clause.count))
            marks += clause
        }
        var pieces = [
            ValuedPolygon(corners: zip(patch.corners, patch.layouts).map { size, layout in (size, marks.map { $0.value(at: layout) }) })
        ]
        for mark in marks.indices { pieces = pieces.flatMap { $0.cut(at: mark) } }
        let rim = SizePolygon(patch.corners)
        for piece in pieces {
            func holds(_ values: [Rational]) -> Bool { clauses.allSatisfy { $0.contains { values[$0].isPositive } } }
            guard let polygon = SizePolygon(piece.corners.map(\.size)), holds(piece.middle),
                let first = piece.corners.min(by: { $0.size < $1.size })
            else { continue }
            polygons.append(polygon)
            if holds(first.values), rim?.contains(first.size) == true {
                least.append(first.size)
            } else {
                limits.append((first.size, polygon.near(first.size)))
            }
        }
    }

    /// The whole extent, or nil if it is empty.
    var extent: SizeExtent? {
        let first = least.min()
        let limit = limits.min { ($0.limit, $0.near) < ($1.limit, $1.near) }
        guard let smallest = limit.map({ limit in first.map { $0 <= limit.limit ? $0 : limit.near } ?? limit.near }) ?? first else { return nil }
        let rings = SizeEdges(polygons.map { ($0, true) }).rings(of: true)
        let area = SizeMap.Area(verdict: .clean, rings: rings)
        let open = lines.filter { !area.reaches(SizePoint.at(.half, from: $0.from, to: $0.to)) }
        var apart = Set(points.filter { !area.reaches($0) })
        let joined = SizeParts.joined(open, &apart)
        return SizeExtent(rings: rings, lines: joined, points: apart.sorted(), smallest: smallest)
    }

    /// Merges collinear lines that meet at one of the points.
    private static func joined(_ lines: [SizeMap.Stretch], _ points: inout Set<SizePoint>) -> [SizeMap.Stretch] {
        var joined: [SizeMap.Stretch] = []
        let turned = lines.map { $0.from < $0.to ? $0 : SizeMap.Stretch(from: $0.to, to: $0.from) }
        for line in Set(turned).sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            let before = joined.firstIndex { $0.to == line.from && SizePoint.turn($0.from, line.from, line.to).isZero }
            if let before, points.remove(line.from) != nil { joined[before].to = line.to } else { joined.append(line) }
        }
        return joined
    }
}

/// A convex polygon with numbers at each corner that are linear in between.
private struct ValuedPolygon {
    var corners: [(size: SizePoint, values: [Rational])]

    /// The numbers at some interior point.
    var middle: [Rational] {
        guard var sum = corners.first?.values else { return [] }
        for corner in corners.dropFirst() { for place in sum.indices { sum[place] += corner.values[place] } }
        return sum
    }

    /// Returns the parts on both sides of the line at which a number is 0.
    func cut(at place: Int) -> [ValuedPolygon] {
        guard corners.contains(where: { $0.values[place].isPositive }), corners.contains(where: { $0.values[place].isNegative }) else {
            return [self]
        }
        var (above, below): ([(size: SizePoint, values: [Rational])], [(size: SizePoint, values: [Rational])]) = ([], [])
        for (number, from) in corners.enumerated() {
            let to = corners[(number + 1) % corners.count]
            let (value, next) = (from.values[place], to.values[place])
            if !value.isNegative { above.append(from) }
            if !value.isPositive { below.append(from) }
            if value.signum * next.signum < 0, let share = value.divided(by: value - next) {
                let values = zip(from.values, to.values).map { $0 + ($1 - $0) * share }
                above.append((SizePoint.at(share, from: from.size, to: to.size), values))
                below.append((SizePoint.at(share, from: from.size, to: to.size), values))
            }
        }
        return [ValuedPolygon(corners: above), ValuedPolygon(corners: below)]
    }
}

extension SizePoint {
    /// Returns a size on a segment, near its start: at the next integer width, or if the segment is vertical, at the next integer
    /// height.
    fileprivate static func near(_ from: SizePoint, on to: SizePoint) -> SizePoint {
        let isAcross = from.width != to.width
        let (start, end) = isAcross ? (from.width, to.width) : (from.height, to.height)
        let place = SizeSpan(min: start, max: end, includesMin: false, includesMax: false).example
        return at((place - start).divided(by: end - start) ?? .half, from: from, to: to)
    }
}

extension SizePolygon {
    /// Returns an interior size near one of the corners.
    fileprivate func near(_ corner: SizePoint) -> SizePoint {
        let (width, height) = (corner.width.floor + .one, corner.height.floor + .one)
        let sizes = [SizePoint(width, height), SizePoint(width, corner.height.floor), SizePoint(width + .one, height)]
        return sizes.first(where: contains) ?? middle
    }
}
