internal import LayoutModel

/// What tells how likely UIKit is to break a constraint, and how much each is worth. Why these: `BREAKING.md` beside this file.
///
/// A constraint has the points of all rules that apply to it; each point makes it half again as likely as one without. The
/// points were fitted to public console logs by `Scripts/suites/breaking.sh`, which also tells when they should be changed.
enum LikelihoodRule: String, CaseIterable {
    /// No other that may break lies farther from the view that is sized from outside.
    case farthest
    /// Joins two trailing or bottom edges.
    case end
    /// Is a `>=` or `<=`.
    case inequality
    /// Is an app's own size, constant or bounded or an aspect ratio, of a view that is not sized from outside.
    case size
    /// Has a constant of 0, and is no aspect ratio.
    case zero
    /// Speaks of the view that is sized from outside.
    case outside
    /// Belongs to the framework; counts twice for autoresizing.
    case framework
    /// Joins two leading or top edges.
    case start

    var points: Int {
        switch self {
        case .farthest: 6
        case .end: 4
        case .inequality: 3
        case .size: 3
        case .zero: -2
        case .outside: -2
        case .framework: -2
        case .start: -1
        }
    }

    /// Why the constraint that has it, or with negative points the one that has it not, is the likelier.
    var reason: String {
        switch self {
        case .farthest: "what lies farthest from the view that is sized from outside gives way most often"
        case .end: "trailing and bottom edges give way more often than others"
        case .inequality: "inequalities give way more often than equalities"
        case .size: "an app's own sizes give way more often than positions"
        case .zero: "a constant other than 0 gives way more often"
        case .outside: "what touches the view that is sized from outside hardly ever gives way"
        case .framework: "an app's own constraints give way more often than the framework's"
        case .start: "leading and top edges hardly ever give way"
        }
    }
}
