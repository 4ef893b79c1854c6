internal import LayoutModel

/// The rules that determine how likely UIKit is to break a constraint, and their points. `BREAKING.md` beside this file has the
/// evidence.
///
/// A constraint has the points of all rules that apply to it, and each point multiplies its weight by 1.5.
/// `Scripts/suites/breaking.sh` fitted the points to public console logs, and also reports if they should change.
enum LikelihoodRule: String, CaseIterable {
    /// No other breakable row is farther from the externally sized view.
    case farthest
    /// The constraint connects two trailing or bottom edges.
    case end
    /// The constraint is an inequality.
    case inequality
    /// The constraint is a size or aspect ratio created by the app, for a view that is not externally sized.
    case size
    /// The constraint has a constant of 0, and is not an aspect ratio.
    case zero
    /// The constraint refers to the externally sized view.
    case outside
    /// The constraint belongs to the framework. The rule counts twice for autoresizing.
    case framework
    /// The constraint connects two leading or top edges.
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

    /// The reason, in words: why a constraint to which the rule applies is likelier to break. If the rule has negative points, it
    /// is why one to which it does not apply is likelier.
    var reason: String {
        switch self {
        case .farthest: "UIKit most often breaks the constraint that is farthest from the view whose size comes from outside"
        case .end: "UIKit breaks trailing and bottom edges more often than others"
        case .inequality: "UIKit breaks inequalities more often than equalities"
        case .size: "UIKit breaks an app's own sizes more often than positions"
        case .zero: "UIKit breaks constraints with a constant other than 0 more often"
        case .outside: "the other candidates constrain the view whose size comes from outside, and UIKit hardly ever breaks such constraints"
        case .framework: "UIKit breaks an app's own constraints more often than the framework's"
        case .start: "UIKit hardly ever breaks leading and top edges"
        }
    }
}
