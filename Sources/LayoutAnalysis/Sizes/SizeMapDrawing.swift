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

    private let edges: SizeEdges<Analysis.Verdict>

    /// - Parameters:
    ///   - cells: without gaps.
    ///   - marks: sizes besides the cells' corners at which the verdict may be another.
    init(_ cells: [Cell], marks: [SizePoint] = []) {
        edges = SizeEdges(cells.map { ($0.polygon, $0.verdict) }, marks: marks)
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
        for edge in edges.sorted {
            let beside = Set([edge.left, edge.right].compactMap(\.self))
            for stretch in try stretches(edge.from, edge.to) {
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
            let rings = edges.rings(of: verdict)
            return rings.isEmpty ? nil : SizeMap.Area(verdict: verdict, rings: rings)
        }
    }
}
