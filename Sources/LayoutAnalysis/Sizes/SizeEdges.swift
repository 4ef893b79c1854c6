internal import LayoutModel

/// The edges between adjacent polygons, each with the labels on both sides.
struct SizeEdges<Label: Hashable> {
    struct Edge {
        var from: SizePoint
        var to: SizePoint
        /// The label to the left of the edge, with height pointing upward, or nil if there is no polygon. `right` likewise.
        var left: Label?
        var right: Label?
    }

    private var edges: [[SizePoint]: Edge] = [:]

    /// - Parameters:
    ///   - polygons: disjoint polygons.
    ///   - marks: sizes at which edges end, besides the polygons' corners.
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

    /// The edges in ascending order.
    var sorted: [Edge] { edges.values.sorted { ($0.from, $0.to) < ($1.from, $1.to) } }

    /// Returns the segment between two corners, divided at the vertices on it.
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

    /// Returns the boundaries of the union of the polygons with a label.
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
