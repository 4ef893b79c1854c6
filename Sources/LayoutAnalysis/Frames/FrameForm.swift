public import ExactArithmetic
internal import LayoutLowering
public import LayoutModel

/// A linear function of the frames of a layout, in points: a constant, and factors of attributes of frames.
public struct FrameForm: Sendable, Hashable {
    public struct Term: Sendable, Hashable {
        /// The variable's index in `LoweredSystem`.
        var variable: Int
        var factor: Rational
    }

    private(set) var constant: Rational
    private(set) var terms: [Term]

    init(constant: Rational = .zero, terms: [Term] = []) {
        self.constant = constant
        self.terms = terms
    }

    /// Returns the form of one attribute of a view's frame.
    static func frame(_ view: Int, _ dimension: FrameDimension) -> FrameForm {
        FrameForm(terms: [Term(variable: LoweredSystem.variable(view, dimension), factor: .one)])
    }

    /// Returns the value at a point with a value for each variable.
    func value(at values: [Rational]) -> Rational {
        var sum = constant
        for term in terms { sum += term.factor.isOne ? values[term.variable] : term.factor * values[term.variable] }
        return sum
    }

    /// Returns the value for these frames of the views.
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

/// A condition on the frames of a layout in conjunctive normal form: in each clause, at least one form must be positive.
///
/// The same condition is evaluated at one size and over ranges of sizes, so that the results agree.
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

    /// The condition with a margin of the tolerance: it is satisfied only if violations of rows within the tolerance cannot
    /// explain it.
    var beyondTolerance: FrameCondition { FrameCondition(clauses.map { $0.map { $0 - Tolerance.violation } }) }

    /// Returns the condition without forms that contain one of these (undetermined) variables.
    func without(_ open: Set<Int>) -> FrameCondition {
        if open.isEmpty { return self }
        return FrameCondition(clauses.map { $0.filter { $0.terms.allSatisfy { !open.contains($0.variable) } } })
    }
}
