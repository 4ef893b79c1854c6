internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The lengths in a conflict that are multiples of a container's length, such as `a.width == 0.6 * root.width`, as numbers.
///
/// The sum of the proof cancels the container's length, of which such a row contains a part: the sum is then the only length of the container at
/// which the rows could be satisfied, not that of its contents. With the length that the container has, such a row adds `0.6 * 390` to the sum.
struct ContainerParts {
    /// The factors of the rows in that sum, by place.
    private(set) var factors: [Rational]
    /// For each row with a part of a container's length, the factor of that length in the sum, and the length.
    private(set) var lengths: [Int: (factor: Rational, length: Rational)] = [:]

    private let conflict: ProvenConflict
    private let system: LoweredSystem
    /// The lengths by variable, and nil for a length that the conflict does not determine.
    private var known: [Int: Length?] = [:]

    /// A length in points. The length less that value is the sum of these rows with their factors.
    private struct Length {
        var value: Rational
        var rows: [(place: Int, factor: Rational)]
    }

    /// The maximum number of superviews over which a container's length is searched.
    private static let deepest = 16
    /// The maximum number of pins of one edge of a container that are tried.
    private static let mostPins = 16

    /// Returns nil if the conflict does not determine the length of a container.
    init?(_ conflict: ProvenConflict, in system: LoweredSystem) {
        (self.conflict, self.system, factors) = (conflict, system, conflict.factors)
        for place in conflict.rows.indices {
            guard let term = ContainerParts.container(conflict.rows[place], in: system) else { continue }
            guard let length = length(of: term.variable) else { return nil }
            let factor = conflict.factors[place] * term.coefficient
            lengths[place] = (factor, length.value)
            for row in length.rows { factors[row.place] += factor * row.factor }
        }
    }

    /// Returns the term of a row that is a multiple of the length of a view around the one whose length the row sets; nil for other rows.
    static func container(_ row: Int, in system: LoweredSystem) -> LinearTerm? {
        guard let constraint = system.constraint(of: row), let second = constraint.second, second.item != constraint.first.item,
            constraint.first.attribute.kind == .size, second.attribute.kind == .size
        else { return nil }
        let sides = [(inner: constraint.first, outer: second), (inner: second, outer: constraint.first)]
        guard let outer = sides.first(where: { system.document.contains($0.outer.item, $0.inner.item) })?.outer else { return nil }
        return system.terms(of: row).first { term in
            guard case .frame(outer.item, let dimension) = system.variables[term.variable] else { return false }
            return dimension == (outer.attribute == .width ? .width : .height)
        }
    }

    private mutating func length(of variable: Int, depth: Int = 0) -> Length? {
        if let known = known[variable] { return known }
        // A container that depends on itself has no length.
        known[variable] = .some(nil)
        let found = fixed(variable) ?? between(variable, depth)
        known[variable] = .some(found)
        return found
    }

    /// The places of the equalities that are no parts of lengths, with their terms.
    private var equalities: [(place: Int, terms: RowTerms)] {
        conflict.rows.indices.compactMap { place in
            let row = conflict.rows[place]
            return system.isEquality(row) && ContainerParts.container(row, in: system) == nil ? (place, system.terms(of: row)) : nil
        }
    }

    /// Returns a length that one row fixes.
    private func fixed(_ variable: Int) -> Length? {
        for (place, terms) in equalities where terms.count == 1 && terms.first?.variable == variable {
            guard let factor = terms.first.flatMap({ Rational.one.divided(by: $0.coefficient) }) else { continue }
            return Length(value: -constant(place) * factor, rows: [(place, factor)])
        }
        return nil
    }

    /// Returns the length of a view of which both edges are pinned to those of one other view, or of none.
    private mutating func between(_ variable: Int, _ depth: Int) -> Length? {
        guard depth < ContainerParts.deepest, case .frame(let view, let dimension) = system.variables[variable] else { return nil }
        let place: FrameDimension = dimension == .width ? .x : .y
        guard let start = equalities.lazy.flatMap(\.terms).first(where: { isFrame($0.variable, view, place) })?.variable else { return nil }
        var (near, far): ([(place: Int, terms: RowTerms, factor: Rational)], [(place: Int, terms: RowTerms, factor: Rational)]) = ([], [])
        for (place, terms) in equalities {
            guard let own = terms.first(where: { $0.variable == start })?.coefficient, let factor = Rational.one.divided(by: own) else { continue }
            let length = terms.first { $0.variable == variable }?.coefficient
            if length == nil { near.append((place, terms, factor)) } else if length == own { far.append((place, terms, factor)) }
        }
        for one in near.prefix(ContainerParts.mostPins) {
            for other in far.prefix(ContainerParts.mostPins) {
                var terms: [Int: Rational] = [:]
                for term in other.terms { terms[term.variable, default: .zero] += other.factor * term.coefficient }
                for term in one.terms { terms[term.variable, default: .zero] -= one.factor * term.coefficient }
                terms[variable] = nil
                let open = terms.filter { !$0.value.isZero }
                let offset = other.factor * constant(other.place) - one.factor * constant(one.place)
                let rows = [(other.place, other.factor), (one.place, -one.factor)]
                if open.isEmpty { return Length(value: -offset, rows: rows) }
                guard open.count == 1, let outer = open.first, outer.value == -1, let length = length(of: outer.key, depth: depth + 1) else {
                    continue
                }
                return Length(value: length.value - offset, rows: rows + length.rows)
            }
        }
        return nil
    }

    private func isFrame(_ variable: Int, _ view: Int, _ dimension: FrameDimension) -> Bool {
        if case .frame(view, dimension) = system.variables[variable] { true } else { false }
    }

    private func constant(_ place: Int) -> Rational { system.rows[conflict.rows[place]].constant }
}

extension LayoutDocument {
    /// Returns whether a view is an ancestor of another one, or a guide or content area of an ancestor.
    fileprivate func contains(_ outer: Int, _ inner: Int) -> Bool {
        let isArea = views[outer].kind == .guide || views[outer].kind == .content
        guard let ancestor = isArea ? views[outer].parent : outer else { return false }
        var next = views[inner].parent
        var steps = 0
        while let parent = next, steps <= views.count {
            if parent == ancestor { return true }
            next = views[parent].parent
            steps += 1
        }
        return false
    }
}
