internal import ExactArithmetic
internal import LayoutVerification

// Ends of ranges from whole layouts, a value for each variable, instead of what changes.

extension RangeEnd {
    static func finite(from base: [Rational], to layout: [Rational], proof: DualProof) -> RangeEnd {
        .finite(changes: changes(from: base, to: layout), proof: proof)
    }

    static func unbounded(from base: [Rational], at layout: [Rational], ray: [Rational]) -> RangeEnd {
        .unbounded(changes: changes(from: base, to: layout), ray: changes(from: ray.map { _ in 0 }, to: ray))
    }

    private static func changes(from base: [Rational], to layout: [Rational]) -> [VariableChange] {
        zip(base, layout).enumerated().filter { $0.element.0 != $0.element.1 }.map { VariableChange($0.offset, $0.element.1 - $0.element.0) }
    }
}
