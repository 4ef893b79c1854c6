internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// A row in canonical form: its terms and constant, scaled such that the largest coefficient is 1. Fingerprints are computed from
/// it.
struct CanonicalRow {
    struct Term {
        /// The *node* of the term: the index of its view, or for an unknown its index after those of all views.
        var node: Int
        /// The view's role in the row, in the negated row, and in the canonical one of the two. Each text ends with a space.
        fileprivate let positive: [UInt8]
        fileprivate let negative: [UInt8]
        fileprivate let either: [UInt8]

        fileprivate init(node: Int, dimension: String, coefficient: Rational) {
            self.node = node
            positive = Array("\(dimension) \(coefficient) ".utf8)
            negative = Array("\(dimension) \(-coefficient) ".utf8)
            either = coefficient.isNegative ? negative : positive
        }

        /// Returns the view's role in the row (sign 1), in its negation (-1) or in the canonical one of the two (0).
        func words(_ sign: Int) -> ArraySlice<UInt8> { (sign == 0 ? either : sign > 0 ? positive : negative).dropLast() }
    }

    var terms: [Term]
    /// The constant and its negation as text.
    private let constants: [[UInt8]]
    private let isEquality: Bool
    /// Other properties of the row: its origin, priority and identifier.
    private let words: StableHash

    init(_ row: Int, in system: LoweredSystem) {
        let lowered = system.rows[row]
        let count = system.document.views.count
        let said =
            system.document.isFragment
            ? CanonicalRow.terms(ofFragment: system, row) : system.terms(of: row).map { ($0.variable, $0.coefficient) }
        var largest = Rational.zero
        for (_, coefficient) in said { largest = max(largest, coefficient.magnitude) }
        let scale = largest.isZero ? .one : largest.reciprocal
        terms = said.map { variable, coefficient in
            switch system.variables[variable] {
            case .frame(let view, let dimension): Term(node: view, dimension: dimension.name, coefficient: coefficient * scale)
            case .unknown: Term(node: variable - 3 * count, dimension: "", coefficient: coefficient * scale)
            }
        }
        let constant = lowered.constant * scale
        constants = [Array(constant.description.utf8), Array((-constant).description.utf8)]
        isEquality = lowered.isEquality
        let identifier = system.constraint(of: row)?.identifier.map(Fingerprint.withoutAddresses) ?? ""
        var words = StableHash()
        for word in [CanonicalRow.origin(lowered.kind), isEquality ? "==" : ">=", lowered.priority.description, identifier] {
            words.add(word.utf8)
        }
        self.words = words
    }

    /// Returns the row with other views in its terms.
    ///
    /// - Parameter nodes: the views by term.
    func about(_ nodes: [Int]) -> CanonicalRow {
        var row = self
        for (place, node) in zip(terms.indices, nodes) { row.terms[place].node = node }
        return row
    }

    /// The content of a row without its views. Rows of equal shape differ only in their views.
    struct Shape: Hashable {
        private struct Term: Hashable {
            let dimension: FrameDimension?
            let coefficient: Rational
        }

        private let terms: [Term]
        private let constant: Rational
        private let isEquality: Bool
        private let priority: Rational
        private let origin: String
        private let identifier: String?

        /// - Parameter nodes: receives the row's views and unknowns, by term.
        init(_ row: Int, in system: LoweredSystem, _ nodes: inout [Int]) {
            let lowered = system.rows[row]
            let count = system.document.views.count
            var terms: [Term] = []
            for term in system.terms(of: row) {
                switch system.variables[term.variable] {
                case .frame(let view, let dimension):
                    nodes.append(view)
                    terms.append(Term(dimension: dimension, coefficient: term.coefficient))
                case .unknown:
                    nodes.append(term.variable - 3 * count)
                    terms.append(Term(dimension: nil, coefficient: term.coefficient))
                }
            }
            self.terms = terms
            constant = lowered.constant
            isEquality = lowered.isEquality
            priority = lowered.priority
            origin = CanonicalRow.origin(lowered.kind)
            identifier = system.constraint(of: row)?.identifier
        }
    }

    /// Returns the terms of a log's row in coordinates of the whole log instead of superviews. Which superviews a log shows
    /// depends on other constraints, and must not affect the row's form.
    private static func terms(ofFragment system: LoweredSystem, _ row: Int) -> [(variable: Int, coefficient: Rational)] {
        let document = system.document
        var sums: [Int: Rational] = [:]
        for term in system.terms(of: row) {
            sums[term.variable, default: .zero] += term.coefficient
            guard case .frame(let view, let dimension) = system.variables[term.variable], dimension == .x || dimension == .y,
                let parent = document.views[view].parent, parent != document.root
            else { continue }
            sums[LoweredSystem.variable(parent, dimension), default: .zero] -= term.coefficient
        }
        return sums.filter { !$0.value.isZero }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Returns a hash of the row with the present labels of its views. An equality may be negated, and its label is the smaller
    /// of the two.
    ///
    /// - Parameter labels: the present label of each node.
    /// - Returns: the label, and its sign, or 0 if both signs give the same label.
    func label(_ labels: [UInt64]) -> (sign: Int, label: UInt64) {
        let positive = label(labels, isNegated: false)
        guard isEquality else { return (1, positive) }
        let negative = label(labels, isNegated: true)
        return positive < negative ? (1, positive) : positive > negative ? (-1, negative) : (0, positive)
    }

    private func label(_ labels: [UInt64], isNegated: Bool) -> UInt64 {
        var hash = words
        hash.add(constants[isNegated ? 1 : 0])
        func part(_ place: Int) -> [UInt8] { isNegated ? terms[place].negative : terms[place].positive }
        // No role is a prefix of another: each has two spaces, and ends with the second.
        func precedes(_ a: Int, _ b: Int) -> Bool {
            let (one, other) = (part(a), part(b))
            return one == other ? labels[terms[a].node] < labels[terms[b].node] : one.lexicographicallyPrecedes(other)
        }
        func add(_ place: Int) { hash.add(part(place), hex: labels[terms[place].node]) }
        if terms.count == 2 {
            let first = precedes(1, 0) ? 1 : 0
            add(first)
            add(1 - first)
        } else {
            for place in terms.indices.sorted(by: precedes) { add(place) }
        }
        return hash.value
    }

    private static func origin(_ kind: RowKind) -> String {
        switch kind {
        case .constraint: "constraint"
        case .implicit(.nonNegative): "nonNegative"
        case .implicit(.baseline(_, let bound)): "baseline \(bound.attribute.rawValue) \(bound.isTop ? "top" : "bottom")"
        case .implicit(.rootSize): "rootSize"
        case .implicit(.fitting): "fitting"
        case .implicit(.insets(_, let side)): "insets \(side.rawValue)"
        case .implicit(.autoresizing(_, let dimension)): "autoresizing \(dimension.name)"
        case .implicit(.hugging): "hugging"
        case .implicit(.compressionResistance): "compressionResistance"
        }
    }
}
