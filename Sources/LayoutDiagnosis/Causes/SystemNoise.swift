internal import ExactArithmetic
internal import LayoutModel

/// Only the framework's own views matter: a private class is among them, and none of the app's.
enum SystemNoise: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        let views = facts.views.sorted()
        let classes = views.map(facts.viewClass)
        if classes.contains(where: { $0 == .app || $0 == .library }) || views.contains(where: { isNamed($0, facts) }) { return nil }
        let view: Int
        if let index = classes.firstIndex(of: .system) {
            view = views[index]
        } else if let row = facts.rows.first(where: { isSystemIdentifier($0.identifier) }) {
            view = row.first.item
        } else if facts.document.isFragment, facts.rows.count == 1, let row = facts.rows.first, row.isFixedSize, row.constant.isNegative {
            // No app asks for a negative size: alert controllers do.
            view = row.first.item
        } else {
            return nil
        }
        return Diagnosis(
            cause: .systemNoise, owner: .system,
            sentence:
                "These constraints are the framework's own (\(facts.name(view))); nothing in your code is at fault, and the message can be ignored.",
            culprits: [], because: facts.because(facts.rows),
            remedies: [Remedy(.ignore, sentence: "Ignore it: no constraint of your app takes part.")], confidence: Rational(9, over: 10) ?? .one)
    }

    /// Has an accessibility name that an app gave it, and no class that says whose it is.
    private static func isNamed(_ view: Int, _ facts: ConflictFacts) -> Bool {
        let view = facts.document.views[view]
        if view.className != nil || view.isAssumed || view.parent == nil || view.kind == .content { return false }
        let names = ["SystemInputAssistant", "UIContinuousPath", "UIKeyboard", "UIInputSet", "UIRemoteKeyboard", "TUI", "_UI", "UIDictation"]
        return !names.contains(where: view.id.hasPrefix)
    }

    private static func isSystemIdentifier(_ identifier: String) -> Bool {
        let prefixes = [
            "IB_", "TB_", "BIB_", "CB_", "Mask_", "MaskEV_", "UIIBSystemGenerated", "UINav", "UIToolbar", "UIButtonBar", "accessoryView.",
            "assistant",
            "inputView.", "UIInputViewSet", "UIKeyboard", "UIAlert",
        ]
        return prefixes.contains(where: identifier.hasPrefix)
    }
}
