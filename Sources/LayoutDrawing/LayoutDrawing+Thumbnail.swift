internal import LayoutModel

// Draws a thumbnail for lists: only boxes, without those that coincide with another.

extension LayoutDrawing {
    /// The number of grid steps along the longer side of the picture. Boxes are rounded to them.
    private static let steps = 240.0
    /// The maximum number of boxes. The first ones in drawing order are drawn, superviews before their subviews.
    private static let mostBoxes = 4000

    private struct Box: Hashable {
        var look: ViewLook
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// A picture of the views without names and constraints. The size of the file is bounded for layouts of any size: it has one
    /// path for each look.
    public var thumbnail: [UInt8] {
        var svg = opening
        // Coordinates are counted in steps, so that their numbers are short. A step is a multiple of 0.01, the precision of the
        // output.
        let step = max((max(box.width, box.height) / LayoutDrawing.steps * 100).rounded(.up) / 100, 0.01)
        func rounded(_ length: Double) -> Double { (length / step).rounded() }
        var known: Set<Box> = []
        var paths: [(look: ViewLook, path: SVGMarkup)] = []
        for index in order where known.count < LayoutDrawing.mostBoxes {
            guard let frame = frames[index] else { continue }
            let look = look(ofView: index)
            let box = Box(
                look: look, x: rounded(frame.x), y: rounded(frame.y), width: rounded(max(frame.width, 0)), height: rounded(max(frame.height, 0)))
            guard known.insert(box).inserted else { continue }
            if paths.last?.look != look { paths.append((look, "")) }
            paths[paths.count - 1].path += "M\(box.x) \(box.y)h\(box.width)v\(box.height)h\(-box.width)z"
        }
        svg.line(#"<g transform="scale(\#(step))">"#)
        for (look, path) in paths { svg.line(#"<path \#(markup: look.attributes) vector-effect="non-scaling-stroke" d="\#(markup: path)"/>"#) }
        svg.line("</g>")
        svg.line("</svg>")
        return svg.bytes
    }
}
