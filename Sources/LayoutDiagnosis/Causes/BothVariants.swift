internal import ExactArithmetic
internal import LayoutModel
internal import StandardAdditions

/// Two sets of constraints for the same views are active at once, such as for two orientations, size classes or states.
///
/// One attribute that is set twice is a duplicate. Several of them are two sets if each set determines every one of them.
enum BothVariants: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.isConflict, let sets = sets(facts) else { return nil }
        let (older, newer) = (sets.map(\.older), sets.map(\.newer))
        let views = sets.map(\.view).reduce(into: [Int]()) { if !$0.contains($1) { $0.append($1) } }
        let named = views.prefix(3).map(facts.name).listed()
        let attributes = sets.map { "the \(facts.placed($0.older).attribute.words) of \(facts.name($0.view))" }
        let (first, second) = (older.map(\.id).joined(separator: ", "), newer.map(\.id).joined(separator: ", "))
        return Diagnosis(
            cause: .bothVariantsActive, owner: .app,
            sentence: "Two sets of constraints for \(named) are active at once, and each determines \(attributes.prefix(3).listed()).",
            culprits: older.map(\.id) + newer.map(\.id), because: facts.because(zip(older, newer).flatMap { [$0, $1] }),
            remedies: [
                Remedy(
                    .deactivateFirst, older.map(\.id), sentence: "Deactivate one set (\(first)) before you activate the other (\(second)).",
                    swift: "NSLayoutConstraint.deactivate(oldConstraints)"),
                Remedy(
                    .deactivateFirst, newer.map(\.id), sentence: "Deactivate the other set (\(second)), and keep the first one.",
                    swift: "NSLayoutConstraint.deactivate(newConstraints)"),
            ])
    }

    /// An attribute that both sets determine.
    struct Pair {
        var view: Int
        var older: DiagnosedRow
        var newer: DiagnosedRow
        /// Whether they differ in more than their constant.
        var isOfAnotherForm: Bool
    }

    /// Returns the attributes that two sets determine, or nil if they are not two sets.
    static func sets(_ facts: ConflictFacts) -> [Pair]? {
        let pairs = facts.setTwice.compactMap { anchor, rows -> Pair? in
            guard rows.count == 2 else { return nil }
            let rows = rows.sorted { ($0.place ?? .max) < ($1.place ?? .max) }
            let isSame = facts.reference(rows[0]) == facts.reference(rows[1]) && rows[0].multiplier == rows[1].multiplier
            return Pair(view: anchor.item, older: rows[0], newer: rows[1], isOfAnotherForm: !isSame)
        }
        guard pairs.count > 1 else { return nil }
        let views = Set(pairs.map(\.view))
        let isOfOneView = views.count < pairs.count
        guard isOfOneView || pairs.count > 2 || pairs.allSatisfy(\.isOfAnotherForm) else { return nil }
        if facts.document.isFragment {
            // A message does not list rows by time. A set that was added again differs in constants, and another set in form.
            return pairs.contains(where: \.isOfAnotherForm) ? pairs : nil
        }
        // The sets must not interleave: one comes entirely before the other.
        guard let last = pairs.compactMap(\.older.place).max(), let first = pairs.compactMap(\.newer.place).min(), last < first else { return nil }
        return pairs.sorted { ($0.older.place ?? 0) < ($1.older.place ?? 0) }
    }
}
