internal import ExactArithmetic
internal import LayoutModel

/// Rules for paired attributes, as in UIKit.
enum ConstraintRules {
    static func check(
        _ first: LayoutAttribute, _ second: LayoutAttribute?, multiplier: Rational, at place: Place
    ) throws(ImportError) {
        guard let second else {
            if first.kind != .size {
                throw place.invalid(
                    "location-alone",
                    "\(first.rawValue) is a location: it needs an attribute of another item, as in root.\(first.rawValue) + 8, not only a constant")
            }
            return
        }
        if first.kind != second.kind {
            throw place.invalid(
                "unpaired-attributes",
                "\(first.rawValue) is \(words(first.kind)) and \(second.rawValue) is \(words(second.kind)): they cannot be paired")
        }
        if (first.isDirectional && second.isAbsolute) || (first.isAbsolute && second.isDirectional) {
            throw place.invalid(
                "unpaired-attributes",
                "\(first.rawValue) and \(second.rawValue) cannot be paired: one follows the reading direction, the other does not")
        }
        if multiplier.isZero, first.kind != .size {
            throw place.invalid(
                "location-alone", "with the multiplier 0, the location \(first.rawValue) would equal a constant; use another multiplier")
        }
    }

    private static func words(_ kind: LayoutAttribute.Kind) -> String {
        switch kind {
        case .horizontalLocation: "a horizontal location"
        case .verticalLocation: "a vertical location"
        case .size: "a size"
        }
    }

    /// Returns the fraction with a denominator up to 1000 within 1e-9 of a multiplier, since 0.333333333333 means a third.
    static func snapped(_ multiplier: Rational) -> Rational {
        if multiplier.integer != nil { return multiplier }
        let near = multiplier.limitingDenominator(to: 1000)
        return (near - multiplier).magnitude <= nearness ? near : multiplier
    }

    private static let nearness = Rational(1, over: 1_000_000_000) ?? .zero
}
