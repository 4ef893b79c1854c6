internal import LayoutModel

/// The rules that determine how likely UIKit is to break a constraint, and their points. `BREAKING.md` beside this file has the
/// evidence.
///
/// A constraint has the points of all rules that apply to it, and each point multiplies its weight by 1.5.
/// `Scripts/suites/breaking.sh` fitted the points to public console logs, and also reports if they should change.
enum LikelihoodRule: String, CaseIterable {
    /// No other breakable row is farther from the externally sized view.
    case farthest
    /// It connects two trailing or bottom edges.
    case end
    /// It is a `>=` or `<=`.
    case inequality
    /// It is a size or aspect ratio that the app itself states, of a view that is not externally sized.
    case size
    /// It has a constant of 0, and is no aspect ratio.
    case zero
    /// It refers to the externally sized view.
    case outside
    /// It belongs to the framework. It counts twice for autoresizing.
    case framework
    /// It connects two leading or top edges.
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
        case .farthest: "UIKit breaks what is farthest from the externally sized view most often"
        case .end: "UIKit breaks trailing and bottom edges more often than others"
        case .inequality: "UIKit breaks inequalities more often than equalities"
        case .size: "UIKit breaks an app's own sizes more often than positions"
        case .zero: "UIKit breaks constraints with a constant other than 0 more often"
        case .outside: "UIKit hardly ever breaks constraints of the externally sized view itself"
        case .framework: "UIKit breaks an app's own constraints more often than the framework's"
        case .start: "UIKit hardly ever breaks leading and top edges"
        }
    }
}
