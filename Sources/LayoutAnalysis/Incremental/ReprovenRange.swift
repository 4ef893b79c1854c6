internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// A feasible range that is proven again for changed rows: candidates for each end are checked until one is proven.
struct ReprovenRange {
    /// Returns why an end is not proven, or nil if it is.
    typealias Check = (FeasibleSizeEvidence.End, FeasibleSizeEvidence.Which) -> String?

    private var least: FeasibleSizeEvidence.End
    private var greatest: FeasibleSizeEvidence.End
    private(set) var isLeastProven = false
    private(set) var isGreatestProven = false
    private let check: Check

    /// Starts with the ends of earlier evidence, which are not proven yet. Returns nil unless the evidence is a range of exactly
    /// satisfiable rows.
    init?(_ evidence: FeasibleSizeEvidence, _ check: @escaping Check) {
        guard case .range(let least, let greatest, let allowance) = evidence, allowance.isZero else { return nil }
        self.least = least
        self.greatest = greatest
        self.check = check
    }

    var areProven: Bool { isLeastProven && isGreatestProven }

    var evidence: FeasibleSizeEvidence { .range(least: least, greatest: greatest, allowance: .zero) }

    /// Tries another candidate for each end that is not proven yet.
    ///
    /// - Parameter change: returns a candidate for the end, or nil if there is none.
    mutating func replace(
        _ change: (FeasibleSizeEvidence.End, FeasibleSizeEvidence.Which) throws(Budget.Spent) -> FeasibleSizeEvidence.End?
    ) throws(Budget.Spent) {
        if !isLeastProven, let end = try change(least, .least), check(end, .least) == nil {
            least = end
            isLeastProven = true
        }
        if !isGreatestProven, let end = try change(greatest, .greatest), check(end, .greatest) == nil {
            greatest = end
            isGreatestProven = true
        }
    }
}

extension FeasibleSizeEvidence.End {
    var point: [Rational] {
        switch self {
        case .finite(_, let witness, _): witness
        case .unbounded(let point, _): point
        }
    }

    func at(_ point: [Rational]) -> FeasibleSizeEvidence.End {
        switch self {
        case .finite(let end, _, let combination): .finite(end: end, witness: point, combination: combination)
        case .unbounded(_, let ray): .unbounded(point: point, ray: ray)
        }
    }

    /// Returns the end with its layout moved.
    ///
    /// - Parameter size: the variable of the root's size.
    func moved(by motion: [VariableChange], _ size: Int) -> FeasibleSizeEvidence.End {
        let point = point.changed(by: motion)
        if case .finite(_, _, let combination) = self { return .finite(end: point[size], witness: point, combination: combination) }
        return at(point)
    }
}
