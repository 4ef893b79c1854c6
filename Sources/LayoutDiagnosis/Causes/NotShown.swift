internal import LayoutModel
internal import StandardAdditions

/// The constraints that a log prints are satisfiable, so what contradicts them is not in it.
enum NotShown: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        if facts.isConflict { return nil }
        let rest =
            facts.unprinted.listed.map { ", so the conflict depends on \($0)." }
            ?? "; the contradicting constraint is not in this log."
        return Diagnosis(
            cause: .notShown, owner: facts.owner, sentence: "The printed constraints can all be satisfied\(rest)", culprits: [],
            because: facts.because(facts.rows), remedies: [remedy(facts)])
    }

    private static func remedy(_ facts: ConflictFacts) -> Remedy {
        if let font = font(facts) { return font }
        if let margin = facts.unprinted.needed.first {
            return Remedy(
                .other,
                sentence: "Set the layout margins of \(facts.name(margin.view)) to those that these constraints allow, "
                    + "or change a constant of theirs.")
        }
        if facts.unprinted.unreadLines > 0 {
            return Remedy(.other, sentence: "Paste the message as the system printed it: a part of its list could not be read.")
        }
        if !facts.unprinted.words.isEmpty {
            return Remedy(.other, sentence: "Find out \(facts.unprinted.words.listed(atMost: 3)) at run time, and compare it with these constraints.")
        }
        guard facts.unprinted.isWhole, let view = facts.rows.first?.first.item else {
            return Remedy(
                .other,
                sentence: "Look at the whole message: its list may have more lines, and the line after it says which constraint was broken.")
        }
        return Remedy(
            .other,
            sentence:
                "Stop at the symbolic breakpoint UIViewAlertForUnsatisfiableConstraints, and print the constraints of \(facts.name(view)) there: "
                + "the one that contradicts these is not in the message.")
    }

    /// Returns the remedy if a text's font has its baseline too low for the printed constraints, else nil.
    private static func font(_ facts: ConflictFacts) -> Remedy? {
        func isOfBaseline(_ side: LayoutAnchor?, of view: Int) -> Bool { side?.item == view && side?.attribute == .firstBaseline }
        guard let need = facts.unprinted.needed.first(where: \.sides.isEmpty), let most = need.max,
            let row = facts.rows.last(where: { isOfBaseline($0.first, of: need.view) || isOfBaseline($0.second, of: need.view) })
        else { return nil }
        let length = "reaches more than \(facts.number(most)) above its baseline"
        // The title's label and its constraints are the framework's, and an app has only its font.
        let isTitle = row.items.contains {
            facts.document.views[$0].text?.hasPrefix("TitleView(") == true || facts.className(of: $0).contains("NavigationBar")
        }
        let room = isTitle ? "" : ", or give it more room above its baseline (\(row.id))"
        let whose = isTitle ? "in the titleTextAttributes of the navigation bar" : "for \(facts.name(need.view))"
        return Remedy(.other, sentence: "Use a smaller font \(whose)\(room): its first line \(length).")
    }
}
