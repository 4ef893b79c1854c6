internal import ExactArithmetic
internal import LayoutModel

/// Only the framework takes part: all rows that could be changed are its own, or a private class is among the views and none of
/// the app's.
enum SystemNoise: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        if let content = negativeContent(facts) { return content }
        let identified = facts.rows.first { isSystemIdentifier($0.identifier) }
        let views = facts.views.sorted()
        // The framework lays out an app's views too, so this depends on whether any row is the app's.
        let isFrameworksAlone = facts.own.isEmpty && identified != nil && !facts.rows.contains { $0.role == .content || $0.role == .stack }
        if !isFrameworksAlone, views.contains(where: facts.isOfApp) || facts.own.contains(where: \.isWrittenByLibraryOfConstraints) { return nil }
        let view: Int
        if let system = views.first(where: { facts.viewClass(of: $0) == .system }) {
            view = system
        } else if let identified {
            view = identified.first.item
        } else if facts.document.isFragment, facts.rows.count == 1, let row = facts.rows.first, row.isFixedSize, row.constant.isNegative {
            if row.isWidthOfAlert { return ofAlert(row, facts) }
            // Only the framework has classes of constraints with this prefix.
            guard row.printed.hasPrefix("<_") else { return nil }
            view = row.first.item
        } else {
            return nil
        }
        let subject =
            facts.isOfApp(view)
            ? "The framework itself generated these constraints for \(facts.name(view))"
            : "These constraints are the framework's own (\(facts.name(view)))"
        return Diagnosis(
            cause: .systemNoise, owner: .system, sentence: "\(subject); your code is not at fault, and you can ignore the message.",
            culprits: [], because: facts.because(facts.rows),
            remedies: [Remedy(.ignore, sentence: "Ignore it: no constraint of your app is involved.")])
    }

    /// Diagnoses a negative size of a scroll view's content, which the framework computes from lengths that the app gives it; nil if there is
    /// none.
    private static func negativeContent(_ facts: ConflictFacts) -> Diagnosis? {
        guard facts.document.isFragment, facts.rows.count == 1, let row = facts.rows.first, row.isFixedSize, row.constant.isNegative,
            row.printed.hasPrefix("<_UIScrollView")
        else { return nil }
        let scroll = facts.document.views[row.first.item].parent ?? row.first.item
        let (name, size) = (facts.shortClass(of: scroll), row.axis.sizeName)
        let lengths: String
        if name.contains("Table") {
            lengths = "heights of rows, headers and footers, and estimates of them,"
        } else if name.contains("Collection") {
            lengths = "sizes of items, and spacings, insets and estimates,"
        } else {
            lengths = "a content size and insets"
        }
        return Diagnosis(
            cause: .systemNoise, owner: .system,
            sentence: "\(facts.name(scroll)) computed a content \(size) of \(facts.number(row.constant)), though no size is negative: "
                + "no constraint of yours is at fault, but the lengths that your code gives it may be.",
            culprits: [], because: facts.because(facts.rows),
            remedies: [
                Remedy(
                    .ignore,
                    sentence: "Give \(facts.name(scroll)) \(lengths) that are near the real ones and never negative, "
                        + "or ignore the message if they are.")
            ])
    }

    /// Diagnoses the negative width that alert controllers require. Nothing printed shows that it is one.
    private static func ofAlert(_ row: DiagnosedRow, _ facts: ConflictFacts) -> Diagnosis {
        let length = facts.number(row.constant)
        return Diagnosis(
            cause: .systemNoise, owner: .system,
            sentence: "A width of \(length) is what UIAlertController requires of its own view (\(facts.name(row.first.item))) in an action sheet; "
                + "unless your code sets that width, it is not at fault, and you can ignore the message.",
            culprits: [], because: facts.because(facts.rows),
            remedies: [Remedy(.ignore, sentence: "Ignore it, unless your code gives a view the width of \(length).")])
    }

    /// Returns whether the view has an accessibility name from an app, and no class that identifies its owner.
    static func isNamed(_ view: LayoutView) -> Bool {
        if view.className != nil || view.isAssumed || view.parent == nil || view.kind == .content { return false }
        let names = ["SystemInputAssistant", "UIContinuousPath", "UIKeyboard", "UIInputSet", "UIRemoteKeyboard", "TUI", "_UI", "UIDictation"]
        return !names.contains(where: view.id.hasPrefix)
    }

    /// Returns whether the framework uses this identifier for its own constraints.
    static func isSystemIdentifier(_ identifier: String) -> Bool {
        let prefixes = [
            "IB_", "TB_", "BIB_", "CB_", "Mask_", "MaskEV_", "UIIBSystemGenerated", "UINav", "UIToolbar", "UIButtonBar", "accessoryView.",
            "assistant",
            "inputView.", "UIInputViewSet", "UIKeyboard", "UIAlert",
        ]
        return prefixes.contains(where: identifier.hasPrefix)
    }
}

extension DiagnosedRow {
    /// `UIView.width == -16`, which alert controllers require since iOS 12.2.
    fileprivate var isWidthOfAlert: Bool { axis == .horizontal && constant == -16 }
}
