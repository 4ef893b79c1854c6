internal import Digest

/// A step's seal as read from the database, and what is needed to check it.
struct SealedStep: Sendable {
    let seal: [UInt8]?
    /// The digest of the step's findings.
    let found: [UInt8]?
    /// Whether the session was stored by version 9 or later, so that each of its steps has a seal of the second form.
    let isOfSealedSession: Bool
}

extension StoredParts {
    /// Checks a step against its seal; steps of older versions have none.
    ///
    /// - Parameter report: nil if it is not read, so that only the other parts are checked.
    func check(
        _ sealed: SealedStep, _ number: Int, events: [UInt8]?, report: [UInt8]?, verdict: String, engine: String, createdAt: Int64
    ) throws(StoreError) {
        var isSound = !sealed.isOfSealedSession
        if let seal = sealed.seal, Seal.isFull(seal) {
            let digest = Seal.report(in: seal)
            let step = Seal.Step(
                of: id, number, events: events, reportDigest: digest, verdict: verdict, engine: engine, found: sealed.found ?? [])
            isSound = seal == step.seal(createdAt: createdAt) && report.map { SHA256.digest(of: $0) == digest } ?? true
        } else if let seal = sealed.seal, let report, isSound {
            let former = Seal.formerStep(of: id, number, events: events, report: report, verdict: verdict, engine: engine, createdAt: createdAt)
            isSound = seal == former
        }
        if !isSound { throw damage("step \(number) was changed: its report, events, verdict, engine or time differ from its digest") }
    }

    /// Checks the findings of a step against their digest, which its seal covers.
    func check(_ sealed: SealedStep, _ number: Int, _ findings: [StoredFinding]) throws(StoreError) {
        guard Seal.isFull(sealed.seal) else { return }
        if sealed.found != StepFindings(findings).digest { throw damage("the findings of step \(number) are not what was stored") }
    }

    /// Checks an exercise against its seal.
    ///
    /// - Parameters:
    ///   - place: its index among the session's exercises.
    ///   - isOfSealedSession: whether the session was stored by version 9 or later, so that each of its exercises has a seal.
    func check(_ exercise: StoredExercise, at place: Int, _ seal: [UInt8]?, isOfSealedSession: Bool) throws(StoreError) {
        if seal == nil, !isOfSealedSession { return }
        let content = Seal.content(of: exercise, in: id)
        if seal != (Seal.isFull(seal) ? Seal.exercise(content, at: place) : content) {
            throw damage("an exercise of step \(exercise.step) was changed: it differs from its digest")
        }
    }

    /// Checks the record of a request for a step against its seal.
    func check(_ request: KeyedRequest, _ step: Int64, _ seal: [UInt8]?, isOfSealedSession: Bool) throws(StoreError) {
        if seal == nil, !isOfSealedSession { return }
        if seal != Seal.request(request, step, of: id) {
            throw damage("the record of the request for step \(step) was changed: it differs from its digest")
        }
    }
}
