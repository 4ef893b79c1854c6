internal import LayoutModel

// The known messages, one row each. More specific rows come first.

extension MessageKind {
    static let known: [MessageKind] = console + exceptions + builds + others

    /// Messages that UIKit and AppKit print while an app runs.
    private static let console: [MessageKind] = [
        MessageKind(
            name: "ambiguous-layout", kind: .reportedAmbiguity, signs: ["View has an ambiguous layout"],
            sentence: "The system reports that a view has an ambiguous layout, but the text does not contain the trace with the view's name.",
            remedy: "Paste what the console prints below it, or the trace of the window: po [[UIWindow keyWindow] _autolayoutTrace]",
            isAnnouncement: true),
        MessageKind(
            name: "zero-height", kind: .reportedProblem, signs: ["constraints ambiguously suggest a height of zero"],
            sentence: "The constraints of {view} do not reach from the top to the bottom of its content view, so they give it a height of zero; "
                + "the table uses the standard height instead.",
            remedy: "Constrain its content without a gap from the top to the bottom of contentView, so that the cell is self-sizing, "
                + "or set a row height. The system warns only once: other cells may have the same problem."),
        MessageKind(
            name: "not-prepared", kind: .reportedError,
            signs: [
                "The view hierarchy is not prepared for the constraint", "the constraint's items must be descendants of that view",
                "_viewHierarchyUnpreparedForConstraint:",
            ],
            sentence: "A constraint between {views} was added to a view that does not contain both; the app crashes if the layout needs "
                + "it before both are in one hierarchy.",
            remedy:
                "Add both views to the hierarchy first, and add the constraint to their closest common ancestor, or use isActive, which finds it. "
                + "In a visual effect view or a cell, constrain the views inside to its contentView.", linesBelow: 2,
            printsConstraint: true),
        MessageKind(
            name: "layout-loop", kind: .reportedProblem,
            signs: [
                "LAYOUT LOOP", "LAYOUT FEEDBACK LOOP", "ayout feedback loop", "stuck in its update/layout loop", "stuck in a recursive layout loop",
                "recursive layout loop", "ViewLayoutFeedbackLoop", "[LayoutLoop]",
            ],
            sentence:
                "The layout of {view} never settles: laying it out requires another layout (a layout feedback loop); this is not a conflict between constraints.",
            remedy: "Find the code that sets frames, constraints or preferred sizes in layoutSubviews, viewDidLayoutSubviews or while a "
                + "cell sizes itself, and set a value there only if it differs from the present one. With the launch argument "
                + "-UIViewLayoutFeedbackLoopDebuggingThreshold 50, UIKit logs the view.",
            linesBelow: 60, printsConstraint: true),
        MessageKind(
            name: "background-thread", kind: .reportedError,
            signs: [
                "modifying the autolayout engine from a background thread",
                "Modifications to the layout engine must not be performed from a background",
                "Unsupported layout off the main thread", "_AssertAutoLayoutOnAllowedThreadsOnly", "_AssertAutolayoutOnAllowedThreadsOnly",
            ],
            sentence:
                "Views or constraints were changed on a background thread, which can corrupt the layout engine; this is not a conflict between "
                + "constraints.",
            remedy: "Change views and constraints on the main thread only (DispatchQueue.main.async, @MainActor). "
                + "The stack trace below the message shows the code that changed them on another thread.", linesBelow: 40),
        MessageKind(
            name: "cell-mask", kind: .reportedProblem, signs: ["Changing the translatesAutoresizingMaskIntoConstraints property of"],
            sentence:
                "translatesAutoresizingMaskIntoConstraints was set for a cell or its content view, whose frame the table or collection view sets.",
            remedy: "Leave it as it is for the cell and its contentView; set it to false only for the views that you add to contentView."),
        MessageKind(
            name: "layout-outside-window", kind: .reportedProblem,
            signs: ["to layout its visible cells and other contents without being in the view hierarchy"],
            sentence: "A table was laid out while it was not in a window, so its cells had wrong sizes, and their constraints may have conflicted.",
            remedy: "Call layoutIfNeeded or reload the table only when it is in a window (in viewDidAppear, or when its window is set)."),
        MessageKind(
            name: "constant-limit", kind: .reportedProblem,
            signs: ["NSLayoutConstraint is being configured with a constant that exceeds internal limits"],
            sentence: "A constraint has a constant beyond the layout engine's limit, and the engine uses a smaller one instead.",
            remedy: "Look for a constant that was computed from greatestFiniteMagnitude or from a size that is not known yet."),
        MessageKind(
            name: "swiftui-frame", kind: .reportedProblem,
            signs: ["Contradictory frame constraints specified", "nvalid frame dimension (negative or non-finite)"],
            sentence:
                "A SwiftUI frame has a minimum above its maximum, or a size that is negative or not a number; this is not a conflict between constraints.",
            remedy: "Look for .frame(minWidth:idealWidth:maxWidth:…) whose numbers are computed: keep them at 0 or more, and in this order."),
        MessageKind(
            name: "flow-layout-size", kind: .reportedProblem,
            signs: ["UICollectionViewFlowLayout is not defined because", "UICollectionViewFlowLayout instance is <UICollectionViewFlowLayout"],
            sentence: "An item of a collection view does not fit into the collection view; this is not a conflict between constraints.",
            remedy:
                "Make items at most as large as the collection view minus its content and section insets, and compute the size again when its "
                + "bounds change.",
            linesBelow: 2),
    ]

    /// Exceptions, which end an app if it does not catch them.
    private static let exceptions: [MessageKind] = [
        MessageKind(
            name: "no-common-ancestor", kind: .reportedError,
            signs: [
                "no common ancestor", "Unable to activate constraint with anchors", "Unable to activate constraint with items",
                "couldn't find a common superview for",
            ],
            sentence: "A constraint between {views} was activated though they have no common ancestor: at least one is not in the hierarchy yet.",
            remedy:
                "Add both views to their superviews (addSubview) before you activate the constraint, and check that it names the views that you mean.",
            linesBelow: 2, printsConstraint: true),
        MessageKind(
            name: "no-superview", kind: .reportedError,
            signs: [
                "found nil when attempting make constraint", "pdated constraint could not find existing matching constraint",
            ],
            sentence:
                "A constraint library was asked to make a constraint to a superview that does not exist, or to change a constraint that does not exist.",
            remedy: "Add the view to its superview before its constraints are made, and make a constraint before it is updated."),
        MessageKind(
            name: "outside-subtree", kind: .reportedError,
            signs: [
                "Unable to install constraint on view", "constraint reference something from outside the subtree of the view",
                "Impossible to set up layout with view hierarchy unprepared for constraint", "owningView hierarchy unprepared for constraint",
            ],
            sentence: "A constraint between {views} was added to a view that does not contain both; the exception ends the app.",
            remedy:
                "Activate the constraint (isActive) after both views are in the hierarchy: the system then adds it to their closest common ancestor.",
            linesBelow: 8, printsConstraint: true),
        MessageKind(
            name: "update-constraints-loop", kind: .reportedError,
            signs: [
                "as needing another Update Constraints in Window pass", "more Update Constraints in Window passes than there are views",
                "as needing another Layout Window pass", "more Layout Window passes than there are views",
            ],
            sentence:
                "{view} requested more Update Constraints or layout passes than it has views: this is a layout feedback loop, not a conflict "
                + "between constraints.",
            remedy:
                "Find what changes constraints or sizes in each pass (updateConstraints, layout, a SwiftUI view whose size depends on the window) and "
                + "change them only if the value differs. A breakpoint on -[NSView setNeedsUpdateConstraints:] shows which view requests them.",
            linesBelow: 2),
        MessageKind(
            name: "nested-layout", kind: .reportedError,
            signs: ["layoutSubtreeIfNeeded on a view which is already being laid out", "_NSDetectedLayoutRecursion"],
            sentence: "A layout was requested while the same view was being laid out.",
            remedy: "Do not call layoutSubtreeIfNeeded during layout: set needsLayout instead."),
        MessageKind(
            name: "layout-subviews", kind: .reportedError,
            signs: [
                "still required after executing -layoutSubviews", "ayout still needs update after calling",
                "overridden -layout without calling super",
                "implementation of -layoutSubviews needs to call super", "implementation of -updateConstraints needs to call super",
            ],
            sentence: "{owner} lays out its subviews without calling super, so Auto Layout cannot finish; the exception ends the app.",
            remedy:
                "Call super in its layoutSubviews (layout or updateConstraints) before anything else. On old systems, some of the framework's own "
                + "views do not call super: put constrained subviews into a container view instead."),
        MessageKind(
            name: "format-unreadable", kind: .reportedError, signs: ["Unable to parse constraint format"],
            sentence: "A visual format could not be read; the exception ends the app.",
            remedy: "Paste the format itself (H:|-[title]-|): plumbline reads it like the system and shows where the mistake is.", linesBelow: 4),
        MessageKind(
            name: "constraint-refused", kind: .reportedError,
            signs: [
                "A constraint cannot be made ", "Constraint items must each be ", "Invalid pairing of layout attributes",
                "Constraint must contain a first layout item",
                "onstant is not finite", "ultiplier is not finite",
            ],
            sentence: "The system rejects a constraint that pairs incompatible attributes, or that has no item.",
            remedy: "Pair sizes with sizes and locations with locations of one axis. A location needs a second item, and no item may be nil."),
        MessageKind(
            name: "priority-change", kind: .reportedError, signs: ["Mutating a priority from required to not on an installed constraint"],
            sentence: "The priority of an active constraint was changed from required to optional, or back; the exception ends the app.",
            remedy: "Start with 999 instead of 1000, or deactivate the constraint before its priority changes."),
        MessageKind(
            name: "engine-damage", kind: .reportedError,
            signs: ["Cannot find an outgoing row head for incoming head", "Layout engine internal error", "Auto Layout Internal Error"],
            sentence: "The layout engine is in an invalid state, most often because of changes on a background thread.",
            remedy: "Change views and constraints on the main thread only. Turn on the Main Thread Checker to find the code that does not."),
        MessageKind(
            name: "grid-view", kind: .reportedError, signs: ["-[NSGridView ", "-[NSGridRow ", "-[NSGridColumn ", "-[NSGridCell "],
            sentence: "NSGridView raised an exception: “{text}”.",
            remedy: "Check that the row, column or cell is still in the grid, and that merged cells do not overlap."),
    ]

    private static let files: [StaticString] = [".storyboard", ".xib", ".nib", "warning:", "Warning:", "error:"]

    /// Messages that ibtool and Xcode print about storyboards and xibs.
    private static let builds: [MessageKind] = [
        MessageKind(
            name: "runtime-ambiguity", kind: .reportedAmbiguity, signs: ["Layout Issues: "], beside: [["mbiguous for "]],
            sentence: "Xcode's view debugger reports that a view of the running app is ambiguous: {what}.",
            remedy: "Capture the layout to see which constraint is missing (plumbline help manual capture), or paste what the console prints for "
                + "po [[UIWindow keyWindow] _autolayoutTrace]"),
        MessageKind(
            name: "build-ambiguity", kind: .reportedAmbiguity,
            signs: [
                "s ambiguous for \u{22}", "re ambiguous for \u{22}", "s ambiguous for \u{201C}", "re ambiguous for \u{201C}", "mbiguous Layout: ",
                "as ambiguous scrollable content", "osition is ambiguous", "osition are ambiguous", "eight is ambiguous", "eight are ambiguous",
                "idth is ambiguous", "idth are ambiguous", "ize is ambiguous", "ize are ambiguous",
            ],
            sentence: "Interface Builder reports that {quoted} is ambiguous: {what}.",
            remedy: "Check the storyboard itself to see which constraint is missing: plumbline check {file}"),
        MessageKind(
            name: "build-misplaced", kind: .reportedProblem, signs: ["will be different at run time"], beside: [files],
            sentence: "Interface Builder reports that {quoted} is not drawn at the place that its constraints determine.",
            remedy: "Update its frame on the canvas, or check the storyboard itself: plumbline check {file}"),
        MessageKind(
            name: "build-missing", kind: .reportedProblem,
            signs: ["constraint is missing, which may cause", "without any layout constraints may", "Need constraints for"], beside: [files],
            sentence: "Interface Builder reports that a view lacks a constraint: “{text}”.",
            remedy: "Check the storyboard itself to see which: plumbline check {file}"),
        MessageKind(
            name: "build-clipping", kind: .reportedProblem,
            signs: ["constraints may cause clipping", "constraint may cause clipping", "constraints may cause overlapping"], beside: [files],
            sentence: "Interface Builder reports that a fixed size or position may cut off text that is longer in other languages: “{text}”.",
            remedy: "Make the size a minimum (>=), or let the text determine it; check the storyboard itself: plumbline check {file}"),
        MessageKind(
            name: "build-warning", kind: .reportedProblem, signs: [".storyboard:", ".xib:", ".storyboard :", ".xib :"],
            beside: [["arning:", "rror:", "arning :", "rror :"], ["onstraint", "ayout", "ontent Priority"]],
            sentence: "Interface Builder printed a message about a file: “{text}”.",
            remedy: "Check the storyboard itself: plumbline check {file}"),
    ]

    /// Other messages about layouts, which are recognized by a subsystem or a general form.
    private static let others: [MessageKind] = [
        MessageKind(
            name: "interface-builder-tool", kind: .reportedText, signs: ["[IBLayout]", "<IBLayoutConstraint"],
            sentence: "Interface Builder's own tool printed a message about its constraints: “{text}”.",
            remedy: "Check the storyboard or xib itself: plumbline check FILE", linesBelow: 1, printsConstraint: true),
        MessageKind(
            name: "other-exception", kind: .reportedError, signs: ["Terminating app due to uncaught exception"],
            beside: [["onstraint", "Auto Layout", "utolayout", "ayout engine", "ayoutSubviews"]],
            sentence: "The app ended with an exception about layout that plumbline does not know: “{text}”.",
            remedy:
                "Look for the first method of your app in the stack trace below the message. Paste the constraints of the views that it names (po "
                + "view.constraints).",
            isUnknown: true),
        MessageKind(
            name: "other-message", kind: .reportedText, signs: ["[LayoutConstraints]", "[AutoLayout]", "Auto Layout error", "Auto Layout warning"],
            sentence: "A message about layout that plumbline does not know: “{text}”.",
            remedy: "Paste the list of constraints that it is about (po view.constraints), or the conflict message if there is one.",
            isUnknown: true),
    ]
}
