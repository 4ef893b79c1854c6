// Help pages of rules about constraints.

extension RuleGuide {
    static let redundantConstraint = RuleGuide(
        "Redundant constraint", "A required constraint repeats what earlier constraints already determine.",
        "At every size of the root, the constraint is the sum of the listed rows, each multiplied by the stated factor. It has no effect now, but "
            + "it will cause a conflict as soon as one of these rows is changed. Remove it.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.width == 20", "b.leading == a.trailing", "b.width == 20",
              "b.leading == root.leading + 28", "a.top == root.top", "a.height == 20", "b.top == root.top", "b.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.width == 20", "b.leading == a.trailing", "b.width == 20",
              "a.top == root.top", "a.height == 20", "b.top == root.top", "b.height == 20"]}
            """)

    static let impliedConstraint = RuleGuide(
        "Implied constraint", "A required inequality follows from others.",
        "At every size of the root, the listed rows, each multiplied by the stated factor, add up to this inequality or to a stronger "
            + "one. You can remove it without changing the layout. The proof uses only the 400 rows nearest to it.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.leading >= root.leading", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading >= root.leading", "a.leading == root.leading + 8 @ 750", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """)

    static let deadPriority = RuleGuide(
        "Dead priority", "The priority of an optional constraint has no effect.",
        "At every size of the root, required rows already satisfy the constraint, or violate it by a fixed amount. The layout is "
            + "therefore the same at each priority below required. Remove the constraint, or, if it should have an effect, lower the "
            + "priority of the listed required rows. A constraint that is never satisfied but can be violated less is not reported.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width == 20", "a.width == 40 @ 750", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width <= 60", "a.width == 40 @ 750", "a.top == root.top", "a.height == 20"]}
            """)

    static let fixedDirection = RuleGuide(
        "Left or right", "A constraint uses left or right, which do not follow the reading direction.",
        "In right-to-left languages leading and trailing change sides; left and right do not. Write leading for left and trailing for "
            + "right, unless the side should be the same in every language, such as in a map or a player.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.left == root.left + 8", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """)
}
