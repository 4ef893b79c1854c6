public import LayoutModel

/// A checker of diagnoses against the proven conflicts and the document. It checks which findings they explain, which constraints
/// they name as the cause, and which conflicts their remedies end.
public struct DiagnosisCheck {
    private let constraints: [String: LayoutConstraint]
    private let conflicts: [Conflict]
    private let isComplete: Bool
    private let ambiguities: [Ambiguity]

    /// - Parameters:
    ///   - conflicts: proven and minimal conflicts.
    ///   - isComplete: whether these are all conflicts.
    ///   - ambiguities: the ambiguities with ids `U1`, `U2`, … in this order.
    public init(_ document: LayoutDocument, conflicts: [Conflict], isComplete: Bool = true, ambiguities: [Ambiguity]) {
        constraints = Dictionary(document.constraints.map { ($0.id, $0) }) { first, _ in first }
        self.conflicts = conflicts
        self.isComplete = isComplete
        self.ambiguities = ambiguities
    }

    /// Returns the refusals of claims that the conflicts and the document contradict.
    public func check(_ diagnoses: [Diagnosis]) -> [Refusal] {
        var refusals: [Refusal] = []
        let findings = conflicts.map(\.id) + ambiguities.indices.map { "U\($0 + 1)" }
        if diagnoses.flatMap(\.explains).sorted() != findings.sorted() {
            refusals.append(Refusal("diagnoses", "a finding is explained by no diagnosis or by more than one"))
        }
        for diagnosis in diagnoses {
            if let reason = whyRefused(diagnosis) { refusals.append(Refusal("diagnosis \(diagnosis.id)", reason)) }
        }
        return refusals
    }

    private func whyRefused(_ diagnosis: Diagnosis) -> String? {
        let explained = conflicts.filter { diagnosis.explains.contains($0.id) }
        let members = Set(explained.flatMap(\.members))
        if !explained.isEmpty, let stranger = diagnosis.culprits.first(where: { !members.contains($0) }) {
            return "\(stranger) is not a member of the conflicts that the diagnosis explains"
        }
        if let stranger = diagnosis.culprits.first(where: { constraints[$0]?.isActive != true && !members.contains($0) }) {
            return "\(stranger) is not an active constraint of the document"
        }
        if diagnosis.remedies.isEmpty || diagnosis.remedies.count > 3 { return "there are \(diagnosis.remedies.count) remedies instead of 1 to 3" }
        for remedy in diagnosis.remedies {
            if let reason = whyRefused(remedy) { return "\(remedy.kind.rawValue): \(reason)" }
        }
        return nil
    }

    private func whyRefused(_ remedy: Remedy) -> String? {
        let ended = conflicts.filter { !Set(remedy.constraints).isDisjoint(with: $0.members) }.map(\.id)
        switch remedy.kind {
        case .removeConstraint, .lowerPriority:
            if let stranger = remedy.constraints.first(where: { constraints[$0] == nil }) { return "\(stranger) is not a constraint of the document" }
            if remedy.kind == .lowerPriority, let priority = remedy.priority, priority >= LayoutPriority.required {
                return "the new priority is not below required"
            }
            guard let outcome = remedy.outcome else { return nil }
            // Without one of its members a minimal conflict is gone, and a conflict without a changed member is unchanged.
            if outcome.ends.sorted() != ended.sorted() { return "the change resolves different conflicts than the remedy lists" }
            let isLeft = ended.count < conflicts.count
            if isComplete ? (outcome.verdict == .conflicting) != isLeft : isLeft && outcome.verdict != .conflicting {
                return "the layout's verdict after the change is different"
            }
        case .changeConstant:
            guard let constraint = remedy.constraints.first.flatMap({ constraints[$0] }) else {
                return "the changed row is not a constraint of the document"
            }
            if remedy.from != constraint.constant { return "the constraint's current constant is different" }
            if let outcome = remedy.outcome, !Set(outcome.ends).isSubset(of: ended) {
                return "the change resolves a conflict that does not contain its constraint"
            }
        default: break
        }
        return nil
    }
}
