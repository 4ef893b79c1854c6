internal import ExactArithmetic
internal import LayoutModel

extension Lowering {
    /// Appends the rows of an autoresizing mask. Let the view have had the origin `p` and the size `s` in a superview of the
    /// length `L`, which now has the length `W`. Then `x = p + share_x (W - L)` and `width = s + share_width (W - L)`, and
    /// likewise vertically.
    mutating func appendAutoresizing(_ index: Int) {
        guard let design = views[index].autoresizing, let parent = views[index].parent, !isUnknownSpace(parent) else { return }
        let horizontal = AutoresizingShares(
            start: design.x, extent: design.width, whole: design.superviewWidth,
            isFlexible: [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin].map(design.mask.contains))
        let vertical = AutoresizingShares(
            start: design.y, extent: design.height, whole: design.superviewHeight,
            isFlexible: [.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin].map(design.mask.contains))
        for (dimension, designed, share, whole) in [
            (FrameDimension.x, design.x, horizontal.start, design.superviewWidth),
            (.width, design.width, horizontal.extent, design.superviewWidth),
            (.y, design.y, vertical.start, design.superviewHeight),
            (.height, design.height, vertical.extent, design.superviewHeight),
        ] {
            append(.implicit(.autoresizing(view: index, dimension: dimension)), .equal, priority: LayoutPriority.required) { _, difference in
                difference.add(LoweredSystem.variable(index, dimension), .one)
                difference.add(LoweredSystem.variable(parent, dimension.axis == .horizontal ? .width : .height), -share)
                difference.constant = share * whole - designed
            }
        }
    }
}

/// The shares of a superview's growth that go to the margin before a view and to its length.
private struct AutoresizingShares {
    var start: Rational
    var extent: Rational

    /// `isFlexible` refers to the margin before, the length and the margin after.
    init(start: Rational, extent: Rational, whole: Rational, isFlexible: [Bool]) {
        // If no part is flexible, the margin after takes everything.
        let flexible = isFlexible.contains(true) ? isFlexible : [false, false, true]
        let lengths = [start, extent, whole - start - extent]
        var total: Rational = 0
        var count = 0
        var isProportional = true
        for (length, isFlexible) in zip(lengths, flexible) where isFlexible {
            total += length
            count += 1
            if length.isNegative { isProportional = false }
        }
        let equal = Rational(count).reciprocal
        let shares = zip(lengths, flexible).map { length, isFlexible -> Rational in
            guard isFlexible else { return 0 }
            return isProportional && total.isPositive ? length * total.reciprocal : equal
        }
        self.start = shares[0]
        self.extent = shares[1]
    }
}
