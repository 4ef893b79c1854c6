// Help pages of the rules of every check, and of assertions.

extension RuleGuide {
    static let conflict = RuleGuide(
        "Layout conflict", "Required constraints contradict each other.",
        "The rows listed are a minimal set that no layout can satisfy: added up, each as often as stated, they are a contradiction. "
            + "The system breaks one of them at run time. Lower the priority of one, change its constant, or remove it.",
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
        "Ambiguous layout", "The constraints leave a view's position or size open.",
        "More than one layout satisfies the constraints equally well, so the system picks one, not always the same. If the cause is "
            + "a missing constraint (underconstrained), add one that settles what is open. If optional constraints tie (priorityTie), "
            + "give them different priorities.",
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
        "The conflict rests on something that the log does not print: a margin, a baseline, the digits of a rounded constant. "
            + "The finding names what would have to be known.",
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
        "Allow more time with --deadline, or check a smaller layout. With --allow-incomplete this is no finding.")

    static let unreadable = RuleGuide(
        "Unreadable input", "The file could not be read as a layout.", "The message names the place of the mistake.",
        wrong: #"{"constraints": ["title.leading == root.leading", "title.widht == 60"]}"#,
        right: #"{"constraints": ["title.leading == root.leading", "title.width == 60"]}"#)

    static let assertion = RuleGuide(
        "Assertion fails", "An assertion of the document or the configuration does not hold.",
        "An assertion is an equation that the finished layout has to satisfy, written like a constraint but without a priority; "
            + "view.intrinsic.width is the view's intrinsic size. The finding has both sides, and the sizes at which it fails. "
            + "It is judged exactly, in the layout that is shown: if constraints conflict, that is the one with some of them broken, which the "
            + "finding names; over a range of sizes conflicting ones are left out. Only if required constraints themselves hold no "
            + "better than within a millionth of a point, it may be missed by as much. Of what is ambiguous it is asked in all optimal "
            + "layouts: it fails unless it holds in each of them, and over a range of sizes unless required constraints make it hold at all "
            + "sizes at which the layout is ambiguous. An edge of a scroll view beside a view inside of it means the content area, as in a "
            + "constraint; if no active constraint means that, there is none, and the edge is the scroll view's own.",
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
        "Unused suppression", "A suppression in the document suppresses nothing.",
        "What it was written for is gone, or its rule, view, constraint or fingerprint is written wrongly. Remove it, or correct it.",
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
        "With --strict-baseline an entry whose finding is gone is a finding itself, so that the list only gets shorter. Remove the line, or "
            + "write the baseline again with --write-baseline.")
}
