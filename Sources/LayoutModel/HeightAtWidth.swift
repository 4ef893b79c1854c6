public import ExactArithmetic

/// The height of a text that wraps, at a width and all greater widths up to that of the next entry.
public struct HeightAtWidth: Sendable, Hashable {
    public var width: Rational
    public var height: Rational

    public init(width: Rational, height: Rational) {
        self.width = width
        self.height = height
    }
}

extension HeightAtWidth {
    /// An error in a list of heights.
    public enum Mistake: Error {
        case duplicate
        /// The text is taller at a greater width: the lesser and the greater width.
        case growing(Rational, Rational)

        public var message: String {
            switch self {
            case .duplicate: "the height at this width is given twice; remove one of the entries"
            case .growing(let low, let high):
                "the text is taller at width \(high.decimalText()) than at \(low.decimalText()), but text is never taller when it has more room; "
                    + "check whether the two heights are swapped"
            }
        }
    }

    /// Returns the entries from the greatest to the least width.
    public static func sorted(_ entries: [HeightAtWidth]) throws(Mistake) -> [HeightAtWidth] {
        let sorted = entries.sorted { $0.width > $1.width }
        for (wide, narrow) in zip(sorted, sorted.dropFirst()) {
            if wide.width == narrow.width { throw .duplicate }
            if wide.height > narrow.height { throw .growing(narrow.width, wide.width) }
        }
        return sorted
    }
}

extension LayoutView {
    /// Returns the height of the text in a width: that of the widest entry that fits, or of the narrowest entry if none does.
    public func textHeight(inWidth width: Rational) -> Rational? {
        (heightsByWidth.first { $0.width <= width } ?? heightsByWidth.last)?.height
    }

    /// The height of the text at its natural width, or nil if the height does not depend on the width.
    public var naturalHeight: Rational? {
        intrinsicContentSize.width.map { textHeight(inWidth: $0) } ?? heightsByWidth.first?.height
    }

    /// The width of the alignment rectangle of a frame.
    public func contentWidth(ofFrame width: Rational) -> Rational {
        let insets = alignmentRectInsets.resolved(.ltr, default: .zero)
        return width - insets.left - insets.right
    }
}

extension LayoutDocument {
    /// The indices of the views whose height depends on their width.
    public var wrappingViews: [Int] {
        views.indices.filter { !views[$0].hasNothingRare && !views[$0].heightsByWidth.isEmpty }
    }

    /// Returns the document of the first pass, in which each text has the height at its natural width.
    public func firstPass() -> LayoutDocument {
        var document = self
        document.passes = nil
        for view in wrappingViews { document.views[view].intrinsicContentSize.height = views[view].naturalHeight }
        return document
    }

    /// Returns the document without heights by width: its content sizes are those of one pass.
    public func ofOnePass() -> LayoutDocument {
        var document = self
        document.passes = nil
        for view in wrappingViews { document.views[view].heightsByWidth = [] }
        return document
    }
}
