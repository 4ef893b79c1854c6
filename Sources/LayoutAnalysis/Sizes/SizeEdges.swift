internal import LayoutModel

/// The edges between polygons that lie beside each other, each with what lies on both sides.
struct SizeEdges<Label: Hashable> {
    struct Edge {
        var from: SizePoint
        var to: SizePoint
        /// On the left of the way, height growing upwards; nil where no polygon is.
        var left: Label?
        var right: Label?
    }

    private var edges: [[SizePoint]: Edge] = [:]

    /// - Parameters:
    ///   - polygons: that do not cover each other.
    ///   - marks: sizes besides their corners at which edges end.
    init(_ polygons: [(polygon: SizePolygon, label: Label)], marks: [SizePoint] = []) {
        let vertices = Set(polygons.flatMap(\.polygon.corners) + marks).sorted()
        for (polygon, label) in polygons {
            for side in polygon.edges {
                for (from, to) in SizeEdges.steps(side.from, side.to, vertices) {
                    let isForwards = from < to
                    let ends = isForwards ? [from, to] : [to, from]
                    var edge = edges[ends] ?? Edge(from: ends[0], to: ends[1])
                    if isForwards { edge.left = label } else { edge.right = label }
                    edges[ends] = edge
                }
            }
        }
    }

    /// In ascending order.
    var sorted: [Edge] { edges.values.sorted { ($0.from, $0.to) < ($1.from, $1.to) } }

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

    /// The rims of what polygons of a label cover together.
    func rings(of label: Label) -> [[SizePoint]] {
        var next: [SizePoint: [SizePoint]] = [:]
        for edge in sorted where edge.left != edge.right {
            if edge.left == label { next[edge.from, default: []].append(edge.to) }
            if edge.right == label { next[edge.to, default: []].append(edge.from) }
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
        return rings
    }
}
