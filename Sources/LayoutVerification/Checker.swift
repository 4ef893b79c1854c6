internal import ExactArithmetic
public import LayoutLowering
internal import LayoutModel

/// A checker that verifies claims about a layout in exact arithmetic, from the evidence that accompanies them.
///
/// It knows nothing of how claims were found. Every check returns its refusals, which are empty if the claim is proven. Evidence
/// that is invalid for the system, such as an index out of range, is refused, too.
public struct Checker: Sendable {
    public let system: LoweredSystem

    public init(system: LoweredSystem) {
        self.system = system
    }

    /// Returns why a list of values is not a layout of the system, or nil if it is one.
    func whyNoLayout(_ point: [Rational]) -> String? {
        guard point.count == system.variables.count else { return "there are \(point.count) values for \(system.variables.count) variables" }
        guard system.document.views.indices.contains(system.document.root) else { return nil }
        for dimension in 0..<4 {
            let variable = 4 * system.document.root + dimension
            if system.isFixedAtZero(variable), !point[variable].isZero { return "\(name(of: variable)) must be 0 but is not" }
        }
        return nil
    }

    /// Returns which of the rows is violated at a point by more than an allowance in points, or nil if none is.
    func whyViolated(_ rows: some Sequence<Int>, at point: [Rational], allowance: Rational) -> String? {
        if let reason = whyNoLayout(point) { return reason }
        for row in rows where system.violation(of: row, at: point) > allowance {
            return "\(system.id(of: row)) is violated by \(system.violation(of: row, at: point).decimalText())"
        }
        return nil
    }

    func isRow(_ row: Int) -> Bool { system.rows.indices.contains(row) }

    func name(of variable: Int) -> String {
        guard system.variables.indices.contains(variable) else { return "variable \(variable)" }
        return switch system.variables[variable] {
        case .frame(let view, let dimension): "\(system.document.views[view].id).\(dimension.name)"
        case .unknown(let words): words
        }
    }
}
