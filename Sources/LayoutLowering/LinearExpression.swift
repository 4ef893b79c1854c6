internal import ExactArithmetic

/// A linear expression under construction.
struct LinearExpression {
    /// The terms. Until `collect` is called, they are in any order, and several may have the same variable.
    private(set) var terms: [LinearTerm] = []
    var constant: Rational = .zero

    mutating func add(_ variable: Int, _ coefficient: Rational) {
        terms.append(LinearTerm(variable, coefficient))
    }

    mutating func removeAll() {
        terms.removeAll(keepingCapacity: true)
        constant = .zero
    }

    /// Sorts the terms by variable and merges those of one variable; terms that cancel remain as zeros.
    mutating func collect() {
        if terms.count < 2 { return }
        terms.sort { $0.variable < $1.variable }
        var last = 0
        for place in 1..<terms.count {
            if terms[place].variable == terms[last].variable {
                terms[last].coefficient += terms[place].coefficient
            } else {
                last += 1
                if last != place { terms[last] = terms[place] }
            }
        }
        terms.removeLast(terms.count - last - 1)
    }
}
