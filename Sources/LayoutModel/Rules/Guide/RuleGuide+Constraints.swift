// Help pages of rules about constraints.

extension RuleGuide {
    static let redundantConstraint = RuleGuide(
        "Redundant constraint", "A required equation says what others before it already say.",
        "It is a sum of the rows listed, each taken as often as stated (-1 times: taken away), at every size of the root: removing it "
            + "changes nothing, but whoever changes one of them later gets a conflict. Remove it.",
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
        "At every size of the root the rows listed leave it no choice: added up as often as stated, they are the inequality or a stronger "
            + "one. Removing it changes nothing. It is proven from the 400 rows nearest to it.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.leading >= root.leading", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading >= root.leading", "a.leading == root.leading + 8 @ 750", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """)

    static let deadPriority = RuleGuide(
        "Dead priority", "The priority of an optional constraint decides nothing.",
        "Required rows alone make it hold, or fix by how much it is missed, at every size of the root: the layout is the same at each "
            + "priority below required. Remove it, or lower the required rows listed if it was meant to have a say. One that never "
            + "holds but may come nearer is not dead.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width == 20", "a.width == 40 @ 750", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading", "a.width <= 60", "a.width == 40 @ 750", "a.top == root.top", "a.height == 20"]}
            """)

    static let fixedDirection = RuleGuide(
        "Left or right", "A constraint says left or right, which do not follow the reading direction.",
        "In right-to-left languages leading and trailing change sides; left and right stay. Write leading for left and trailing for right, "
            + "unless the place is meant in every language, such as in a map or a player.",
        wrong: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.left == root.left + 8", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """,
        right: """
            {"size": {"width": 100, "height": 44}, "constraints": [
              "a.leading == root.leading + 8", "a.width == 20", "a.top == root.top", "a.height == 20"]}
            """)
}
