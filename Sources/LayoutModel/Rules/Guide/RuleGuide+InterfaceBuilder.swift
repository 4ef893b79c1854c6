// Help pages of rules for Interface Builder files.

extension RuleGuide {
    static let misplacedView = RuleGuide(
        "Misplaced view", "The stored frame of a view does not match its constraints.",
        "The canvas shows the view at a different place or size than the app will. Update the frames in Interface Builder, or fix the "
            + "constraints. If one constraint alone is responsible for 8 points or more, also a short report shows the note, with this constraint.",
        wrong: ExampleFile.xib([ExampleFile.view(x: 20)], ExampleFile.constraints), right: ExampleFile.right)

    static let fixedFrame = RuleGuide(
        "Fixed frame", "A view without constraints has the frame that was drawn on the canvas.",
        "It neither moves nor grows with its superview. Give it constraints or a suitable autoresizing mask.",
        wrong: ExampleFile.xib([ExampleFile.view(#" fixedFrame="YES""#)]), right: ExampleFile.right)

    static let unreferencedConstraint = RuleGuide(
        "Constraint of a missing item", "A constraint refers to something that is not in the file.",
        "The view was deleted, or the file was merged badly. The app ignores the constraint or fails to load the file; remove it.",
        wrong: ExampleFile.xib(
            [ExampleFile.view()],
            ExampleFile.constraints
                + [#"<constraint id="c5" firstItem="gone" firstAttribute="top" secondItem="a" secondAttribute="bottom"/>"#]),
        right: ExampleFile.right)

    static let danglingReference = RuleGuide(
        "Dangling reference", "An outlet, an action or a segue leads to something that is not in the file.",
        "The view or scene was deleted, or the file was merged badly. The outlet is nil in the app, the segue leads nowhere, or the file does "
            + "not load. Connect it again in Interface Builder, or remove it.",
        wrong: ExampleFile.xib(
            [
                ExampleFile.view().replacing(
                    "</view>", with: #"<connections><outlet property="title" destination="gone" id="o1"/></connections></view>"#)
            ],
            ExampleFile.constraints),
        right: ExampleFile.right)

    static let invalidConstraint = RuleGuide(
        "Invalid constraint", "A constraint cannot be read, or pairs attributes that the framework rejects.",
        "Loading it raises an exception at run time. Pair sizes with sizes, and locations with locations of the same axis. A "
            + "constraint with an unreadable number, attribute or relation is left out, and so is one with a priority that is not above 0 "
            + "and at most 1000. Give each constraint its own id: otherwise it is not clear which one an id refers to.",
        wrong: ExampleFile.xib(
            [ExampleFile.view()],
            ExampleFile.constraints
                + [#"<constraint id="c5" firstItem="a" firstAttribute="width" secondItem="root" secondAttribute="top"/>"#]),
        right: ExampleFile.right)

    static let mixedDirection = RuleGuide(
        "Mixed direction", "A constraint pairs leading or trailing with left or right.",
        "The framework rejects such a pair. Use leading and trailing on both sides if the reading direction matters, left and right "
            + "otherwise.",
        wrong: ExampleFile.xib(
            [ExampleFile.view()],
            ExampleFile.constraints.map { $0.replacing(#"firstAttribute="leading""#, with: #"firstAttribute="left""#) }),
        right: ExampleFile.right)

    static let contentPriorityTie = RuleGuide(
        "Content priority tie", "Views have the same content hugging or compression resistance priority.",
        "Nothing decides which of them stretches or shrinks. Give one of them a different content hugging or compression resistance priority.",
        wrong: ExampleFile.row(), right: ExampleFile.row(#" horizontalHuggingPriority="251""#))

    static let uninstalledConstraint = RuleGuide(
        "Uninstalled constraint", "A constraint is not installed for these size classes.",
        "It has no effect here. If you need it, install it for these size classes; otherwise remove it.",
        wrong: ExampleFile.xib(
            [ExampleFile.view()],
            ExampleFile.constraints + [#"<constraint id="c5" firstItem="a" firstAttribute="width" constant="60"/>"#],
            variation: #"<variation key="default"><mask key="constraints"><exclude reference="c5"/></mask></variation>"#),
        right: ExampleFile.right)

    static let placeholderConstraint = RuleGuide(
        "Placeholder constraint", "A constraint is removed when the app is built.",
        "It exists only on the canvas, so your code has to add the constraint that replaces it. --interface-builder run checks the layout without "
            + "it.",
        wrong: ExampleFile.xib(
            [ExampleFile.view()], ExampleFile.constraints.map { $0.replacing(#"constant="50""#, with: #"constant="50" placeholder="YES""#) }),
        right: ExampleFile.right)

    static let designTimeSize = RuleGuide(
        "Design-time size", "An intrinsic size exists only in Interface Builder.",
        "At run time the view has its own intrinsic size. --interface-builder run checks the layout without placeholders.",
        wrong: ExampleFile.xib(
            [ExampleFile.view(#" placeholderIntrinsicWidth="50" placeholderIntrinsicHeight="20""#)],
            [ExampleFile.leading, ExampleFile.top]), right: ExampleFile.right)

    static let ambiguousPosition = RuleGuide(
        "Moves with its stack view", "An arranged view moves with a stack view whose position is ambiguous.",
        "Add a constraint that determines the position of the stack view.",
        wrong: ExampleFile.stack([ExampleFile.leading]), right: ExampleFile.stack([ExampleFile.leading, ExampleFile.top]))

    static let unverifiedAmbiguity = RuleGuide(
        "Unverified ambiguity", "A view is ambiguous, but its verification is turned off in the file.",
        "\"Verify ambiguity\" is set to never, or to position only, for this view. The ambiguity is listed, but does not affect the "
            + "verdict.",
        wrong: ExampleFile.xib(
            [ExampleFile.view(#" verifyAmbiguity="off""#)], [ExampleFile.leading, ExampleFile.top, ExampleFile.height]),
        right: ExampleFile.right)
}
