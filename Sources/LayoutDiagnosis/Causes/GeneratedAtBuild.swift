internal import LayoutModel

/// Interface Builder fixed a view at its drawn frame, since it found no constraints for it, and the code adds some.
enum GeneratedAtBuild: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard let generated = facts.rows.first(where: isGenerated) else { return nil }
        let view = facts.placed(generated).item
        guard let own = facts.own.last(where: { facts.placed($0).item == view && $0.axis == generated.axis }) else { return nil }
        let name = facts.name(view)
        return Diagnosis(
            cause: .removedAtBuild, owner: .app,
            sentence: "Interface Builder pins \(name) where it is drawn, because the file has no constraints for it, but \(facts.says(own)).",
            culprits: [own.id], because: facts.because([generated, own]),
            remedies: [
                Remedy(
                    .other, view: facts.document.views[view].id,
                    sentence:
                        "Give \(name) constraints in Interface Builder, with “Remove at build time” checked if your code adds its own constraints."),
                facts.remove(own),
            ])
    }

    private static func isGenerated(_ row: DiagnosedRow) -> Bool {
        row.printed.hasPrefix("<NSIBPrototypingLayoutConstraint") || row.identifier.hasPrefix("IB auto generated at build time")
    }
}
