public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// A linear function of a layout's frames, in points: a constant and factors of frame numbers.
public struct FrameForm: Sendable, Hashable {
    public struct Term: Sendable, Hashable {
        /// As `LoweredSystem` numbers them.
        var variable: Int
        var factor: Rational
    }

    private(set) var constant: Rational
    private(set) var terms: [Term]

    init(constant: Rational = .zero, terms: [Term] = []) {
        self.constant = constant
        self.terms = terms
    }

    /// A number of a view's frame.
    static func frame(_ view: Int, _ dimension: FrameDimension) -> FrameForm {
        FrameForm(terms: [Term(variable: LoweredSystem.variable(view, dimension), factor: .one)])
    }

    /// The value in a layout that has a value for each variable.
    func value(at values: [Rational]) -> Rational {
        var sum = constant
        for term in terms { sum += term.factor.isOne ? values[term.variable] : term.factor * values[term.variable] }
        return sum
    }

    /// The value where these are the frames of the views.
    public func value(in frames: [LayoutFrame]) -> Rational {
        var sum = constant
        for term in terms {
            guard let dimension = FrameDimension(rawValue: term.variable % 4) else { continue }
            sum += term.factor * frames[term.variable / 4][dimension]
        }
        return sum
    }

    static func + (a: FrameForm, b: FrameForm) -> FrameForm {
        var sum = a
        sum.constant += b.constant
        for term in b.terms {
            if let place = sum.terms.firstIndex(where: { $0.variable == term.variable }) {
                sum.terms[place].factor += term.factor
            } else {
                sum.terms.append(term)
            }
        }
        sum.terms.removeAll { $0.factor.isZero }
        return sum
    }

    static prefix func - (a: FrameForm) -> FrameForm {
        FrameForm(constant: -a.constant, terms: a.terms.map { Term(variable: $0.variable, factor: -$0.factor) })
    }

    static func - (a: FrameForm, b: FrameForm) -> FrameForm { a + -b }
    static func + (a: FrameForm, b: Rational) -> FrameForm { FrameForm(constant: a.constant + b, terms: a.terms) }
    static func - (a: FrameForm, b: Rational) -> FrameForm { a + -b }
}

/// What may be so of a layout's frames: of each clause some form is more than 0.
///
/// The same condition is asked at one size and along all sizes, so that both say the same.
public struct FrameCondition: Sendable, Hashable {
    public private(set) var clauses: [[FrameForm]]

    init(_ clauses: [[FrameForm]]) {
        self.clauses = clauses
    }

    public func holds(in frames: [LayoutFrame]) -> Bool {
        clauses.allSatisfy { $0.contains { $0.value(in: frames).isPositive } }
    }

    func holds(at values: [Rational]) -> Bool {
        clauses.allSatisfy { $0.contains { $0.value(at: values).isPositive } }
    }

    /// The condition where it is so by more than rows may be missed.
    var beyondTolerance: FrameCondition { FrameCondition(clauses.map { $0.map { $0 - Tolerance.violation } }) }

    /// The condition without what speaks of variables that a layout does not decide.
    func without(_ open: Set<Int>) -> FrameCondition {
        if open.isEmpty { return self }
        return FrameCondition(clauses.map { $0.filter { $0.terms.allSatisfy { !open.contains($0.variable) } } })
    }
}
