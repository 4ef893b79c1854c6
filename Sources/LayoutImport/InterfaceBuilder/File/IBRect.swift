/// A stored rectangle in points. It is accurate to a pixel, so doubles suffice.
struct IBRect: Sendable, Hashable {
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0

    var maxX: Double { x + width }
    var maxY: Double { y + height }
    var midX: Double { x + width / 2 }
    var midY: Double { y + height / 2 }
}

struct IBSize: Sendable, Hashable {
    var width: Double
    var height: Double
}

struct IBInsets: Sendable, Hashable {
    var top = 0.0
    var left = 0.0
    var bottom = 0.0
    var right = 0.0
}
