// Help pages of the rules of every check, and of assertions.

extension RuleGuide {
    static let conflict = RuleGuide(
        "Layout conflict", "Required constraints contradict each other.",
        "The listed rows are a minimal set that no layout can satisfy: each multiplied by the stated factor, they add up to a "
            + "contradiction. The system breaks one of them at run time. Lower the priority of one of them, change its constant, or remove "
            + "it.",
        wrong: """
            {"size": {"width": 70, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.trailing == root.trailing - 8", "title.width == 60",
              "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 70, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.trailing == root.trailing - 8", "title.width == 60 @ 750",
              "title.top == root.top", "title.height == 20"]}
            """)

    static let ambiguity = RuleGuide(
        "Ambiguous layout", "The constraints do not determine a view's position or size.",
        "More than one layout satisfies the constraints equally well, so the system picks one of them, and not always the same one. If the cause "
            + "is a "
            + "missing constraint (underconstrained), add one that determines the ambiguous attributes. If optional constraints tie "
            + "(priorityTie), give them different priorities.",
        wrong: """
            {"size": {"width": 70, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.width == 20", "title.top >= root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 70, "height": 44}, "constraints": [
              "title.leading == root.leading + 8", "title.width == 20", "title.top == root.top", "title.height == 20"]}
            """)

    static let incomplete = RuleGuide(
        "Incomplete console log", "The system reported a conflict, but the constraints that the log shows can all be satisfied.",
        "The conflict depends on something that the log does not print: a margin, a baseline, or the digits of a rounded constant. "
            + "The finding lists the missing information.",
        wrong: """
            Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0x1 UIView:0xa.width == 60   (active)>",
                "<NSLayoutConstraint:0x2 UIView:0xa.width >= 50   (active)>"
            )
            """,
        right: """
            Unable to simultaneously satisfy constraints.
            (
                "<NSLayoutConstraint:0x1 UIView:0xa.width == 60   (active)>",
                "<NSLayoutConstraint:0x2 UIView:0xa.width <= 50   (active)>"
            )
            """)

    static let unproven = RuleGuide(
        "Not proven", "The analysis ended before it could prove this part.",
        "Allow more time with --deadline or more memory with --max-memory, or check a smaller layout. With --allow-incomplete this is not "
            + "reported as a finding.")

    static let unreadable = RuleGuide(
        "Unreadable input", "The file could not be read as a layout.", "The message says where the mistake is.",
        wrong: #"{"constraints": ["title.leading == root.leading", "title.widht == 60"]}"#,
        right: #"{"constraints": ["title.leading == root.leading", "title.width == 60"]}"#)

    static let assertion = RuleGuide(
        "Assertion fails", "An assertion of the document or the configuration is not satisfied.",
        "An assertion is an equation or inequality that the finished layout has to satisfy, written like a constraint but without a "
            + "priority; view.intrinsic.width is the view's intrinsic size. The finding states the values of both sides and the sizes at "
            + "which the assertion fails. The assertion is checked exactly, in the layout that is shown. If constraints conflict, that "
            + "layout breaks some of them, and the finding names these; over a range of sizes, conflicting layouts are not checked. If "
            + "required constraints are only satisfied to within a millionth of a point, a failure as small as that may be missed. If the "
            + "value is ambiguous, the assertion fails unless all optimal layouts satisfy it. Over a range of sizes, it fails at sizes "
            + "with an ambiguous layout unless the required constraints imply it. In an assertion about a scroll view and a view inside "
            + "it, an edge of the scroll view means the edge of its content area, as in a constraint. If no active constraint refers to the "
            + "content area, the edge is the scroll view's own.",
        wrong: """
            {"size": {"width": 70, "height": 44}, "assert": ["title.width >= 60"], "constraints": [
              "title.leading == root.leading + 8", "title.trailing == root.trailing - 8",
              "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 76, "height": 44}, "assert": ["title.width >= 60"], "constraints": [
              "title.leading == root.leading + 8", "title.trailing == root.trailing - 8",
              "title.top == root.top", "title.height == 20"]}
            """)

    static let unusedSuppression = RuleGuide(
        "Unused suppression", "A suppression in the document has no effect.",
        "Its finding no longer occurs, or its rule, view, constraint or fingerprint is misspelled. Remove or correct it.",
        wrong: """
            {"size": {"width": 70, "height": 44}, "suppress": [{"rule": "conflict", "reason": "known"}], "constraints": [
              "title.leading == root.leading", "title.width == 20", "title.top == root.top", "title.height == 20"]}
            """,
        right: """
            {"size": {"width": 70, "height": 44}, "constraints": [
              "title.leading == root.leading", "title.width == 20", "title.top == root.top", "title.height == 20"]}
            """)

    static let staleBaseline = RuleGuide(
        "Stale baseline", "An entry of the baseline no longer occurs.",
        "With --strict-baseline, an entry whose finding no longer occurs is reported as a finding, so that the list only gets "
            + "shorter. Remove the line, or write the baseline again with --write-baseline.")
}
