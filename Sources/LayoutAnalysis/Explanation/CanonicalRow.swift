internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// What a row says, apart from how it is written: its terms and constant at a scale at which the largest coefficient is 1.
struct CanonicalRow {
    struct Term {
        /// The view, or an unknown's number behind those of the views.
        var node: Int
        var dimension: String
        var coefficient: Rational

        /// The part that the view plays in a row taken with this sign; with 0 the part that it plays either way.
        func words(_ sign: Rational) -> String { "\(dimension) \(sign.isZero ? coefficient.magnitude : sign * coefficient)" }
    }

    let terms: [Term]
    private let constant: Rational
    private let isEquality: Bool
    /// What it is besides its terms: where it comes from, its priority and identifier.
    private let words: [String]

    init(_ row: Int, in system: LoweredSystem) {
        let lowered = system.rows[row]
        let count = system.document.views.count
        var largest = Rational.zero
        for term in system.terms(of: row) { largest = max(largest, term.coefficient.magnitude) }
        let scale = largest.isZero ? .one : largest.reciprocal
        terms = system.terms(of: row).map { term in
            switch system.variables[term.variable] {
            case .frame(let view, let dimension): Term(node: view, dimension: dimension.name, coefficient: term.coefficient * scale)
            case .unknown: Term(node: term.variable - 3 * count, dimension: "", coefficient: term.coefficient * scale)
            }
        }
        constant = lowered.constant * scale
        isEquality = lowered.isEquality
        let identifier = system.constraint(of: row)?.identifier.map(Fingerprint.withoutAddresses) ?? ""
        words = [CanonicalRow.origin(lowered.kind), isEquality ? "==" : ">=", lowered.priority.description, identifier]
    }

    /// The row in one word, with the present labels of its views. An equality may be negated: its label is the lesser of the two.
    ///
    /// - Returns: the label, and the sign with which it is taken; 0 where both give the same.
    func label(_ labels: [Int: UInt64]) -> (sign: Rational, label: UInt64) {
        func label(_ sign: Rational) -> UInt64 {
            let parts = terms.map { "\($0.words(sign)) \(StableHash.hex(labels[$0.node] ?? 0))" }
            return StableHash.of(words + [(sign * constant).description] + parts.sorted())
        }
        let positive = label(.one)
        guard isEquality else { return (.one, positive) }
        let negative = label(-1)
        return positive < negative ? (.one, positive) : positive > negative ? (-1, negative) : (.zero, positive)
    }

    private static func origin(_ kind: RowKind) -> String {
        switch kind {
        case .constraint: "constraint"
        case .nonNegative: "nonNegative"
        case .rootSize: "rootSize"
        case .fitting: "fitting"
        case .insets(_, let side): "insets \(side.rawValue)"
        case .autoresizing(_, let dimension): "autoresizing \(dimension.name)"
        case .hugging: "hugging"
        case .compressionResistance: "compressionResistance"
        }
    }
}
