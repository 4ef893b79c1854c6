internal import ExactArithmetic
internal import LayoutModel

/// An input view or bar temporarily has another height than the app requires.
enum SafeAreaOrKeyboard: CauseRule {
    static func diagnose(_ facts: ConflictFacts) -> Diagnosis? {
        for size in facts.outsideSizes where size.axis == .vertical {
            let name = facts.shortClass(of: size.first.item)
            guard name == "UIInputView" || ["Keyboard", "InputAccessory", "InputSet"].contains(where: name.contains) else { continue }
            guard let culprit = facts.own.last(where: { $0.isSize && $0.axis == .vertical }) ?? facts.softest(in: size.first.item, .vertical) else {
                continue
            }
            return Diagnosis(
                cause: .safeAreaOrKeyboard, owner: facts.owner,
                sentence:
                    "UIKit still makes the input view \(facts.name(size.first.item)) \(facts.size(size.constant, size.axis)), but "
                    + "a constraint of yours says that \(facts.says(culprit)).",
                culprits: [culprit.id], because: facts.because([size, culprit]),
                remedies: [facts.lower(culprit, why: ", and activate it when the view appears")])
        }
        return nil
    }
}
