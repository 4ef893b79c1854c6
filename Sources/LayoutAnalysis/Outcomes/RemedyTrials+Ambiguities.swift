internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutLowering
internal import LayoutModel

// Ambiguities: all that is missing at once, and one diagnosis for what one remedy settles.

extension RemedyTrials {
    /// Returns the remedies with a first one that adds all missing constraints. Returns nil if the diagnosis's first remedy is
    /// enough by itself, or if no better one is found.
    ///
    /// Constraints are added one by one. Each is satisfied in some optimal layout, and the changed layout is solved to find what
    /// is still ambiguous. A remedy is rejected if a view has a size of 0 after it, although its ambiguous size may be positive.
    mutating func completed(_ diagnosis: Diagnosis, after trial: RemedyTrial?) -> (remedies: [Remedy], trial: RemedyTrial)? {
        guard let trial, let first = diagnosis.remedies.first, first.kind == .addConstraint, !first.needsTrial, diagnosis.cause != .uninstalled,
            diagnosis.cause != .inequalityOnly
        else { return nil }
        let wanted = explained(by: diagnosis)
        if trial.collapsed.isEmpty, wanted.isSubset(of: trial.settled) { return nil }
        let others = diagnosis.remedies.dropFirst().filter { $0.kind == .addConstraint && $0.additions.count == 1 && !$0.needsTrial }
        var work = Completion(additions: first.additions, others: others, trial: trial, isDrawn: first.isDrawn)
        if !trial.collapsed.isEmpty {
            // The first step already was a wrong one.
            var present = RemedyTrial(outcome: Remedy.Outcome(verdict: .ambiguous, ends: []), frames: analysis.frames)
            for (index, ambiguity) in analysis.ambiguities.enumerated() { present.open[index] = ambiguity.attributes.map(\.dimension) }
            work = Completion(additions: [], others: others, trial: present, isDrawn: true)
        }
        while let generic = missing(work.trial, wanted) {
            guard work.additions.count < RemedyTrials.mostAdditions, extend(&work, by: generic) else { return nil }
        }
        guard !work.additions.isEmpty, work.additions != first.additions, wanted.isSubset(of: work.trial.settled) else { return nil }
        let rest = diagnosis.remedies.dropFirst().filter { $0.kind != .addConstraint || !Set($0.additions).isSubset(of: work.additions) }
        return ([diagnoser.remedy(adding: work.additions, isDrawn: work.isDrawn)] + rest, work.trial)
    }

    /// The constraints that were added so far, and the outcome.
    struct Completion {
        var additions: [LayoutConstraint]
        /// The other remedies of the diagnosis. They are tried before general proposals, as they are specific to the view.
        var others: [Remedy]
        var trial: RemedyTrial
        var isDrawn: Bool
    }

    /// Adds the first proposal that reduces the ambiguity without a new problem. Returns false if none does.
    mutating func extend(_ work: inout Completion, by generic: [LayoutConstraint]) -> Bool {
        for proposal in work.others.flatMap(\.additions) + generic {
            guard let solved = solve(document(adding: work.additions + [proposal])) else { return false }
            guard solved.outcome.verdict != .conflicting, solved.settled.isSuperset(of: work.trial.settled), isLess(solved, than: work.trial),
                solved.collapsed.isEmpty
            else { continue }
            work.additions.append(proposal)
            work.isDrawn = work.isDrawn && work.others.contains { $0.additions == [proposal] && $0.isDrawn }
            work.others.removeAll { $0.additions == [proposal] }
            work.trial = solved
            return true
        }
        return false
    }

    static var mostAdditions: Int { 6 }

    private func isLess(_ trial: RemedyTrial, than other: RemedyTrial) -> Bool {
        trial.open.values.reduce(0) { $0 + $1.count } < other.open.values.reduce(0) { $0 + $1.count }
    }

    /// Returns general proposals for an attribute that is still ambiguous, the preferred one first, or nil if nothing is
    /// ambiguous.
    func missing(_ trial: RemedyTrial, _ wanted: Set<Int>) -> [LayoutConstraint]? {
        guard trial.outcome.verdict == .ambiguous, let index = wanted.subtracting(trial.settled).min(), let dimensions = trial.open[index],
            document.views[analysis.ambiguities[index].view].parent != nil
        else { return nil }
        // A location comes first, unless it would leave no size.
        return dimensions.flatMap { proposals(analysis.ambiguities[index].view, $0, trial.frames) }
    }

    private func proposals(_ view: Int, _ dimension: FrameDimension, _ frames: [LayoutFrame]) -> [LayoutConstraint] {
        guard let parent = document.views[view].parent, frames.indices.contains(view), frames.indices.contains(parent) else { return [] }
        // An edge of a scroll view means its content area for what lies inside, which a layout has only if a constraint means it.
        if document.views[parent].kind == .scroll, document.contentArea(of: parent) == nil { return [] }
        let container = document.contentArea(of: parent) ?? parent
        if container == view { return contentSizes(view, of: parent, dimension, frames) }
        let (near, far) = edges(dimension.axis)
        switch dimension {
        case .x, .y:
            let place = frames[view][dimension]
            return (place.isNegative ? [constraint(view, near, container, near)] : []) + [constraint(view, near, container, near, place)]
        case .width, .height:
            let size: LayoutAttribute = dimension == .width ? .width : .height
            let origin = frames[view][dimension == .width ? .x : .y]
            var proposals = [constraint(view, far, container, far, origin.isPositive ? -origin : .zero)]
            if container != parent, dimension == .width { proposals.insert(constraint(view, size, parent, size), at: 0) }
            return proposals + [LayoutConstraint(id: "suggestion", first: LayoutAnchor(view, size), constant: SizeProposals.touchable)]
        }
    }

    /// Returns constraints for the size of a scroll view's content: the last view in it ends at the content's far edge, with the
    /// inset of the first view, or the content is as large as the scroll view.
    private func contentSizes(_ content: Int, of scroll: Int, _ dimension: FrameDimension, _ frames: [LayoutFrame]) -> [LayoutConstraint] {
        guard dimension == .width || dimension == .height else { return [] }
        let (origin, size): (FrameDimension, LayoutAttribute) = dimension == .width ? (.x, .width) : (.y, .height)
        var proposals: [LayoutConstraint] = []
        let inside = document.views.indices.filter { document.views[$0].parent == scroll && document.views[$0].kind != .content }
        if let last = inside.max(by: { frames[$0][origin] + frames[$0][dimension] < frames[$1][origin] + frames[$1][dimension] }) {
            let (_, far) = edges(dimension.axis)
            let inset = inside.map { frames[$0][origin] }.min() ?? .zero
            proposals.append(constraint(last, far, content, far, inset.isPositive ? -inset : .zero))
        }
        return proposals + [constraint(content, size, scroll, size)]
    }

    private func constraint(
        _ view: Int, _ attribute: LayoutAttribute, _ other: Int, _ otherAttribute: LayoutAttribute, _ constant: Rational = .zero
    ) -> LayoutConstraint {
        LayoutConstraint(
            id: "suggestion", first: LayoutAnchor(view, attribute), second: LayoutAnchor(other, otherAttribute), constant: constant)
    }

    private func edges(_ axis: Axis) -> (near: LayoutAttribute, far: LayoutAttribute) {
        if axis == .vertical { return (.top, .bottom) }
        return document.direction == .ltr ? (.leading, .trailing) : (.left, .right)
    }

    /// Merges diagnoses: if the first remedy of one also settles the ambiguities of another, the latter becomes a part of the
    /// former.
    ///
    /// - Parameter settled: for each diagnosis, the ambiguities that its first remedy settles.
    func joined(_ diagnoses: [Diagnosis], _ settled: [Set<Int>]) -> [Diagnosis] {
        var isPart = Array(repeating: false, count: diagnoses.count)
        var joined = diagnoses
        var explained = diagnoses.map(explained)
        for index in diagnoses.indices where !isPart[index] && !explained[index].isEmpty && explained[index].isSubset(of: settled[index]) {
            for other in diagnoses.indices where other != index && !isPart[other] && !explained[other].isEmpty {
                // If each settles the other, the first one is the cause of both.
                guard explained[other].isSubset(of: settled[index]), other > index || !explained[index].isSubset(of: settled[other]) else { continue }
                isPart[other] = true
                joined[index].explains += joined[other].explains
                explained[index].formUnion(explained[other])
            }
        }
        var result = diagnoses.indices.filter { !isPart[$0] }.map { joined[$0] }
        for index in result.indices { result[index].id = "D\(index + 1)" }
        return result
    }
}

extension Diagnosis {
    /// Removes proposals that need a trial and were not tried.
    mutating func removeUntriedProposals() {
        remedies.removeAll { $0.needsTrial && $0.outcome == nil }
    }
}
