internal import ExactArithmetic
internal import LayoutDiagnosis
internal import LayoutModel

// Remedies of conflicts after which nobody sees a view: it would be outside of its superview, or have no room for its content.

extension RemedyTrials {
    /// The maximum number of other constraints whose removal is tried in place of a remedy that hides a view.
    private static var mostRemovals: Int { 6 }

    /// Returns whether a clean layout has a view with content and no length, or one outside of its superview that is inside with the constraints that
    /// break.
    ///
    /// - Parameter isPartly: whether a part outside is enough.
    func hidesView(_ trial: RemedyTrial, isPartly: Bool = false) -> Bool {
        let (frames, before) = (trial.frames, analysis.frames)
        guard trial.outcome.verdict == .clean, frames.count == document.views.count, before.count == frames.count else { return false }
        return document.views.indices.contains { view in
            guard document.views[view].kind == .view, let parent = document.views[view].parent, document.views[parent].kind == .view else {
                return false
            }
            return Axis.allCases.contains { axis in
                isOutside(frames[view], of: frames[parent], axis, isPartly) && !isOutside(before[view], of: before[parent], axis, isPartly)
                    || isSqueezed(view, frames[view], axis)
            }
        }
    }

    /// Returns whether a view with content has no length for it.
    private func isSqueezed(_ view: Int, _ frame: LayoutFrame, _ axis: Axis) -> Bool {
        let content = document.views[view].intrinsicContentSize[axis]
        return content?.isPositive == true && !(axis == .horizontal ? frame.width : frame.height).isPositive
    }

    private func isOutside(_ frame: LayoutFrame, of outer: LayoutFrame, _ axis: Axis, _ isPartly: Bool) -> Bool {
        let (start, length) = axis == .horizontal ? (frame.x, frame.width) : (frame.y, frame.height)
        let (end, room) = (start + length, axis == .horizontal ? outer.width : outer.height)
        guard length.isPositive, room.isPositive else { return false }
        return isPartly ? start.isNegative || end > room : start >= room || !end.isPositive
    }

    /// Puts a remedy first after which the layout is clean and all views are seen: another one of the diagnosis, else the removal of another pin to an
    /// equal edge, of a length that is a multiple of another, the largest first, or of a fixed one. Changes nothing if there is none.
    mutating func putStayingFirst(_ diagnosis: inout Diagnosis, _ hiding: Set<Remedy>) {
        if let place = diagnosis.remedies.firstIndex(where: { $0.outcome?.verdict == .clean && !hiding.contains($0) && !$0.isUnlikely }) {
            diagnosis.remedies.insert(diagnosis.remedies.remove(at: place), at: 0)
            return
        }
        let explained = analysis.conflicts.filter { diagnosis.explains.contains($0.id) }
        let tried = Set(diagnosis.remedies.flatMap(\.constraints))
        guard let first = explained.first else { return }
        let shared = explained.dropFirst().reduce(into: Set(first.members)) { $0.formIntersection($1.members) }.subtracting(tried)
        let own = document.constraints.filter { $0.isActive && $0.origin == .user && $0.relation == .equal && shared.contains($0.id) }
        let pins = own.reversed().filter { constraint in
            guard let (one, other) = constraint.second.map({ (constraint.first.attribute, $0.attribute) }) else { return false }
            return one.isNearEdge && other.isNearEdge || one.isFarEdge && other.isFarEdge
        }
        let multiples = own.filter { constraint in
            constraint.first.attribute.kind == .size && !constraint.multiplier.isOne
                && constraint.second.map { $0.item != constraint.first.item } ?? false
        }.sorted { $1.multiplier < $0.multiplier }
        let lengths = own.filter { $0.first.attribute.kind == .size && $0.second == nil }.sorted { $1.constant < $0.constant }
        for constraint in (pins + multiples + lengths).prefix(RemedyTrials.mostRemovals) {
            guard var remedy = diagnoser.remedy(removing: constraint.id), let changed = changed(document, by: remedy) else { continue }
            guard let trial = solve(changed) else { return }
            if trial.outcome.verdict != .clean || hidesView(trial, isPartly: true) { continue }
            remedy.outcome = trial.outcome
            diagnosis.remedies.insert(remedy, at: 0)
            diagnosis.culprits = [constraint.id]
            return
        }
    }
}
