public import LayoutModel

/// The help page of a cause.
public struct CauseGuide: Sendable {
    /// The cause in one sentence.
    public let summary: String
    /// The signs of the cause, and how to fix it.
    public let help: String

    private init(_ summary: String, _ help: String) {
        self.summary = summary
        self.help = help
    }

    public init(_ cause: Diagnosis.Cause) {
        self =
            switch cause {
            case .systemNoise:
                CauseGuide(
                    "Only the framework's own views are involved.",
                    "Every constraint that could be changed belongs to private classes of UIKit or AppKit: alerts, keyboards, bars, bar buttons. "
                        + "Your code is not at fault, and you cannot change anything in it. Ignore the message. If it is about a toolbar or a bar "
                        + "button, give the bar a frame before it is laid out.")
            case .libraryNoise:
                CauseGuide(
                    "Only a third-party library's own views are involved.",
                    "All views whose class shows an owner belong to one library, and the other views are inside them. You cannot edit the "
                        + "library's constraints: update the "
                        + "library, look for an option that it documents for the size or the spacing, or report the message to its authors with the whole log. "
                        + "If everything looks right, ignore it: the system only breaks one of the constraints.")
            case .transientZero:
                CauseGuide(
                    "A view has no size yet in an early or measuring layout pass, and its contents do not fit.",
                    "The log shows a size of 0 (or one that is too small even for the margins) that the framework imposes: UIView-Encapsulated-Layout, _UITemporaryLayout, "
                        + "fittingSize, or an autoresizing mask. The conflict ends by itself when the view gets its size. To silence it, give the "
                        + "last pin to the trailing or bottom edge a priority of 999, or give the view its size before its constraints are laid out.")
            case .cellHeight:
                CauseGuide(
                    "A table or collection view gives a cell or header a height that does not fit its contents.",
                    "UIView-Encapsulated-Layout-Height is the height that the table view currently uses. Make the row height automatic "
                        + "(UITableView.automaticDimension with an estimate), and give the last pin to the bottom edge a priority of 999, so that "
                        + "it yields until the "
                        + "cell is resized. A difference of half a point is due to the separator.")
            case .cellWidth:
                CauseGuide(
                    "A collection or table view gives a cell a width that does not fit its contents.",
                    "Use an estimated item size, and give the last pin to the trailing edge a priority of 999.")
            case .hiddenInStack:
                CauseGuide(
                    "A hidden arranged view, or one that a constraint collapses, has a size of 0, though its contents require more.",
                    "A stack view hides a view with the constraint UISV-hiding, which sets its height or width to 0; a constraint of your own may do the same. Constraints within the view "
                        + "that need room at "
                        + "priority 1000 contradict it. Give the one that fills the view, or its fixed size, a priority of 999. If the hidden view "
                        + "is itself a "
                        + "stack view, hide its arranged views as well.")
            case .maskLeftOn:
                CauseGuide(
                    "A view that is positioned by constraints still has translatesAutoresizingMaskIntoConstraints set to true.",
                    "The system creates NSAutoresizingMaskLayoutConstraint rows from the frame and mask of a view that was created in code. If you "
                        + "place the view by constraints, set "
                        + "its translatesAutoresizingMaskIntoConstraints to false before you activate them.")
            case .frameSetView:
                CauseGuide(
                    "A view gets its size from its frame, but its contents need a different size.",
                    "Table header views, bars and containers are sized by their frames. Compute the size with systemLayoutSizeFitting and set the frame, "
                        + "or give the last pin a priority of 999.")
            case .duplicate:
                CauseGuide(
                    "One attribute of one view is set twice.",
                    "Often a constraint is added again instead of changed: keep a reference and set its constant, deactivate the old one first, or use remake "
                        + "instead of update in Masonry and SnapKit.")
            case .edgesAndSize:
                CauseGuide(
                    "A view is pinned to both sides of its container and has a fixed size as well.",
                    "The two pins already determine the size. Remove the fixed size; if it is the width of one screen (320, 375, 768), it fits "
                        + "only that screen."
                )
            case .overconstrainedChain:
                CauseGuide(
                    "Gaps and sizes along a line do not add up to the distance between its ends.",
                    "Remove the last pin or one gap, or give one of them a priority below 1000.")
            case .stackContents:
                CauseGuide(
                    "A stack view already places its arranged views, and a constraint contradicts it.",
                    "Remove the constraint that pins an arranged view to the stack view or to its neighbours; use the stack view's alignment, distribution and "
                        + "spacing instead.")
            case .aspectRatio:
                CauseGuide(
                    "A view has an aspect ratio, and other constraints also determine both its width and its height.",
                    "Two of the three are enough: remove the fixed size, or give the ratio a priority of 999.")
            case .wrongAnchor:
                CauseGuide(
                    "A constraint pins an edge of a view to the opposite edge of its container.",
                    "All other constraints along that axis pin leading to leading, trailing to trailing, top to top or bottom to bottom; one pins, "
                        + "for example, a view's leading edge to its container's trailing edge, which puts the view outside. Pin it to the same "
                        + "edge of the container.")
            case .boundsContradict:
                CauseGuide("A limit contradicts a value or another limit.", "Correct the constant that is wrong.")
            case .negativeSize:
                CauseGuide(
                    "A constant, a frame or a delegate gives a view a negative size.",
                    "The code subtracts more than there is, often while the container has no size yet: compute the length from the container's actual "
                        + "size, and limit it to 0 with max(0, …).")
            case .safeAreaOrKeyboard:
                CauseGuide(
                    "An input view or bar temporarily has a different height than your constraint requires.",
                    "Give the height a priority of 999, or activate it when the view appears.")
            case .notShown:
                CauseGuide(
                    "The printed constraints can all be satisfied.",
                    "The constraint that contradicts the others is not in the pasted text, or the conflict depends on a margin, a baseline, a "
                        + "superview or digits that a log does not print. The finding says which, as far as that is known: compare it with the running "
                        + "app. If the text lacks lines of the message, paste the whole message.")
            case .missingPosition:
                CauseGuide(
                    "Nothing determines a view's position.",
                    "Add a constraint for each position that the finding names. For an Interface Builder file, the first remedies use the "
                        + "constants of the canvas, as Interface Builder's command Add Missing Constraints does.")
            case .missingSize:
                CauseGuide(
                    "Nothing determines a view's size.",
                    "Add a constraint for the size, or pin the opposite edge. For an Interface Builder file, the first remedy has the size that "
                        + "the canvas shows, unless the view's content determines one.")
            case .scrollContent:
                CauseGuide(
                    "Nothing determines how large a scroll view's content is.",
                    "Pin the content to all four edges of the content layout guide, and its width (or height) to that of the frame layout guide.")
            case .contentPriorityTie:
                CauseGuide(
                    "The contents of several views compete for room at the same priority.",
                    "Decide which of them grows (a lower content hugging priority) or shrinks (a lower compression resistance priority), or make them equally wide."
                )
            case .inequalityOnly:
                CauseGuide(
                    "Only inequalities limit a view's position or size.",
                    "A constraint with >= or <= allows a whole range, and nothing chooses within it. Make it an equality, or leave it as a limit and add an "
                        + "equality with a lower priority for the preferred value.")
            case .bothVariantsActive:
                CauseGuide(
                    "Two alternative sets of constraints are active at once.",
                    "Layouts with one set of constraints for portrait and one for landscape (or for compact and regular, collapsed and expanded) must never have "
                        + "both active. Call NSLayoutConstraint.deactivate with the old set before NSLayoutConstraint.activate with the new one, and look for "
                        + "code that activates a set twice. In Interface Builder, check in the size inspector for which size classes each "
                        + "constraint is installed. The same is so for a view that slides in and out: the pin that hides it and the pin that shows it "
                        + "must not be active together, not even between two lines of code."
                )
            case .stackDistribution:
                CauseGuide(
                    "A stack view's distribution does not determine the sizes of its views.",
                    "With the distributions fill and fillProportionally, a stack view stretches or compresses its arranged views by their content "
                        + "priorities. If these are the same, nothing decides which view stretches or shrinks. Lower the content hugging priority "
                        + "of the view that may grow, or use fillEqually. For an "
                        + "Interface Builder file, the diagnosis names the distribution and the priorities."
                )
            case .uninstalled:
                CauseGuide(
                    "A constraint that would resolve the ambiguity is not active.",
                    "The layout already has the missing constraint, but it is not active: its isActive is false, or it is not installed for this "
                        + "size class. "
                        + "Activate it, or install it for this variation in the size inspector. In an Interface Builder file, these are the "
                        + "constraints that the canvas dims.")
            case .removedAtBuild:
                CauseGuide(
                    "A constraint exists only on the canvas, or only in the build.",
                    "For a view without constraints of its own, the build generates constraints from the canvas; they contradict those that code "
                        + "adds. Add constraints for the view in Interface Builder, marked “Remove at build time” if code replaces them. In an "
                        + "ambiguity it is the other way around: Interface Builder lays the canvas out with constraints that are marked “Remove at "
                        + "build time”, and with the placeholder sizes of views whose class determines their size. The app has neither. Uncheck "
                        + "“Remove at build time” for the constraint, add it in code, or override intrinsicContentSize in the view's class."
                )
            case .other: CauseGuide("A conflict or ambiguity of another kind.", "The proof in the report shows which constraints are involved.")
            }
    }
}

extension Diagnosis.Cause {
    /// The page of `plumbline help CAUSE`.
    public var page: String {
        let guide = CauseGuide(self)
        var lines = ["\(rawValue): \(guide.summary)", ""]
        var line = ""
        for word in guide.help.split(separator: " ") {
            if line.count + word.count + 1 > 100 {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        lines.append(line)
        return lines.joined(separator: "\n") + "\n"
    }
}
