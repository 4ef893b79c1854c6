internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// The outcome of solving a changed layout.
struct RemedyTrial {
    /// The rows of the changed layout; nil if it was not solved.
    var system: LoweredSystem?
    var outcome: Remedy.Outcome
    /// The indices of the ambiguities of which no attribute is ambiguous any more.
    var settled: Set<Int> = []
    /// For each other ambiguity, by index, its attributes that are still ambiguous.
    var open: [Int: [FrameDimension]] = [:]
    /// The frames of the changed layout; empty if it conflicts.
    var frames: [LayoutFrame] = []
    /// The views with a size of 0 along an axis, although that size was ambiguous and may be positive.
    var collapsed: Set<Int> = []
}

/// Applies remedies to their layout and solves the changed layouts, so that a report has the outcome of each remedy.
///
/// The number of trials depends only on the size of the layout, so that a report does not depend on the remaining time.
struct RemedyTrials {
    let document: LayoutDocument
    let analysis: Analysis
    /// The number of rows of the layouts that may still be solved.
    private(set) var room = 8000
    let rowCount: Int
    private let constraints: [String: Int]
    private let views: [String: Int]
    private let interest: AnalysisOptions.Interest
    /// The number of remedies that are tried between two questions whether the analysis is awaited.
    private static let piece = 128
    let diagnoser: Diagnoser
    /// The layout without the constraints that break, to which constraints are added; nil without a conflict, or if it is ambiguous in
    /// another way than the layout.
    private(set) var unbroken: LayoutDocument?

    /// - Parameter interest: whether somebody waits for the analysis. If nobody does, not all remedies are tried.
    init(_ document: LayoutDocument, _ analysis: Analysis, _ diagnoser: Diagnoser, _ interest: AnalysisOptions.Interest) {
        self.interest = interest
        self.diagnoser = diagnoser
        self.document = document
        self.analysis = analysis
        rowCount = max(1, 4 * document.views.count + document.constraints.count)
        constraints = Dictionary(document.constraints.indices.map { (document.constraints[$0].id, $0) }) { first, _ in first }
        views = Dictionary(document.views.indices.map { (document.views[$0].id, $0) }) { first, _ in first }
    }

    /// Adds the outcome of each remedy by itself, starting with the first remedy of each diagnosis. Removes remedies that cause another
    /// conflict if there are others.
    mutating func addOutcomes(to diagnoses: inout [Diagnosis]) {
        let isAdding = diagnoses.contains { $0.remedies.contains { $0.kind == .addConstraint } }
        if analysis.isConflicting, isAdding { unbroken = withoutBroken() }
        // The missing constraints depend on the other remedies.
        tryAll(diagnoses.indices.filter { !isCompletable(diagnoses[$0]) }, of: &diagnoses)
        plan(&diagnoses)
        tryAll(diagnoses.indices.filter { isCompletable(diagnoses[$0]) }, of: &diagnoses)
    }

    /// Tries the remedies of some diagnoses, and puts the best ones first.
    private mutating func tryAll(_ tried: [Int], of diagnoses: inout [Diagnosis]) {
        var settled: [Int: [Remedy: Set<Int>]] = [:]
        var isCollapsed: [Int: Set<Remedy>] = [:]
        /// For each remedy, the number of views that it places outside of their superviews.
        var outside: [Int: [Remedy: Int]] = [:]
        /// The remedies of conflicts after which a view is not seen.
        var isHiding: [Int: Set<Remedy>] = [:]
        for place in 0..<(tried.map { diagnoses[$0].remedies.count }.max() ?? 0) {
            for (number, index) in tried.enumerated() where diagnoses[index].remedies.indices.contains(place) {
                if number % RemedyTrials.piece == 0, !interest.isAwaited() { return }
                // A settled diagnosis needs no other proposal.
                if diagnoses[index].remedies[place].isSpare, isSettled(diagnoses[index], settled[index] ?? [:]) { continue }
                if diagnoses[index].remedies[place].outcome != nil { continue }
                let trial = trial(of: diagnoses[index].remedies[place], for: diagnoses[index])
                // Whether an added row conflicts with rows that break already is not known.
                let isKnown = unbroken == nil || diagnoses[index].remedies[place].kind != .addConstraint
                diagnoses[index].remedies[place].outcome = isKnown ? trial?.outcome : nil
                if isKnown, let trial, !diagnoses[index].remedies[place].isPlanned {
                    diagnoses[index].remedies[place].left = left(of: explained(by: diagnoses[index]), trial)
                }
                settled[index, default: [:]][diagnoses[index].remedies[place]] = trial?.settled
                outside[index, default: [:]][diagnoses[index].remedies[place]] = trial.map(self.outside)
                if let trial, hidesView(trial) { isHiding[index, default: []].insert(diagnoses[index].remedies[place]) }
                if trial?.collapsed.isEmpty == false { isCollapsed[index, default: []].insert(diagnoses[index].remedies[place]) }
            }
        }
        for index in tried {
            diagnoses[index].removeUntriedProposals()
            // A remedy that adds a problem, or leaves a view without a size, is worse than none, if there are others.
            for isGood in [{ $0.outcome?.adds.isEmpty ?? true }, { $0.isPlanned || isCollapsed[index]?.contains($0) != true }] as [(Remedy) -> Bool] {
                let good = diagnoses[index].remedies.filter(isGood)
                if !good.isEmpty { diagnoses[index].remedies = good }
            }
            if let first = diagnoses[index].remedies.first, first.isPlanned {
                // Beside a whole remedy, a part of one is of no use, nor is one that moves views out of their superviews.
                diagnoses[index].remedies.removeAll { remedy in
                    !remedy.isPlanned && (remedy.leavesPart && !first.leavesPart || outside[index]?[remedy] ?? 0 > outside[index]?[first] ?? 0)
                }
            } else {
                putFirst(&diagnoses[index].remedies)
                if let first = diagnoses[index].remedies.first, isHiding[index]?.contains(first) == true {
                    putStayingFirst(&diagnoses[index], isHiding[index] ?? [])
                }
                diagnoses[index].removeWorseThanFirst()
            }
            diagnoses[index].remedies = Array(diagnoses[index].remedies.prefix(3))
        }
    }

    private mutating func withoutBroken() -> LayoutDocument? {
        var changed = document
        for id in analysis.broken {
            guard let place = constraints[id] else { return nil }
            changed.constraints[place].isActive = false
        }
        guard room >= 2 * rowCount, let solved = solve(changed), solved.outcome.verdict == .ambiguous else { return nil }
        let isSame = analysis.ambiguities.enumerated().allSatisfy { solved.open[$0] == $1.attributes.map(\.dimension) }
        return isSame ? changed : nil
    }

    /// Returns whether a remedy that was tried settles all that the diagnosis explains.
    private func isSettled(_ diagnosis: Diagnosis, _ settled: [Remedy: Set<Int>]) -> Bool {
        settled.values.contains(where: explained(by: diagnosis).isSubset)
    }

    /// Moves a remedy that leaves a clean layout to the front, if the first one does not leave one; else one that settles all that the
    /// diagnosis explains, if the first one does not.
    private func putFirst(_ remedies: inout [Remedy]) {
        guard let first = remedies.first, let outcome = first.outcome, outcome.verdict != .clean else { return }
        // A remedy that the views themselves speak against is better only than nothing.
        func isLikely(_ remedy: Remedy) -> Bool { !remedy.isUnlikely || first.isUnlikely || first.leavesPart }
        let clean = remedies.firstIndex { isLikely($0) && $0.outcome?.verdict == .clean }
        let complete = first.leavesPart ? remedies.firstIndex { $0.outcome != nil && !$0.leavesPart } : nil
        if let place = clean ?? complete { remedies.insert(remedies.remove(at: place), at: 0) }
    }

    /// Returns the verdict after the remedy and the conflicts that it resolves. Returns nil if it changes nothing in the layout,
    /// or if too many rows were solved already.
    private mutating func trial(of remedy: Remedy, for diagnosis: Diagnosis) -> RemedyTrial? {
        let names = Set(remedy.constraints + [contentRow(of: remedy)].compactMap(\.self))
        let met = analysis.conflicts.filter { !names.isDisjoint(with: $0.members) }
        if remedy.kind == .lowerPriority || remedy.kind == .removeConstraint, !names.isEmpty, names.allSatisfy({ constraints[$0] != nil }) {
            // A minimal conflict is resolved without one of its members. The others are unchanged.
            let ends = met.map(\.id)
            if ends.count < analysis.conflicts.count { return RemedyTrial(outcome: Remedy.Outcome(verdict: .conflicting, ends: ends)) }
        }
        // A copy of a large layout takes its time, too.
        guard room >= rowCount, let changed = changed(base(for: remedy), by: remedy), var trial = solve(changed) else { return nil }
        if trial.outcome.verdict == .conflicting {
            guard remedy.kind != .addConstraint, let system = trial.system, let outcome = conflicting(system, met) else { return nil }
            trial.outcome = outcome
        }
        if remedy.needsTrial, !explained(by: diagnosis).isSubset(of: trial.settled) { return nil }
        return trial
    }

    /// Returns the id of the row whose priority a remedy changes if that is a view's content hugging or compression resistance.
    private func contentRow(of remedy: Remedy) -> String? {
        guard let view = remedy.view.flatMap({ views[$0] }), let axis = remedy.axis else { return nil }
        return switch remedy.kind {
        case .setHugging: document.id(of: .hugging(view: view, axis: axis))
        case .setCompressionResistance: document.id(of: .compressionResistance(view: view, axis: axis))
        default: nil
        }
    }

    /// Returns the layout that a remedy changes: without the constraints that break if it adds others.
    private func base(for remedy: Remedy) -> LayoutDocument {
        remedy.kind == .addConstraint || remedy.kind == .changeSetting ? unbroken ?? document : document
    }

    /// Solves a changed layout; nil if too many rows were solved already.
    mutating func solve(_ changed: LayoutDocument) -> RemedyTrial? {
        guard room >= rowCount else { return nil }
        room -= rowCount
        let system = LoweredSystem(lowering: changed)
        guard var solved = try? PlainSolve(system, budget: Budget()) else { return nil }
        var trial = RemedyTrial(system: system, outcome: Remedy.Outcome(verdict: solved.verdict, ends: analysis.conflicts.map(\.id)))
        if solved.verdict == .conflicting { return trial }
        guard let open = try? solved.varyingVariables() else { return trial }
        trial.frames = solved.frames()
        for (index, ambiguity) in analysis.ambiguities.enumerated() {
            let left = ambiguity.attributes.map(\.dimension).filter { open.contains(LoweredSystem.variable(ambiguity.view, $0)) }
            if left.isEmpty { trial.settled.insert(index) } else { trial.open[index] = left }
            let isCollapsed = ambiguity.attributes.contains { attribute in
                (attribute.dimension == .width || attribute.dimension == .height) && !left.contains(attribute.dimension)
                    && (attribute.max?.isPositive ?? true) && !isDrawnEmpty(ambiguity.view, attribute.dimension)
                    && !trial.frames[ambiguity.view][attribute.dimension].isPositive
            }
            if isCollapsed { trial.collapsed.insert(ambiguity.view) }
        }
        return trial
    }

    /// Returns whether Interface Builder draws the view without a length that its content does not have either, such as a label without a text.
    private func isDrawnEmpty(_ view: Int, _ dimension: FrameDimension) -> Bool {
        let view = document.views[view]
        return view.design?.frame.map { $0[dimension].isZero } == true && view.intrinsicContentSize[dimension.axis]?.isZero == true
    }

    /// Returns what a trial leaves ambiguous of these ambiguities, in words, or nil if nothing.
    func left(of wanted: Set<Int>, _ trial: RemedyTrial) -> String? {
        let open = wanted.subtracting(trial.settled).sorted().map { index in
            (view: analysis.ambiguities[index].view, dimensions: trial.open[index] ?? analysis.ambiguities[index].attributes.map(\.dimension))
        }
        return open.isEmpty ? nil : diagnoser.words(for: open)
    }

    /// Returns the indices of the ambiguities that the diagnosis explains.
    func explained(by diagnosis: Diagnosis) -> Set<Int> {
        Set(diagnosis.explains.compactMap { $0.hasPrefix("U") ? Int($0.dropFirst()).map { $0 - 1 } : nil })
    }

    /// Returns the outcome of a change after which the layout still conflicts.
    ///
    /// - Parameter met: the conflicts that contain a changed constraint. The other conflicts remain.
    private func conflicting(_ system: LoweredSystem, _ met: [Conflict]) -> Remedy.Outcome? {
        let required = FeasibilityOracle(system: system, budget: Budget())
        let background = required.all.filter(system.isBackground)
        var ends: [String] = []
        for conflict in met {
            let own = system.rows(named: conflict.members).filter { !system.isBackground($0) && system.isRequired($0) }
            guard let answer = try? required.answer((background + own).sorted()) else { return nil }
            if case .canHold = answer { ends.append(conflict.id) }
        }
        let adds = analysis.conflictsComplete && ends.count == analysis.conflicts.count ? ["a new conflict"] : []
        return Remedy.Outcome(verdict: .conflicting, ends: ends, adds: adds)
    }

    /// Returns a layout after the remedy, or nil if it changes nothing in the layout.
    func changed(_ layout: LayoutDocument, by remedy: Remedy) -> LayoutDocument? {
        var changed = layout
        let places = remedy.constraints.compactMap { constraints[$0] }
        switch remedy.kind {
        case .addConstraint, .changeSetting:
            return remedy.additions.isEmpty ? nil : adding(remedy.additions, to: layout)
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

    /// Returns a layout with more constraints, each with an id that no other has.
    func adding(_ additions: [LayoutConstraint], to layout: LayoutDocument) -> LayoutDocument {
        var changed = layout
        for constraint in additions {
            var constraint = constraint
            // The layouts of a plan have additions beyond those of the document.
            constraint.id = "\(constraint.id)\(changed.constraints.count)"
            while constraints[constraint.id] != nil { constraint.id += "~" }
            changed.constraints.append(constraint)
        }
        return changed
    }
}
