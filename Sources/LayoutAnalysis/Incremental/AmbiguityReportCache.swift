internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Rendered parts of ambiguities that are expensive to compute: fingerprints, and the effects of raised priorities.
struct AmbiguityReportCache {
    /// The fingerprints, by the properties that they depend on besides rows.
    private(set) var fingerprints: [Subject: Fingerprinted] = [:]
    /// By row, whether raising its priority reduces the degrees of freedom. Valid for another layout with the same section.
    var outcomes: [Int: Bool] = [:]
    /// Valid for another layout with the same section.
    var alternates: [[VariableChange]] = []
    /// Whether the effects of raised priorities were determined within the section.
    var isOfSectionAlone = false
    private let system: LoweredSystem

    struct Subject: Hashable {
        let view: Int
        let cause: Ambiguity.Cause
        let dimensions: [FrameDimension]

        init(_ ambiguity: Ambiguity) {
            view = ambiguity.view
            cause = ambiguity.cause
            dimensions = ambiguity.attributes.map(\.dimension)
        }
    }

    struct Fingerprinted {
        /// The rows, ascending.
        let rows: [Int]
        let text: String
    }

    init(of system: LoweredSystem) {
        self.system = system
    }

    mutating func note(_ ambiguity: Ambiguity, rows: [Int]) {
        fingerprints[Subject(ambiguity)] = Fingerprinted(rows: rows, text: ambiguity.fingerprint)
    }

    /// Returns the results that are valid for another system: fingerprints of unchanged rows, renumbered.
    ///
    /// - Parameters:
    ///   - mapping: the system's `rowMapping` since this one.
    ///   - isOfSameSection: whether it has the section of these results.
    func remapped(to next: LoweredSystem, _ mapping: RowMapping, isOfSameSection: Bool) -> AmbiguityReportCache {
        var result = AmbiguityReportCache(of: next)
        guard mapping.count == system.rows.count else { return result }
        if isOfSameSection {
            result.alternates = alternates
            for (row, outcome) in outcomes {
                if let next = mapping[row] { result.outcomes[next] = outcome }
            }
        }
        guard hasSameViews(next.document) else { return result }
        for (subject, known) in fingerprints where known.rows.allSatisfy({ isUnchanged($0, in: next, mapping) }) {
            result.fingerprints[subject] = known.rows.remapped(by: mapping).map { Fingerprinted(rows: $0, text: known.text) }
        }
        return result
    }

    /// The rows that fingerprints depend on, with duplicates.
    var rows: some Sequence<Int> { fingerprints.values.lazy.flatMap(\.rows) }

    /// Returns the fingerprint of an ambiguity that depends on these rows, if known.
    func fingerprint(of ambiguity: Ambiguity, rows: [Int]) -> String? {
        guard let known = fingerprints[Subject(ambiguity)], known.rows == rows else { return nil }
        return known.text
    }

    /// Returns whether the views' properties in fingerprints are unchanged.
    private func hasSameViews(_ next: LayoutDocument) -> Bool {
        let former = system.document
        return next.views.count == former.views.count && next.root == former.root
            && next.views.indices.allSatisfy { view in
                next.views[view].kind == former.views[view].kind && next.views[view].className == former.views[view].className
            }
    }

    /// Returns whether a row exists in another system, with the same constant and identifier.
    private func isUnchanged(_ row: Int, in next: LoweredSystem, _ mapping: RowMapping) -> Bool {
        guard let new = mapping[row] else { return false }
        return next.matrix.isSame(next.matrix.constants[new], as: system.matrix.constants[row], of: system.matrix)
            && next.constraint(of: new)?.identifier == system.constraint(of: row)?.identifier
    }
}
