// Guides to the rules about messages of a text beside its constraints.

extension RuleGuide {
    static let reportedError = RuleGuide(
        "Reported error", "A text says that the framework refused a layout, or that the app ended over it.",
        "It is the system's own message, and no conflict of constraints. The finding says what the message means and what to do.",
        wrong: """
            *** Terminating app due to uncaught exception 'NSGenericException', reason: 'Unable to activate constraint with anchors
            <NSLayoutXAxisAnchor:0x1 "UIView:0xa.leading"> and <NSLayoutXAxisAnchor:0x2 "UIView:0xb.leading"> because they have no common ancestor.'
            """, right: RuleGuide.withoutMessages)

    static let reportedAmbiguity = RuleGuide(
        "Reported ambiguity", "A text says that a view's position or size is ambiguous.",
        "A trace of the hierarchy (_autolayoutTrace), the console or a build says so; its constraints are not in the text, so nothing is proven. "
            + "Whoever fails on ambiguities fails on these, too. Paste the constraints that affect the view to see what is missing.",
        wrong: "*UILabel:0xa'Total'- AMBIGUOUS LAYOUT for UILabel:0xa'Total'.minX{id: 4}", right: "*UILabel:0xa'Total'")

    static let reportedProblem = RuleGuide(
        "Reported problem", "A text warns of a fault of a layout that is neither a conflict nor an ambiguity.",
        "It is a message of the console or of a build, such as a layout loop, or a constraint between views that are not in one hierarchy. "
            + "The finding says what the message means and what to do.",
        wrong: """
            The view hierarchy is not prepared for the constraint: <NSLayoutConstraint:0x1 UIView:0xa.top == UIView:0xb.top   (inactive)>
            """, right: RuleGuide.withoutMessages)

    static let observedDifference = RuleGuide(
        "Observed difference", "The app from which the layout was captured shows a view differently than its constraints say.",
        "Its frame differs by more than a pixel from the one that the constraints determine, or one of the two calls the view ambiguous. "
            + "Either the app sets frames itself, or the capture lacks something, or this program models it differently; the verdict rests "
            + "on the constraints alone. An event of a session removes what was observed.",
        wrong: RuleGuide.observed(width: 50), right: RuleGuide.observed(width: 54))

    static let reportedText = RuleGuide(
        "Reported text", "What a text is, or a message about layout that is not known.",
        "It says what was read of a trace, a hierarchy or a list, and passes on messages about Auto Layout whose meaning is not known.",
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
