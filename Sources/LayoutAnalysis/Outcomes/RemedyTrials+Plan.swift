internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutLowering
internal import LayoutModel

// The first remedies of all ambiguities, which a reader may apply all at once.

extension RemedyTrials {
    /// The layout with the first remedies so far.
    private struct Plan {
        var layout: LayoutDocument
        var trial: RemedyTrial
        let proposals: AdditionProposals
        let words: MissingAttributes
        /// Whether nothing was changed so far, so that a trial of a change is one of this change alone.
        var isEmpty = true

        func isOpen(_ view: Int, _ dimension: FrameDimension) -> Bool { proposals.isOpen(view, dimension, trial) }
    }

    /// Chooses first remedies that leave a clean layout if all of them are applied, as far as possible.
    ///
    /// Root causes come first. A later diagnosis names what is still missing after the first remedies of the earlier ones, and its first
    /// remedy adds that. If nothing is left, it becomes a part of the earlier diagnosis that settles it.
    mutating func plan(_ diagnoses: inout [Diagnosis]) {
        guard var plan = emptyPlan() else { return }
        let ambiguous = order(&diagnoses, plan.proposals.placements)
        /// For each ambiguity, the diagnosis whose first remedy settles it.
        var owners: [Int: Int] = [:]
        var parts: Set<Int> = []
        for index in ambiguous {
            let wanted = explained(by: diagnoses[index])
            if wanted.isSubset(of: plan.trial.settled), let owner = wanted.compactMap({ owners[$0] }).max() {
                diagnoses[owner].explains += diagnoses[index].explains
                parts.insert(index)
                continue
            }
            // Whatever is prepared for a trial takes time in proportion to the layout, for each of its diagnoses.
            guard room >= rowCount else { continue }
            let settled = plan.trial.settled
            if isCompletable(diagnoses[index]) {
                complete(&diagnoses[index], &plan)
            } else {
                choose(&diagnoses[index], &plan)
            }
            for ambiguity in plan.trial.settled.subtracting(settled) { owners[ambiguity] = index }
        }
        diagnoses = diagnoses.indices.filter { !parts.contains($0) }.map { diagnoses[$0] }
        for index in diagnoses.indices { diagnoses[index].id = "D\(index + 1)" }
    }

    /// Returns nil if the ambiguities of the layout without broken constraints are not known.
    private func emptyPlan() -> Plan? {
        if analysis.isConflicting, unbroken == nil { return nil }
        var present = RemedyTrial(outcome: Remedy.Outcome(verdict: .ambiguous, ends: []), frames: analysis.frames)
        for (index, ambiguity) in analysis.ambiguities.enumerated() { present.open[index] = ambiguity.attributes.map(\.dimension) }
        let placements = Placements(document)
        return Plan(
            layout: unbroken ?? document, trial: present, proposals: AdditionProposals(document, analysis, placements),
            words: MissingAttributes(placements))
    }

    /// Puts root causes first. Returns the indices of the diagnoses of ambiguities.
    private func order(_ diagnoses: inout [Diagnosis], _ placements: Placements) -> [Int] {
        let places = diagnoses.indices.filter { !explained(by: diagnoses[$0]).isEmpty }
        let ambiguous = places.map { diagnoses[$0] }
        let views = ambiguous.map { Set(explained(by: $0).map { analysis.ambiguities[$0].view }) }
        let proposed = ambiguous.flatMap(\.remedies).filter { $0.isDrawn && $0.needsTrial }.flatMap(\.additions).filter {
            $0.first.attribute.isNearEdge
        }
        let order = DiagnosisOrder(document, placements, analysis.ambiguities, proposed: proposed).order(views)
        for (place, index) in zip(places, order) { diagnoses[place] = ambiguous[index] }
        return places
    }

    /// Returns whether the diagnosis is about constraints that nobody wrote, so that any that determine the view will do.
    func isCompletable(_ diagnosis: Diagnosis) -> Bool { [.missingPosition, .missingSize, .scrollContent].contains(diagnosis.cause) }

    // MARK: Missing constraints

    private static var mostAdditions: Int { 6 }
    /// The maximum number of proposals for one view along one axis that are tried.
    private static var mostProposals: Int { 8 }

    /// Makes the diagnosis one of what is still missing, with a first remedy that adds it.
    private mutating func complete(_ diagnosis: inout Diagnosis, _ plan: inout Plan) {
        let wanted = explained(by: diagnosis)
        let isFirst = plan.isEmpty
        let before = plan.trial
        let own = diagnosis.remedies.filter { $0.kind == .addConstraint && $0.additions.count == 1 && (!$0.needsTrial || $0.isDrawn) }
        // Suggestions for a scroll view's content are specific to it, as the drawn frame is to any view.
        let isOfContent = diagnosis.cause == .scrollContent
        let isPreferred: (Remedy) -> Bool = { isOfContent || $0.isDrawn }
        let drawn = own.filter(\.isDrawn).flatMap(\.additions)
        let preferred = own.filter(isPreferred).flatMap(\.additions)
        var additions = extend(&plan, wanted, preferred: preferred, others: own.filter { !isPreferred($0) }.flatMap(\.additions))
        guard !additions.isEmpty else {
            // Alone, what depends on a neighbor without a place settles nothing.
            let settling = diagnosis.remedies.filter { !$0.isDrawn || !$0.needsTrial }
            if !settling.isEmpty { diagnosis.remedies = settling }
            choose(&diagnosis, &plan)
            return
        }
        let ends = addEnds(of: wanted, &plan)
        additions += ends
        say(&diagnosis, plan.words, before)
        var first = diagnoser.remedy(adding: additions, isDrawn: additions.allSatisfy((drawn + ends).contains))
        first.left = left(of: wanted, plan.trial)
        first.isPlanned = true
        if isFirst, unbroken == nil { first.outcome = plan.trial.outcome }
        let others = diagnosis.remedies.filter { remedy in
            guard remedy.kind == .addConstraint else { return remedy.kind != .other }
            // The first one contains the constraints that the canvas shows, as far as they help, except for alternatives to them.
            // A remedy that sets the same size to another number adds nothing.
            let isOtherSize = remedy.additions.contains { other in
                other.second == nil && additions.contains { $0.second == nil && $0.first == other.first }
            }
            if isOtherSize { return false }
            return (!remedy.isDrawn || remedy.isInstead) && !Set(remedy.constraints).isSubset(of: first.constraints)
                && remedy.additions.allSatisfy { isMissing($0, before, plan.proposals) }
        }
        diagnosis.remedies = [first] + others
    }

    /// Adds the ends that the canvas shows of views that would else be as long as their contents. Returns those that it added.
    private mutating func addEnds(of wanted: Set<Int>, _ plan: inout Plan) -> [LayoutConstraint] {
        var ends: [LayoutConstraint] = []
        // Missing constraints come first.
        if room < RemedyTrials.mostProposals * rowCount { return ends }
        for view in Set(wanted.map { analysis.ambiguities[$0].view }).sorted() {
            guard let end = diagnoser.drawnEnd(of: view, in: plan.layout, frames: plan.trial.frames, isOpen: plan.isOpen) else { continue }
            let layout = adding([end], to: plan.layout)
            guard let trial = solve(layout) else { break }
            let isGood = trial.outcome.verdict != .conflicting && trial.settled.isSuperset(of: plan.trial.settled)
            guard isGood, trial.collapsed.isSubset(of: plan.trial.collapsed), outside(trial) <= outside(plan.trial) else { continue }
            (plan.layout, plan.trial) = (layout, trial)
            ends.append(end)
        }
        return ends
    }

    /// Returns whether what the constraint determines is open. A pin of a view to its superview may determine the superview.
    private func isMissing(_ constraint: LayoutConstraint, _ trial: RemedyTrial, _ proposals: AdditionProposals) -> Bool {
        if isMissing(constraint.first, trial, proposals) { return true }
        guard let second = constraint.second, document.views[constraint.first.item].parent == second.item else { return false }
        return isMissing(second, trial, proposals)
    }

    private func isMissing(_ anchor: LayoutAnchor, _ trial: RemedyTrial, _ proposals: AdditionProposals) -> Bool {
        let (view, attribute) = (anchor.item, anchor.attribute)
        let isHorizontal = attribute.axis == .horizontal
        if attribute.kind != .size, proposals.isOpen(view, isHorizontal ? .x : .y, trial) { return true }
        return (attribute.kind == .size || !attribute.isNearEdge) && proposals.isOpen(view, isHorizontal ? .width : .height, trial)
    }

    /// Adds constraints until nothing that is wanted is open. Returns those that it added.
    private mutating func extend(
        _ plan: inout Plan, _ wanted: Set<Int>, preferred: [LayoutConstraint], others: [LayoutConstraint]
    ) -> [LayoutConstraint] {
        var additions: [LayoutConstraint] = []
        while additions.count < RemedyTrials.mostAdditions, let next = next(&plan, wanted, preferred, others) { additions.append(next) }
        return additions
    }

    /// Adds the first proposal that reduces the ambiguities without a new problem, or the one with the least. Returns nil if nothing
    /// is missing, or no proposal was found.
    private mutating func next(
        _ plan: inout Plan, _ wanted: Set<Int>, _ preferred: [LayoutConstraint], _ others: [LayoutConstraint]
    ) -> LayoutConstraint? {
        for index in wanted.subtracting(plan.trial.settled).sorted() {
            let view = analysis.ambiguities[index].view
            for axis in Axis.allCases {
                func isUseful(_ constraint: LayoutConstraint) -> Bool {
                    constraint.first.attribute.axis == axis && isMissing(constraint, plan.trial, plan.proposals)
                }
                let general = plan.proposals.proposals(for: view, axis, plan.trial)
                let all = (preferred.filter(isUseful) + general).prefix(RemedyTrials.mostProposals) + others.filter(isUseful)
                if let next = best(Array(all), trusted: preferred, &plan) { return next }
            }
        }
        return nil
    }

    /// - Parameter trusted: proposals that may place views outside of their superviews.
    private mutating func best(_ proposals: [LayoutConstraint], trusted: [LayoutConstraint], _ plan: inout Plan) -> LayoutConstraint? {
        var best: (constraint: LayoutConstraint, layout: LayoutDocument, trial: RemedyTrial, problems: Int)?
        let present = outside(plan.trial)
        for proposal in proposals {
            let layout = adding([proposal], to: plan.layout)
            guard let trial = solve(layout) else { break }
            guard trial.outcome.verdict != .conflicting, isLess(trial, than: plan.trial) else { continue }
            let problems = 2 * trial.collapsed.count + (trusted.contains(proposal) ? min(present, outside(trial)) : outside(trial))
            if best.map({ problems < $0.problems }) ?? true { best = (proposal, layout, trial, problems) }
            if problems <= present { break }
        }
        guard let best else { return nil }
        (plan.layout, plan.trial, plan.isEmpty) = (best.layout, best.trial, false)
        return best.constraint
    }

    /// Returns whether less is open, and nothing that was not open before.
    private func isLess(_ trial: RemedyTrial, than other: RemedyTrial) -> Bool {
        trial.settled.isSuperset(of: other.settled)
            && trial.open.values.reduce(0) { $0 + $1.count } < other.open.values.reduce(0) { $0 + $1.count }
    }

    /// Returns for each view its dimensions that are still ambiguous.
    private func open(_ trial: RemedyTrial) -> [Int: Set<FrameDimension>] {
        var open: [Int: Set<FrameDimension>] = [:]
        for (index, dimensions) in trial.open { open[analysis.ambiguities[index].view, default: []].formUnion(dimensions) }
        return open
    }

    /// Returns the number of views that the trial places, and that are not within their superview along an axis.
    func outside(_ trial: RemedyTrial) -> Int {
        var count = 0
        guard trial.frames.count == document.views.count else { return 0 }
        let changed = Set(analysis.ambiguities.map(\.view))
        let open = open(trial)
        for view in document.views.indices where document.views[view].kind == .view {
            guard let parent = document.views[view].parent, document.views[parent].kind == .view else { continue }
            if !changed.contains(view), !changed.contains(parent) { continue }
            let (frame, outer) = (trial.frames[view], trial.frames[parent])
            for (place, size) in [(FrameDimension.x, FrameDimension.width), (.y, .height)] {
                if [(view, place), (view, size), (parent, size)].contains(where: { open[$0]?.contains($1) == true }) { continue }
                if frame[place].isNegative || frame[place] + frame[size] > outer[size] { count += 1 }
            }
        }
        return count
    }

    /// Replaces the sentence and cause of a diagnosis by those for what is still open.
    private func say(_ diagnosis: inout Diagnosis, _ words: MissingAttributes, _ trial: RemedyTrial) {
        guard diagnosis.cause != .scrollContent, let index = explained(by: diagnosis).subtracting(trial.settled).min() else { return }
        var ambiguity = analysis.ambiguities[index]
        ambiguity.attributes.removeAll { trial.open[index]?.contains($0.dimension) != true }
        let missing = words.words(ambiguity)
        diagnosis.cause = missing.contains("position") ? .missingPosition : .missingSize
        diagnosis.sentence = diagnoser.sentence(missing: missing, of: ambiguity.view)
    }

    // MARK: Other remedies

    /// Applies the first remedy that does not conflict with the earlier ones, or else marks the first.
    private mutating func choose(_ diagnosis: inout Diagnosis, _ plan: inout Plan) {
        for (place, remedy) in diagnosis.remedies.enumerated() {
            let isAsGood = place == 0 || !remedy.leavesPart || diagnosis.remedies[0].leavesPart
            guard isAsGood, let layout = changed(plan.layout, by: remedy) else { continue }
            guard let trial = solve(layout) else { return }
            if trial.outcome.verdict == .conflicting { continue }
            diagnosis.remedies.insert(diagnosis.remedies.remove(at: place), at: 0)
            (plan.layout, plan.trial, plan.isEmpty) = (layout, trial, false)
            addRest(to: &diagnosis, &plan)
            return
        }
        if diagnosis.remedies.first?.kind == .addConstraint, room >= rowCount { diagnosis.remedies[0].contradictsEarlier = true }
    }
}

extension RemedyTrials {
    /// Adds what a first remedy leaves open that makes a limit an equality, or activates a constraint of the document.
    private mutating func addRest(to diagnosis: inout Diagnosis, _ plan: inout Plan) {
        let (wanted, first) = (explained(by: diagnosis), diagnosis.remedies[0])
        let isOfOwnRows = [.inequalityOnly, .uninstalled, .removedAtBuild].contains(diagnosis.cause)
        guard isOfOwnRows, first.kind == .addConstraint, !wanted.isSubset(of: plan.trial.settled) else { return }
        let others = diagnosis.remedies.dropFirst().filter { $0.kind == .addConstraint }.flatMap(\.additions)
        let rest = extend(&plan, wanted, preferred: others, others: [])
        guard !rest.isEmpty else { return }
        let other = diagnoser.remedy(adding: rest)
        var remedy = diagnoser.remedy(adding: first.additions + rest)
        remedy.sentence = "\(first.sentence.dropLast()); \(other.sentence.prefix(1).lowercased() + other.sentence.dropFirst())"
        if let swift = first.swift, let more = other.swift { remedy.swift = "\(swift)\n\(more)" }
        remedy.left = left(of: wanted, plan.trial)
        remedy.isPlanned = true
        diagnosis.remedies[0] = remedy
    }
}

extension Diagnosis {
    /// Removes proposals that need a trial and were not tried.
    mutating func removeUntriedProposals() {
        remedies.removeAll { $0.needsTrial && $0.outcome == nil }
    }

    /// Removes remedies that leave a part of what the diagnosis explains, or against which the views themselves speak, if the first one is
    /// shown to do all of it.
    mutating func removeWorseThanFirst() {
        guard let first = remedies.first, first.outcome != nil, !first.leavesPart, !first.isUnlikely else { return }
        remedies.removeAll { $0.leavesPart || $0.isUnlikely }
    }
}
