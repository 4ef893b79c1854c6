internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// The findings of a layout that is not clean. They remain valid for the next layout as long as only constants change that do not
/// affect them.
///
/// They remain valid under three conditions: the undetermined subsystem is unchanged, the conflicts are still all conflicts with
/// the same members, and the texts of the report depend only on rows with unchanged constants.
struct IncrementalFindings {
    /// Proofs with the row numbers of the layout that was analyzed as a whole.
    private let proofs: LayoutCertificates
    let broken: Set<Int>
    /// For each row, whether its constant is in a text of the report, or in the proof of one.
    private let isRendered: [Bool]
    /// For each variable, whether a suggestion depends on its value.
    private let isSuggestedBy: [Bool]
    /// The proof that the conflicts are all conflicts, created when the optimum first moves.
    private var conflicts: CompletenessAfterRHSChange?

    /// Returns nil unless the findings are complete and proven.
    init?(_ run: AnalysisRun) {
        let analysis = run.analysis
        guard analysis.isAmbiguous || analysis.isConflicting, analysis.inconclusive.isEmpty, analysis.degreesOfFreedom != nil,
            run.options.sizes.isEmpty, !run.isTooLarge, !run.system.document.isFragment, let proofs = run.proofs
        else { return nil }
        if proofs.parts.subsystem != nil, proofs.open == nil { return nil }
        if analysis.isAmbiguous, proofs.open?.report?.isOfSubsystemAlone != true { return nil }
        if analysis.isConflicting {
            guard let work = proofs.conflictWork else { return nil }
            broken = Set(work.breaking.broken.map(\.row))
        } else {
            guard run.conflictResults.breaking == nil else { return nil }
            broken = []
        }
        self.proofs = proofs
        let system = run.system
        var isRendered = [Bool](repeating: false, count: system.rows.count)
        for row in proofs.conflicts.lazy.flatMap(\.rows) { isRendered[row] = true }
        for row in proofs.open?.report?.rows ?? [] { isRendered[row] = true }
        self.isRendered = isRendered
        isSuggestedBy = IncrementalFindings.suggesting(analysis.ambiguities.map(\.view), in: system.document, count: system.variables.count)
    }

    /// The proofs for a later layout for which all phases run.
    var known: LayoutCertificates {
        var known = proofs
        if let conflicts { known.completeness = conflicts.plan }
        return known
    }

    /// Returns the variables of ambiguous views and of the views that contain them, which suggestions depend on.
    private static func suggesting(_ ambiguous: [Int], in document: LayoutDocument, count: Int) -> [Bool] {
        var isOf = [Bool](repeating: false, count: document.views.count)
        for view in ambiguous {
            isOf[view] = true
            if let parent = document.views[view].parent { isOf[parent] = true }
        }
        if !ambiguous.isEmpty {
            for view in document.views.indices where document.views[view].kind == .content {
                if let parent = document.views[view].parent, isOf[parent] { isOf[view] = true }
            }
        }
        return (0..<count).map { $0 < 4 * isOf.count && isOf[$0 / 4] }
    }

    /// Returns whether only constants and sizes changed, and no rendered text contains one of them.
    ///
    /// - Parameters:
    ///   - rows: the rows with other constants.
    ///   - former: the previous layout.
    func areUnaffected(by rows: [Int], of next: LoweredSystem, since former: LoweredSystem, _ change: DocumentChange?) -> Bool {
        guard let change, change.isOfNumbers(from: former.document, to: next.document) else { return false }
        if !broken.isEmpty, proofs.completeness == nil, rows.contains(where: next.isRequired) { return false }
        return rows.allSatisfy { !isRendered[$0] }
    }

    /// Returns whether the optimum's last move leaves the findings unchanged.
    ///
    /// - Parameter before: the point from which it moved, in a system with these findings.
    mutating func remain(at optimum: RHSCertificate, since before: [Rational]) -> Bool {
        if let subsystem = proofs.open?.checker.subsystem, !optimum.isUnchanged(subsystem, since: before) { return false }
        if broken.isEmpty || !optimum.hasChangedRequiredConstants { return true }
        guard var steady = conflicts else { return false }
        conflicts = nil
        if steady.move(with: optimum, since: before) != nil { return false }
        conflicts = steady
        return true
    }

    /// Prepares for changed constants.
    ///
    /// - Parameter optimum: the optimum at the layout with the findings.
    mutating func prepare(beside optimum: RHSCertificate) {
        guard conflicts == nil, let completeness = proofs.completeness else { return }
        conflicts = CompletenessAfterRHSChange(proofs.conflicts.map(\.rows), completeness, beside: optimum)
    }

    /// Updates the findings' values for another layout.
    ///
    /// - Parameter before: the previous point.
    func update(_ analysis: inout Analysis, of system: LoweredSystem, at point: [Rational], since before: [Rational]) {
        guard analysis.isAmbiguous, let open = proofs.open else { return }
        analysis.alternates = (open.report?.alternates ?? []).enumerated().map { index, changes in
            Alternate(id: "A\(index + 1)", frames: Exercise.moved(from: point, by: changes, system))
        }
        guard point.indices.contains(where: { isSuggestedBy[$0] && point[$0] != before[$0] }) else { return }
        var interior = point
        for variable in open.checker.subsystem?.variables ?? [] { interior[Int(variable)] = open.interior[Int(variable)] }
        let varying = Dictionary(open.varying.map { ($0.variable, $0) }) { first, _ in first }
        let lists = analysis.ambiguities.map { ambiguity in
            ambiguity.attributes.compactMap { varying[LoweredSystem.variable(ambiguity.view, $0.dimension)] }
        }
        guard let pinnings = try? Pinnings(system, at: point, interior: interior, budget: Budget()).changes(of: lists) else { return }
        for (place, pinning) in pinnings.enumerated() {
            analysis.ambiguities[place].suggestions.removeAll { if case .add = $0 { true } else { false } }
            if let pinning { analysis.ambiguities[place].suggestions.append(pinning) }
        }
    }
}

extension DocumentChange {
    /// Returns whether the change leads from one document to the other, and only constants, intrinsic sizes and the root's size
    /// differ.
    fileprivate func isOfNumbers(from former: LayoutDocument, to next: LayoutDocument) -> Bool {
        // A part that replaces a removed one may be equal except for its name.
        guard begins(at: former), gone.isEmpty, came == 0, next.views.count == former.views.count, next.constraints.count == former.constraints.count,
            next.direction == former.direction
        else { return false }
        for view in views {
            var other = former.views[view]
            other.intrinsicContentSize = next.views[view].intrinsicContentSize
            if other != next.views[view] { return false }
        }
        for constraint in constraints {
            var other = former.constraints[constraint]
            other.constant = next.constraints[constraint].constant
            if other != next.constraints[constraint] { return false }
        }
        return true
    }
}
