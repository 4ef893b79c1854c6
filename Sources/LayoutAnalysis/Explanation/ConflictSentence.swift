internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// A conflict as one sentence of arithmetic: `8 + 60 + 8 = 76, but root.width is 70: 6 too much`.
struct ConflictSentence {
    let system: LoweredSystem
    let conflict: ProvenConflict

    var text: String {
        if conflict.rows.count == 2, let scale = conflict.factors.map(\.magnitude).max() {
            let apart = conflict.sum.magnitude * scale.reciprocal
            return "\(system.phrase(of: conflict.rows[0])) and \(system.phrase(of: conflict.rows[1])) cannot both hold: \(number(apart)) apart"
        }
        if conflict.rows.count == 1, let row = conflict.rows.first { return "\(system.phrase(of: row)) can never hold" }
        guard let subject else { return "the rows add up to 0 = \(number(conflict.sum))" }
        return sentence(about: subject)
    }

    /// The place of the row that the others are held against: the root's size, a size from outside, else the largest number.
    private var subject: Int? {
        let places = conflict.rows.indices.filter { !contribution($0, scale: .one).isZero }
        if let root = places.first(where: { if case .rootSize = system.rows[conflict.rows[$0]].kind { true } else { false } }) { return root }
        if let external = places.first(where: { system.constraint(of: conflict.rows[$0])?.isExternalSize ?? false }) { return external }
        return places.max { contribution($0, scale: .one).magnitude < contribution($1, scale: .one).magnitude }
    }

    private func contribution(_ place: Int, scale: Rational) -> Rational {
        conflict.factors[place] * system.rows[conflict.rows[place]].constant * scale
    }

    private func sentence(about subject: Int) -> String {
        let scale = conflict.factors[subject].magnitude.reciprocal
        let own = contribution(subject, scale: scale)
        // What stands against the subject, in the subject's unit: terms that add up to `total`.
        let sign: Rational = own.isPositive ? -1 : 1
        var total = Rational.zero
        var sum = ""
        for place in conflict.rows.indices where place != subject {
            let term = contribution(place, scale: scale) * sign
            if term.isZero { continue }
            total += term
            if sum.isEmpty {
                sum = term.isNegative ? "-\(number(term.magnitude))" : number(term)
            } else {
                sum += term.isNegative ? " - \(number(term.magnitude))" : " + \(number(term))"
            }
        }
        let excess = conflict.sum.magnitude * scale
        let left = sum.isEmpty ? "0" : sum.contains(" ") ? "\(sum) = \(number(total))" : sum
        return "\(left), but \(subjectPhrase(conflict.rows[subject], own.magnitude)): \(number(excess)) too \(own.isPositive ? "much" : "little")"
    }

    private func subjectPhrase(_ row: Int, _ value: Rational) -> String {
        func name(_ view: Int, _ dimension: FrameDimension) -> String { "\(system.document.views[view].id).\(dimension.name)" }
        switch system.rows[row].kind {
        case .rootSize(let dimension): return "\(name(system.document.root, dimension)) is \(number(value))"
        case .constraint(let index):
            let constraint = system.document.constraints[index]
            if constraint.second == nil {
                let word = constraint.relation == .equal ? "is" : constraint.relation == .lessThanOrEqual ? "is at most" : "is at least"
                return "\(system.document.phrase(of: constraint.first)) \(word) \(number(value))"
            }
            return "\(system.document.equation(of: constraint)) asks for \(number(value))"
        default: return "\(system.phrase(of: row)) asks for \(number(value))"
        }
    }

    private func number(_ value: Rational) -> String { value.decimalText() }
}
