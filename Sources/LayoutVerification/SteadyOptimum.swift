public import ExactArithmetic
public import LayoutLowering

/// An optimum that was proven to be the only one, and what follows for layouts whose rows have other constants.
///
/// Proofs by duality and the equations of the set of optima name coefficients and signs and never a constant. So a layout whose rows have
/// the same coefficients and, at some point, the same signs is proven there by the same proofs: the point is its only optimum.
public struct SteadyOptimum: Sendable {
    private let system: LoweredSystem
    private let signs: [Int8]

    /// - Parameter point: checked and found to be the only optimum of the system with all required rows kept.
    public init(_ system: LoweredSystem, at point: [Rational]) {
        self.system = system
        signs = SteadyOptimum.signs(of: system, at: point)
    }

    /// Why the proofs do not hold for a point of another system; nil where they do.
    public func whyAnother(_ other: LoweredSystem, at point: [Rational]) -> String? {
        if let reason = Checker(system: other).whyNoLayout(point) { return reason }
        guard other.changedConstants(since: system) != nil else { return "its rows are others" }
        let now = SteadyOptimum.signs(of: other, at: point)
        guard let row = signs.indices.first(where: { signs[$0] != now[$0] }) else { return nil }
        return "\(other.id(of: row)) has another sign"
    }

    private static func signs(of system: LoweredSystem, at point: [Rational]) -> [Int8] {
        system.rows.indices.map { Int8(truncatingIfNeeded: system.value(of: $0, at: point).signum) }
    }
}
