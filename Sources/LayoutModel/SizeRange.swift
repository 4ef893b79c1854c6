public import ExactArithmetic

/// A range along one dimension over which a layout is analyzed: sizes of the root in points, or text scales. Other dimensions
/// have the document's values.
public struct SizeRange: Sendable, Hashable {
    public let dimension: SizeDimension
    public let min: Rational
    public let max: Rational

    /// Returns nil unless `0 <= min <= max`. A text scale must be above 0.
    public init?(_ dimension: SizeDimension, from min: Rational, to max: Rational) {
        guard !min.isNegative, min <= max, dimension != .textScale || min.isPositive else { return nil }
        self.dimension = dimension
        self.min = min
        self.max = max
    }

    /// Creates a range of the root's sizes along an axis.
    public init?(_ axis: Axis, from min: Rational, to max: Rational) {
        self.init(SizeDimension(axis), from: min, to: max)
    }

    /// Parses a range such as `280...1400`, with its ends in either order, or a single size.
    public init?(_ dimension: SizeDimension, text: String) {
        var ends = (text[...], text[...])
        if let dots = text.firstRange(of: "...") { ends = (text[..<dots.lowerBound], text[dots.upperBound...]) }
        guard let one = SizeRange.size(ends.0), let other = SizeRange.size(ends.1) else { return nil }
        self.init(dimension, from: Swift.min(one, other), to: Swift.max(one, other))
    }

    /// Parses a range of sizes along an axis.
    public init?(_ axis: Axis, text: String) {
        self.init(SizeDimension(axis), text: text)
    }

    /// The range as `init(_:text:)` parses it.
    public var text: String { "\(min.decimalText())...\(max.decimalText())" }

    /// Returns whether a range's text begins above its end. Programs may write such ranges; written by a person, such a range is
    /// a mistake.
    public static func isDescending(_ text: String) -> Bool {
        guard let dots = text.firstRange(of: "..."), let one = size(text[..<dots.lowerBound]), let other = size(text[dots.upperBound...]) else {
            return false
        }
        return other < one
    }

    /// A description of the text format.
    public static let words = "two sizes with three dots between them, such as 280...1400, the smaller first and both below a million"

    /// Returns a description of the text format for a dimension.
    public static func words(_ dimension: SizeDimension) -> String {
        dimension == .textScale ? "two text scales with three dots between them, such as 1...3, the smaller first and both above 0" : words
    }

    /// Parses a number of at most six digits, and at most six after the point.
    private static func size(_ text: Substring) -> Rational? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { 48...57 ~= $0 } }) else { return nil }
        return Rational(decimal: text)
    }
}

extension Axis {
    /// `width` or `height`.
    public var sizeName: String { self == .horizontal ? "width" : "height" }
}

extension LayoutDocument {
    /// Returns the document with another size of the root along an axis.
    public func resized(_ axis: Axis, to size: Rational) -> LayoutDocument {
        var document = self
        if axis == .horizontal { document.size.width = size } else { document.size.height = size }
        return document
    }
}
