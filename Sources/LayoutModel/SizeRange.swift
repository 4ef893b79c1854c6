public import ExactArithmetic

/// Sizes of the root along one axis, the other one as the document says, at all of which a layout is judged; in points.
public struct SizeRange: Sendable, Hashable {
    public var axis: Axis
    public let min: Rational
    public let max: Rational

    /// nil unless `0 <= min <= max`.
    public init?(_ axis: Axis, from min: Rational, to max: Rational) {
        guard !min.isNegative, min <= max else { return nil }
        self.axis = axis
        self.min = min
        self.max = max
    }

    /// A range such as `280...1400`, its ends in either order, or one size.
    public init?(_ axis: Axis, text: String) {
        var ends = (text[...], text[...])
        if let dots = text.firstRange(of: "...") { ends = (text[..<dots.lowerBound], text[dots.upperBound...]) }
        guard let one = SizeRange.size(ends.0), let other = SizeRange.size(ends.1) else { return nil }
        self.init(axis, from: Swift.min(one, other), to: Swift.max(one, other))
    }

    /// The range as `init(_:text:)` takes it.
    public var text: String { "\(min.decimalText())...\(max.decimalText())" }

    /// What the text of a range looks like, in words.
    public static let words = "two sizes below a million such as 280...1400"

    /// Up to six digits, and up to six of a fraction.
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
    /// The document with the root of another size along an axis.
    public func resized(_ axis: Axis, to size: Rational) -> LayoutDocument {
        var document = self
        if axis == .horizontal { document.size.width = size } else { document.size.height = size }
        return document
    }
}
