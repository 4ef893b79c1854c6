internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// Applies remedies to their layout, and solves each changed layout again, so that a report says what each remedy leads to.
///
/// How many are tried depends on the size of the layout alone: a report must not depend on the time that is left.
struct RemedyTrials {
    private let document: LayoutDocument
    private let analysis: Analysis
    /// How many more rows may be solved.
    private var room = 8000
    private let rowCount: Int
    private let constraints: [String: Int]
    private let views: [String: Int]

    init(_ document: LayoutDocument, _ analysis: Analysis) {
        self.document = document
        self.analysis = analysis
        rowCount = max(1, 4 * document.views.count + document.constraints.count)
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// Adds what each remedy leads to, the first remedy of each diagnosis first; leaves out what would bring another conflict if there is another remedy.
    mutating func addOutcomes(to diagnoses: inout [Diagnosis]) {
        for place in 0..<(diagnoses.map(\.remedies.count).max() ?? 0) {
            for index in diagnoses.indices where diagnoses[index].remedies.indices.contains(place) {
                diagnoses[index].remedies[place].outcome = outcome(of: diagnoses[index].remedies[place], for: diagnoses[index])
            }
        }
        for index in diagnoses.indices {
            diagnoses[index].remedies.removeAll { $0.needsTrial && $0.outcome == nil }
            let good = diagnoses[index].remedies.filter { $0.outcome?.adds.isEmpty ?? true }
            if !good.isEmpty { diagnoses[index].remedies = good }
            putFirst(&diagnoses[index].remedies)
        }
    }

    /// Puts a remedy first that leaves a clean layout, if the first one does not.
    private func putFirst(_ remedies: inout [Remedy]) {
        guard let first = remedies.first?.outcome, first.verdict != .clean,
            let place = remedies.firstIndex(where: { $0.outcome?.verdict == .clean })
        else { return }
        remedies.insert(remedies.remove(at: place), at: 0)
    }

    /// The verdict after the remedy and the conflicts that it ends; nil if it changes nothing in the layout, or too many rows were solved already.
    private mutating func outcome(of remedy: Remedy, for diagnosis: Diagnosis) -> Remedy.Outcome? {
        guard let changed = changed(by: remedy) else { return nil }
        let names = Set(remedy.constraints)
        let met = analysis.conflicts.filter { !names.isDisjoint(with: $0.members) }
        if remedy.kind == .lowerPriority || remedy.kind == .removeConstraint {
            // A minimal conflict is gone without one of its members; the others are as they were.
            let ends = met.map(\.id)
            if ends.count < analysis.conflicts.count { return Remedy.Outcome(verdict: .conflicting, ends: ends) }
        }
        room -= rowCount
        guard room >= 0 else { return nil }
        let system = LoweredSystem(lowering: changed)
        guard var solved = try? PlainSolve(system, budget: Budget()) else { return nil }
        if remedy.needsTrial, !settles(diagnosis, &solved, system) { return nil }
        return solved.verdict == .conflicting
            ? conflicting(system, met) : Remedy.Outcome(verdict: solved.verdict, ends: analysis.conflicts.map(\.id))
    }

    /// Whether nothing of what the diagnosis explains is ambiguous in the changed layout.
    private func settles(_ diagnosis: Diagnosis, _ solved: inout PlainSolve, _ system: LoweredSystem) -> Bool {
        guard solved.verdict == .ambiguous else { return solved.verdict == .clean }
        guard let left = try? solved.ambiguous() else { return false }
        let explained = analysis.ambiguities.indices.filter { diagnosis.explains.contains("U\($0 + 1)") }.map { analysis.ambiguities[$0] }
        return !left.contains { open in
            guard case .frame(let view, let dimension) = system.variables[open.variable] else { return false }
            return explained.contains { $0.view == view && $0.attributes.contains { $0.dimension == dimension } }
        }
    }

    /// The outcome of a change after which something conflicts.
    ///
    /// - Parameter met: the conflicts with a constraint that was changed; the others are as they were.
    private func conflicting(_ system: LoweredSystem, _ met: [Conflict]) -> Remedy.Outcome? {
        let required = RequiredRows(system: system, budget: Budget())
        let background = required.all.filter(system.isBackground)
        var ends: [String] = []
        for conflict in met {
            let own = system.rows(named: conflict.members).filter { !system.isBackground($0) && system.isRequired($0) }
            guard let answer = try? required.answer((background + own).sorted()) else { return nil }
            if case .canHold = answer { ends.append(conflict.id) }
        }
        let adds = analysis.conflictsComplete && ends.count == analysis.conflicts.count ? ["a conflict that was not there before"] : []
        return Remedy.Outcome(verdict: .conflicting, ends: ends, adds: adds)
    }

    /// The layout after the remedy; nil if it changes nothing that the layout has.
    private func changed(by remedy: Remedy) -> LayoutDocument? {
        var changed = document
        let places = remedy.constraints.compactMap { constraints[$0] }
        switch remedy.kind {
        case .addConstraint:
            if remedy.additions.isEmpty { return nil }
            for (index, constraint) in remedy.additions.enumerated() { changed.constraints.append(added(constraint, after: index)) }
            return changed
        case .disableMask:
            guard let view = remedy.view.flatMap({ views[$0] }), changed.views[view].autoresizing != nil else { return nil }
            changed.views[view].autoresizing = nil
            return changed
        case .setHugging, .setCompressionResistance:
            guard let view = remedy.view.flatMap({ views[$0] }), let axis = remedy.axis, let priority = remedy.priority else { return nil }
            if remedy.kind == .setHugging {
                changed.views[view].hugging[axis] = priority
            } else {
                changed.views[view].compressionResistance[axis] = priority
            }
            return changed
        case .removeConstraint:
            for place in places { changed.constraints[place].isActive = false }
        case .lowerPriority:
            guard let priority = remedy.priority else { return nil }
            for place in places { changed.constraints[place].priority = priority }
        case .changeConstant:
            guard let constant = remedy.to else { return nil }
            for place in places { changed.constraints[place].constant = constant }
        default: return nil
        }
        return places.count == remedy.constraints.count && !places.isEmpty ? changed : nil
    }

    /// The constraint with an id that no other has.
    private func added(_ constraint: LayoutConstraint, after others: Int) -> LayoutConstraint {
        var constraint = constraint
        if others > 0 { constraint.id += String(others + 1) }
        while constraints[constraint.id] != nil { constraint.id += "~" }
        return constraint
    }
}
