// Guides to the rules about messages of a text beside its constraints.

extension RuleGuide {
    static let reportedError = RuleGuide(
        "Reported error", "A log or debugger text reports that the framework rejected a layout, or that the app crashes because of it.",
        "This is a message from the system, not a conflict between constraints. The finding explains the message and how to fix its "
            + "cause.",
        wrong: """
            *** Terminating app due to uncaught exception 'NSGenericException', reason: 'Unable to activate constraint with anchors
            <NSLayoutXAxisAnchor:0x1 "UIView:0xa.leading"> and <NSLayoutXAxisAnchor:0x2 "UIView:0xb.leading"> because they have no common ancestor.'
            """, right: RuleGuide.withoutMessages)

    static let reportedAmbiguity = RuleGuide(
        "Reported ambiguity", "A log or debugger text reports that a view's position or size is ambiguous.",
        "The report is from a trace of the hierarchy (_autolayoutTrace), the console or a build. The constraints are not in the text, "
            + "so nothing is proven. A check that fails for ambiguities fails for these, too. Paste the constraints that affect the view to "
            + "see which one is missing.",
        wrong: "*UILabel:0xa'Total'- AMBIGUOUS LAYOUT for UILabel:0xa'Total'.minX{id: 4}", right: "*UILabel:0xa'Total'")

    static let reportedProblem = RuleGuide(
        "Reported problem", "A log or debugger text warns of a problem that is neither a conflict nor an ambiguity.",
        "It is a message from the console or a build, for example about a layout loop. The finding explains the message and how to fix "
            + "its cause.",
        wrong: """
            [LayoutLoop] Detected layout loop for view <UIView: 0xa>
            """, right: RuleGuide.withoutMessages)

    static let observedDifference = RuleGuide(
        "Observed difference", "The app from which the layout was captured shows a view differently than its constraints determine.",
        "Its frame differs by more than a pixel from the one that the constraints determine, or only one of the two treats the view "
            + "as ambiguous. Either the app sets frames itself, or the capture is incomplete, or plumbline models the view differently. The "
            + "verdict depends only on the constraints. They describe one moment: the first change of the layout in a session removes them.",
        wrong: RuleGuide.observed(width: 50), right: RuleGuide.observed(width: 54))

    static let reportedText = RuleGuide(
        "Reported text", "A summary of a log or debugger text, or an unknown message about layout.",
        "It summarizes a trace, a hierarchy or a list, and lists messages about Auto Layout that plumbline does not know.",
        wrong: "*UILabel:0xa'Total'", right: RuleGuide.withoutMessages)
}

extension RuleGuide {
    fileprivate static func observed(width: Int) -> String {
        """
        {"size": {"width": 70, "height": 44},
         "constraints": ["H:|-8-[title]-8-|", "V:|[title]|"],
         "observed": {"title": {"frame": {"x": 8, "y": 0, "width": \(width), "height": 44}}}}
        """
    }

    /// A list of constraints that agree, and nothing beside it.
    fileprivate static let withoutMessages = "<NSLayoutConstraint:0x1 UIView:0xa.width == 60   (active)>"
}
