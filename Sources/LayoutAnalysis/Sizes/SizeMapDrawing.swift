internal import ExactArithmetic
internal import LayoutModel
internal import Simplex

/// Constructs a map from cells that cover it, and from the verdicts on their edges and corners.
struct SizeMapDrawing {
    struct Cell {
        var polygon: SizePolygon
        var verdict: Analysis.Verdict
    }

    /// A line segment without its ends, with one verdict.
    typealias Stretch = (verdict: Analysis.Verdict, from: SizePoint, to: SizePoint)

    private let edges: SizeEdges<Analysis.Verdict>

    /// - Parameters:
    ///   - cells: cells without gaps.
    ///   - marks: sizes besides the cells' corners at which the verdict may differ.
    init(_ cells: [Cell], marks: [SizePoint] = []) {
        edges = SizeEdges(cells.map { ($0.polygon, $0.verdict) }, marks: marks)
    }

    /// Adds the areas, lines and points to a map.
    ///
    /// - Parameters:
    ///   - stretches: returns the segments of an edge with their verdicts, which cover it except for their ends.
    ///   - verdict: returns the verdict at an end of an edge or segment.
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

    /// Merges adjacent collinear lines if the size at which they meet has the same verdict.
    private static func joined(_ lines: [Stretch], _ ends: [SizePoint: Analysis.Verdict]) -> [SizeMap.Line] {
        var joined: [SizeMap.Line] = []
        // By the later end: the lines that may continue there.
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

    /// The unions of the cells of each verdict.
    private var areas: [SizeMap.Area] {
        [Analysis.Verdict.conflicting, .ambiguous, .incomplete, .clean].compactMap { verdict in
            let rings = edges.rings(of: verdict)
            return rings.isEmpty ? nil : SizeMap.Area(verdict: verdict, rings: rings)
        }
    }
}
