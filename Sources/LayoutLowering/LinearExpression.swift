internal import ExactArithmetic

/// A linear expression while it is being put together: terms in any order, a variable perhaps more than once.
struct LinearExpression {
    var terms: [LinearTerm] = []
    var constant: Rational = .zero

    mutating func add(_ variable: Int, _ coefficient: Rational) {
        terms.append(LinearTerm(variable, coefficient))
    }

    /// The terms sorted by variable, one for each, without zeros.
    func collected() -> [LinearTerm] {
        var collected: [LinearTerm] = []
        collected.reserveCapacity(terms.count)
        for term in terms.sorted(by: { $0.variable < $1.variable }) {
            if let last = collected.last, last.variable == term.variable {
                collected[collected.count - 1].coefficient += term.coefficient
            } else {
                if let last = collected.last, last.coefficient.isZero { collected.removeLast() }
                collected.append(term)
            }
        }
        if let last = collected.last, last.coefficient.isZero { collected.removeLast() }
        return collected
    }
}
