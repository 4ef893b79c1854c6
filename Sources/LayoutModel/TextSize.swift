public import ExactArithmetic

/// The size of a view's content at a text scale other than 1.
public struct TextSize: Sendable, Hashable {
    /// The scale. 1 is the scale of the intrinsic content size.
    public var scale: Rational
    /// The size. An axis with nil has no size at this scale.
    public var size: LayoutSize

    public init(scale: Rational, size: LayoutSize) {
        self.scale = scale
        self.size = size
    }
}

/// A list of sizes at different text scales, by ascending scale.
public struct TextSizeList {
    private var entries: [TextSize] = []
    private var scales: Set<Rational> = []

    public init() {}

    public var sizes: [TextSize] { entries.sorted { $0.scale < $1.scale } }

    /// - Throws: `Mistake` if the scale is invalid or already in the list.
    public mutating func add(_ size: TextSize) throws(TextSize.Mistake) {
        guard size.scale.isPositive, !size.scale.isOne else { throw .scale }
        guard scales.insert(size.scale).inserted else { throw .duplicate }
        entries.append(size)
    }
}

extension TextSize {
    /// An error in a list of sizes.
    public enum Mistake: Error {
        /// A scale is not above 0, or it is 1, whose size is the view's own.
        case scale
        case duplicate

        public var message: String {
            switch self {
            case .scale: "expected a \"scale\" above 0 that is not 1; the size at scale 1 is the view's intrinsic size"
            case .duplicate: "the size at this scale is given twice; remove one of the entries"
            }
        }
    }
}

extension LayoutView {
    /// Whether the intrinsic size is that of a text and grows with it.
    public var growsWithText: Bool {
        let kind = className ?? ""
        return text != nil || !textSizes.isEmpty || !heightsByWidth.isEmpty
            || ["Label", "Button", "TextField", "TextView"].contains(where: kind.hasSuffix)
    }

    /// Returns the intrinsic content size at a text scale. It is linear between two given scales, and proportional to the scale
    /// beyond the first and last, or if none is given.
    func intrinsicContentSize(atTextScale scale: Rational) -> LayoutSize {
        LayoutSize(
            width: intrinsicContentSize.width.map { own in length(at: scale, own, textSizes.map { ($0.scale, $0.size.width) }) },
            height: intrinsicContentSize.height.map { own in length(at: scale, own, textSizes.map { ($0.scale, $0.size.height) }) })
    }

    private func length(at scale: Rational, _ own: Rational, _ others: [(scale: Rational, length: Rational?)]) -> Rational {
        var known: [(scale: Rational, length: Rational)] = [(.one, own)]
        for case (let scale, let length?) in others where !scale.isOne { known.append((scale, length)) }
        known.sort { $0.scale < $1.scale }
        guard let after = known.firstIndex(where: { scale <= $0.scale }), after > 0 else {
            let nearest = known.first(where: { scale <= $0.scale }) ?? known[known.count - 1]
            return (nearest.length * scale).divided(by: nearest.scale) ?? nearest.length
        }
        let (low, high) = (known[after - 1], known[after])
        let share = (scale - low.scale).divided(by: high.scale - low.scale) ?? .zero
        return low.length + (high.length - low.length) * share
    }
}

extension LayoutDocument {
    /// Returns the document with its texts scaled by a factor.
    public func scalingTexts(by scale: Rational) -> LayoutDocument {
        if scale.isOne { return self }
        var document = self
        for index in document.views.indices where document.views[index].growsWithText {
            document.views[index].intrinsicContentSize = views[index].intrinsicContentSize(atTextScale: scale)
            document.views[index].heightsByWidth = views[index].heightsByWidth.map {
                HeightAtWidth(width: $0.width * scale, height: $0.height * scale)
            }
            if views[index].textSizes.isEmpty || scale.isZero { continue }
            // Scales are relative to the new size.
            document.views[index].textSizes =
                (views[index].textSizes + [TextSize(scale: .one, size: views[index].intrinsicContentSize)])
                .compactMap { known in known.scale.divided(by: scale).map { TextSize(scale: $0, size: known.size) } }
                .filter { !$0.scale.isOne }.sorted { $0.scale < $1.scale }
        }
        return document
    }

    /// The text scales at which some intrinsic size changes its slope, in ascending order.
    public var textScaleBreaks: [Rational] {
        var scales: Set<Rational> = []
        for view in views where !view.textSizes.isEmpty { scales.formUnion(view.textSizes.map(\.scale) + [.one]) }
        return scales.sorted()
    }
}
