internal import ExactArithmetic
internal import LayoutModel

/// The fast path for common constraints: those of views whose alignment rectangles are their frames and whose margins are the
/// default. The row is written directly to storage.
///
/// No two terms of such a row have the same variable, so nothing has to be merged. Other constraints are left to `appendAny`,
/// which would give the same rows.
extension Lowering {
    /// Appends the constraint's row if it is a common one. Returns false otherwise.
    mutating func appendPlain(_ index: Int) -> Bool {
        let first = constraints[index].first
        guard !document.isFragment, let own = plainAttribute(first), let limit = PackedRational(constraints[index].constant) else { return false }
        let relation = constraints[index].relation
        let isNegated = relation == .lessThanOrEqual
        var constant = isNegated ? limit : limit.negated
        if let second = constraints[index].second {
            guard let other = plainAttribute(second), own.origin == other.origin,
                let multiplier = PackedRational(constraints[index].multiplier), !multiplier.isZero
            else { return false }
            // If both are measured from the other edge, that edge cancels unless one has a multiplier.
            let isMirrored = document.direction == .rtl && own.origin == 0 && (first.attribute.isDirectional || second.attribute.isDirectional)
            if isMirrored, multiplier != .one { return false }
            let sign: PackedRational = isNegated != isMirrored ? .minusOne : .one
            let factor = isNegated != isMirrored ? multiplier : multiplier.negated
            guard let a = PlainSide(first.item, own, factor: sign), let b = PlainSide(second.item, other, factor: factor),
                let moved = a.offset(over: constant), let total = b.offset(over: moved), add(a, b)
            else { return false }
            constant = total
        } else {
            guard let side = PlainSide(first.item, own, factor: isNegated ? .minusOne : .one), let total = side.offset(over: constant) else {
                return false
            }
            constant = total
            add(side, withOrigin: false)
        }
        writer.endRow(constant: constant)
        appendHeader(.constraint(index), relation, priority: constraints[index].priority)
        return true
    }

    /// Adds the terms of both sides. Returns false, with nothing added, if two terms may have the same variable.
    private mutating func add(_ a: PlainSide, _ b: PlainSide) -> Bool {
        if a.item == b.item {
            if a.attribute.hasLength, a.attribute.length == b.attribute.length { return false }
            let isSorted = a.attribute.length < b.attribute.length
            add(isSorted ? a : b, withOrigin: false)
            add(isSorted ? b : a, withOrigin: false)
            return true
        }
        var (hasOriginA, hasOriginB) = (false, false)
        if a.attribute.isLocation {
            let parentA = hierarchy.parent(of: a.item)
            let parentB = hierarchy.parent(of: b.item)
            if parentA == parentB {
                if parentA < 0 { return false }
                (hasOriginA, hasOriginB) = (true, true)
            } else if parentA == b.item {
                hasOriginA = true
            } else if parentB == a.item {
                hasOriginB = true
            } else {
                return addDistant(a, b)
            }
        }
        if a.item < b.item {
            add(a, withOrigin: hasOriginA)
            add(b, withOrigin: hasOriginB)
        } else {
            add(b, withOrigin: hasOriginB)
            add(a, withOrigin: hasOriginA)
        }
        return true
    }

    private mutating func add(_ side: PlainSide, withOrigin: Bool) {
        if withOrigin { writer.add(column: 4 * side.item + side.attribute.origin, side.factor) }
        if side.attribute.hasLength { writer.add(column: 4 * side.item + side.attribute.length, side.length) }
    }

    /// Adds locations of views that are neither siblings nor superview and subview. Returns false if they are in different trees.
    private mutating func addDistant(_ a: PlainSide, _ b: PlainSide) -> Bool {
        guard let space = hierarchy.commonAncestor(a.item, b.item) else { return false }
        path.removeAll(keepingCapacity: true)
        for side in [a, b] {
            if side.attribute.hasLength { path.append(PathTerm(column: 4 * side.item + side.attribute.length, coefficient: side.length)) }
            var view = side.item
            while view != space {
                path.append(PathTerm(column: 4 * view + side.attribute.origin, coefficient: side.factor))
                view = hierarchy.parent(of: view)
            }
        }
        path.sort { $0.column < $1.column }
        for term in path { writer.add(column: term.column, term.coefficient) }
        return true
    }

    /// Returns the parts of an attribute, or nil if the constraint is not a common one because of it.
    private func plainAttribute(_ anchor: LayoutAnchor) -> PlainAttribute? {
        let attribute = document.direction == .rtl ? physical(anchor.attribute) : anchor.attribute
        if hierarchy.hasInsets(anchor.item) || (attribute.isMargin && hierarchy.hasMargins(anchor.item)) { return nil }
        switch attribute {
        case .left, .leading: return PlainAttribute(origin: 0)
        case .right, .trailing: return PlainAttribute(origin: 0, length: 2)
        case .centerX, .centerXWithinMargins: return PlainAttribute(origin: 0, length: 2, isHalf: true)
        case .top: return PlainAttribute(origin: 1)
        case .bottom: return PlainAttribute(origin: 1, length: 3)
        case .centerY, .centerYWithinMargins: return PlainAttribute(origin: 1, length: 3, isHalf: true)
        case .width: return PlainAttribute(length: 2)
        case .height: return PlainAttribute(length: 3)
        case .leftMargin, .leadingMargin: return PlainAttribute(origin: 0, offset: LayoutSpacing.packedMargin)
        case .rightMargin, .trailingMargin: return PlainAttribute(origin: 0, length: 2, offset: LayoutSpacing.packedMargin.negated)
        case .topMargin: return PlainAttribute(origin: 1, offset: LayoutSpacing.packedMargin)
        case .bottomMargin: return PlainAttribute(origin: 1, length: 3, offset: LayoutSpacing.packedMargin.negated)
        case .firstBaseline:
            guard let below = views[anchor.item].firstBaselineFromTop else { return lastBaseline(of: anchor.item) }
            return PackedRational(below).map { PlainAttribute(origin: 1, offset: $0) }
        case .lastBaseline: return lastBaseline(of: anchor.item)
        }
    }

    private func lastBaseline(of item: Int) -> PlainAttribute? {
        PackedRational(views[item].lastBaselineFromBottom).map { PlainAttribute(origin: 1, length: 3, offset: $0.negated) }
    }
}

/// An attribute as the sum of a view's origin, its length or half of that, and a constant offset.
private struct PlainAttribute {
    /// The dimension of the origin: 0 for x, 1 for y, -1 for neither.
    var origin = -1
    /// The dimension of the length: 2 for the width, 3 for the height, -1 for neither.
    var length = -1
    var isHalf = false
    var offset = PackedRational.zero

    var isLocation: Bool { origin >= 0 }
    var hasLength: Bool { length >= 0 }
}

/// One side of a constraint: `factor * attribute`.
private struct PlainSide {
    let item: Int
    let attribute: PlainAttribute
    let factor: PackedRational
    /// The coefficient of the item's length.
    let length: PackedRational

    /// Returns nil if a number does not fit.
    init?(_ item: Int, _ attribute: PlainAttribute, factor: PackedRational) {
        guard let length = attribute.isHalf ? factor.halved : factor else { return nil }
        self.item = item
        self.attribute = attribute
        self.factor = factor
        self.length = length
    }

    /// Returns `constant + factor * offset`, or nil if it does not fit.
    func offset(over constant: PackedRational) -> PackedRational? {
        if attribute.offset.isZero { return constant }
        return PackedRational(Rational(constant) + Rational(factor) * Rational(attribute.offset))
    }
}

struct PathTerm {
    var column: Int
    var coefficient: PackedRational
}
