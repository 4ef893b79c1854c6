internal import LayoutModel
internal import Reporting

extension CheckedSubject {
    /// Adds a finding if no conflict counts that is listed, while there may be others that are new.
    ///
    /// - Parameter origin: where the last of them was suppressed.
    mutating func noteUnlistedConflicts(by origin: Finding.Suppression.Origin, allowsIncomplete: Bool) {
        let conflicts = findings.filter { $0.kind == .conflict }
        guard hasUnlistedConflicts, conflicts.contains(where: { $0.suppression?.origin == origin }), conflicts.allSatisfy({ $0.suppression != nil })
        else { return }
        findings.append(
            Finding(
                kind: .unproven, severity: .warning, fingerprint: "u1:unlisted conflicts",
                message: "There may be more conflicts than are listed, and those that are listed are all known",
                remedies: ["list more with --conflicts, or \"conflicts\" in the \"budget\" of the configuration"], place: FilePlace(file: file),
                isFailure: !allowsIncomplete))
    }
}

extension LayoutSuppression {
    /// Whether each conflict of the layout is suppressed.
    var isOfAllConflicts: Bool { rule == Rule.conflict.rawValue && view == nil && constraint == nil && fingerprint == nil }
}
