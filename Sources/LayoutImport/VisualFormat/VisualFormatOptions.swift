internal import LayoutModel

/// UIKit's format options of a visual format.
struct VisualFormatOptions {
    enum Direction {
        case leadingToTrailing, leftToRight, rightToLeft
    }

    /// An attribute that all views share, with the index of its option.
    struct Alignment {
        var attribute: LayoutAttribute
        var index: Int
    }

    var alignments: [Alignment] = []
    var direction = Direction.leadingToTrailing
    /// The index of the option by which distances between views with text are between their baselines, or nil.
    var baselineSpacing: Int?

    private var hasDirection = false
    private var hasSpacing = false

    /// An error in an option.
    struct Failure: Error {
        var code: String
        var message: String
    }

    /// Adds the option with this name, or with UIKit's name in Swift or Objective-C.
    mutating func add(_ word: String, index: Int) throws(Failure) {
        let name = PlatformWord.plain(word, .option) ?? word
        switch name {
        case "directionLeadingToTrailing": try setDirection(.leadingToTrailing)
        case "directionLeftToRight": try setDirection(.leftToRight)
        case "directionRightToLeft": try setDirection(.rightToLeft)
        case "spacingEdgeToEdge", "spacingBaselineToBaseline":
            if hasSpacing { throw Failure(code: "several-options", message: "only one spacing option is allowed") }
            hasSpacing = true
            if name == "spacingBaselineToBaseline" { baselineSpacing = index }
        default:
            guard let attribute = VisualFormatOptions.alignment(name) else {
                throw Failure(
                    code: "unknown-option",
                    message: "unknown option \"\(word)\": expected alignAll… with an edge, a center or a baseline, direction… or spacing…")
            }
            alignments.append(Alignment(attribute: attribute, index: index))
        }
    }

    private mutating func setDirection(_ direction: Direction) throws(Failure) {
        if hasDirection { throw Failure(code: "several-options", message: "only one direction option is allowed") }
        hasDirection = true
        self.direction = direction
    }

    private static func alignment(_ name: String) -> LayoutAttribute? {
        switch name {
        case "alignAllLeft": .left
        case "alignAllRight": .right
        case "alignAllTop": .top
        case "alignAllBottom": .bottom
        case "alignAllLeading": .leading
        case "alignAllTrailing": .trailing
        case "alignAllCenterX": .centerX
        case "alignAllCenterY": .centerY
        case "alignAllFirstBaseline": .firstBaseline
        case "alignAllLastBaseline", "alignAllBaseline": .lastBaseline
        default: nil
        }
    }

    /// Checks that views are not aligned along the axis of the chain.
    func check(against axes: [Axis]) throws(IndexedFailure) {
        for axis in axes {
            for alignment in alignments where alignment.attribute.axis == axis {
                let across =
                    axis == .horizontal ? "H: allows top, bottom, centerY and baselines" : "V: allows left, right, leading, trailing and centerX"
                throw IndexedFailure(
                    index: alignment.index, code: "option-along-axis",
                    message:
                        "aligning views on \(alignment.attribute.rawValue) is not allowed for a \(axis.rawValue) layout: \(across)")
            }
        }
        if let baselineSpacing, axes != [.vertical] {
            throw IndexedFailure(
                index: baselineSpacing, code: "option-along-axis", message: "spacing between baselines is for vertical layouts: only V: allows it")
        }
    }

    /// An error in the option at an index of the list.
    struct IndexedFailure: Error {
        var index: Int
        var code: String
        var message: String
    }
}
