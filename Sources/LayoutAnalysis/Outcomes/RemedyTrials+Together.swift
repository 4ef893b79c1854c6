internal import LayoutDiagnosis
internal import LayoutModel

// The constraints that several diagnoses propose, which a reader may add all at once.

extension RemedyTrials {
    /// Ensures that the first remedies that add constraints do not contradict each other. One that contradicts those of earlier diagnoses
    /// is exchanged for another remedy of its diagnosis that does not, or for one that is found for the layout with the earlier ones, or
    /// else is marked.
    mutating func chooseCompatible(_ diagnoses: inout [Diagnosis]) {
        let adding = diagnoses.indices.filter { diagnoses[$0].remedies.first?.kind == .addConstraint }
        guard adding.count > 1, isContradictory(adding.flatMap { diagnoses[$0].remedies[0].additions }) == true else { return }
        var chosen: [LayoutConstraint] = []
        for index in adding {
            if let place = compatibleRemedy(of: diagnoses[index], with: chosen) {
                diagnoses[index].remedies.insert(diagnoses[index].remedies.remove(at: place), at: 0)
            } else if let remedy = remedy(for: diagnoses[index], besides: chosen) {
                diagnoses[index].remedies[0] = remedy
            } else {
                diagnoses[index].remedies[0].contradictsEarlier = true
                continue
            }
            chosen += diagnoses[index].remedies[0].additions
        }
    }

    /// Returns the place of the first remedy that can be added to the chosen constraints and settles as much as the first one, or nil if
    /// there is none.
    private mutating func compatibleRemedy(of diagnosis: Diagnosis, with chosen: [LayoutConstraint]) -> Int? {
        for (place, remedy) in diagnosis.remedies.enumerated() {
            let isAsGood = place == 0 || !remedy.leavesPart || diagnosis.remedies[0].leavesPart
            if remedy.kind == .addConstraint, isAsGood, isContradictory(chosen + remedy.additions) == false { return place }
        }
        return nil
    }

    /// Returns a remedy that adds what is still missing beside the chosen constraints, or nil if it does not settle the diagnosis by
    /// itself, too.
    private mutating func remedy(for diagnosis: Diagnosis, besides chosen: [LayoutConstraint]) -> Remedy? {
        let wanted = explained(by: diagnosis)
        guard let trial = solve(document(adding: chosen)) else { return nil }
        var work = Completion(additions: chosen, others: [], trial: trial, isDrawn: false)
        while let proposals = missing(work.trial, wanted) {
            guard work.additions.count < chosen.count + RemedyTrials.mostAdditions, extend(&work, by: proposals) else { return nil }
        }
        let additions = Array(work.additions.dropFirst(chosen.count))
        guard !additions.isEmpty, let alone = solve(document(adding: additions)), alone.outcome.verdict != .conflicting,
            wanted.isSubset(of: alone.settled), alone.collapsed.isEmpty
        else { return nil }
        var remedy = diagnoser.remedy(adding: additions, isDrawn: false)
        remedy.outcome = unbroken == nil ? alone.outcome : nil
        return remedy
    }

    /// Returns whether the layout with these constraints conflicts, or nil if that is not known.
    private mutating func isContradictory(_ additions: [LayoutConstraint]) -> Bool? {
        if analysis.isConflicting, unbroken == nil { return nil }
        return solve(document(adding: additions)).map { $0.outcome.verdict == .conflicting }
    }
}
