internal import ExactArithmetic
internal import LayoutModel
internal import Simplex

/// Puts a map together from cells that cover it, and the verdicts on their edges and corners.
struct SizeMapDrawing {
    struct Cell {
        var polygon: SizePolygon
        var verdict: Analysis.Verdict
    }

    /// A way from one size to another, both aside, that is of one verdict.
    typealias Stretch = (verdict: Analysis.Verdict, from: SizePoint, to: SizePoint)

    private struct Sides {
        var left: Analysis.Verdict?
        var right: Analysis.Verdict?
    }

    private let cells: [Cell]
    private var edges: [[SizePoint]: Sides] = [:]
    private var vertices: Set<SizePoint> = []

    /// - Parameters:
    ///   - cells: without gaps.
    ///   - marks: sizes besides the cells' corners at which the verdict may be another.
    init(_ cells: [Cell], marks: [SizePoint] = []) {
        self.cells = cells
        vertices = Set(cells.flatMap(\.polygon.corners) + marks)
        let sorted = vertices.sorted()
        for cell in cells {
            for edge in cell.polygon.edges {
                for (from, to) in SizeMapDrawing.steps(edge.from, edge.to, sorted) {
                    if from < to {
                        edges[[from, to], default: Sides()].left = cell.verdict
                    } else {
                        edges[[to, from], default: Sides()].right = cell.verdict
                    }
                }
            }
        }
    }

    /// The way from one corner to another, by the vertices that lie on it.
    private static func steps(_ from: SizePoint, _ to: SizePoint, _ sorted: [SizePoint]) -> [(SizePoint, SizePoint)] {
        let (low, high) = (min(from, to), max(from, to))
        var (start, end) = (0, sorted.count)
        while start < end {
            let middle = (start + end) / 2
            if sorted[middle] < low { start = middle + 1 } else { end = middle }
        }
        var stops: [SizePoint] = []
        for vertex in sorted[start...] {
            if high < vertex { break }
            if vertex == low || vertex == high || vertex.isBetween(low, high) { stops.append(vertex) }
        }
        if high == from { stops.reverse() }
        return Array(zip(stops, stops.dropFirst()))
    }

    /// The map's areas, lines and points.
    ///
    /// - Parameters:
    ///   - stretches: of what verdicts an edge is, between two sizes; together they cover it but for their ends.
    ///   - verdict: at an end of an edge or stretch.
    func draw(
        into map: inout SizeMap, stretches: (SizePoint, SizePoint) throws(Budget.Spent) -> [Stretch],
        verdict: (SizePoint) throws(Budget.Spent) -> Analysis.Verdict
    ) throws(Budget.Spent) {
        map.areas = areas
        var ends: [SizePoint: Analysis.Verdict] = [:]
        var lines: [Stretch] = []
        for (edge, sides) in edges.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
            let beside = Set([sides.left, sides.right].compactMap(\.self))
            for stretch in try stretches(edge[0], edge[1]) {
                for end in [stretch.from, stretch.to] where ends[end] == nil { ends[end] = try verdict(end) }
                if beside != [stretch.verdict] { lines.append(stretch) }
            }
        }
        map.lines = SizeMapDrawing.joined(lines, ends)
        for (size, verdict) in ends.sorted(by: { $0.key < $1.key }) where map.verdict(at: size) != verdict {
            map.points.append(SizeMap.Point(verdict: verdict, size: size))
        }
        map.points.sort { $0.size < $1.size }
    }

    /// Lines that go on straight, as one where the size between them is of their verdict.
    private static func joined(_ lines: [Stretch], _ ends: [SizePoint: Analysis.Verdict]) -> [SizeMap.Line] {
        var joined: [SizeMap.Line] = []
        // By the later end: which lines may go on from there.
        var reaching: [SizePoint: [Int]] = [:]
        for line in lines.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            let before = (reaching[line.from] ?? []).first { place in
                joined[place].verdict == line.verdict && ends[line.from] == line.verdict && joined[place].to == line.from
                    && SizePoint.turn(joined[place].from, line.from, line.to).isZero
            }
            if let before {
                joined[before].to = line.to
                reaching[line.to, default: []].append(before)
            } else {
                reaching[line.to, default: []].append(joined.count)
                joined.append(SizeMap.Line(verdict: line.verdict, from: line.from, to: line.to))
            }
        }
        return joined
    }

    /// What cells of one verdict cover together.
    private var areas: [SizeMap.Area] {
        [Analysis.Verdict.conflicting, .ambiguous, .incomplete, .clean].compactMap { verdict in
            var next: [SizePoint: [SizePoint]] = [:]
            for (edge, sides) in edges.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
                if sides.left == sides.right { continue }
                if sides.left == verdict { next[edge[0], default: []].append(edge[1]) }
                if sides.right == verdict { next[edge[1], default: []].append(edge[0]) }
            }
            var rings: [[SizePoint]] = []
            while let start = next.keys.min() {
                var ring = [start]
                while let here = ring.last, var ways = next[here] {
                    let to = ways.removeLast()
                    next[here] = ways.isEmpty ? nil : ways
                    if to == start { break }
                    ring.append(to)
                }
                if let polygon = SizePolygon(ring) { rings.append(polygon.corners) }
            }
            return rings.isEmpty ? nil : SizeMap.Area(verdict: verdict, rings: rings)
        }
    }
}
