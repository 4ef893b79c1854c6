public import ExactArithmetic

/// The named priorities. A priority is a number in (0, 1000]; strict levels, never weights.
public enum LayoutPriority {
    public static let required: Rational = 1000
    public static let defaultHigh: Rational = 750
    public static let defaultLow: Rational = 250
    /// UIKit's fitting size level: how strongly a root without a size shrinks.
    public static let fittingSize: Rational = 50

    /// The priority that a word stands for.
    public static func named(_ word: String) -> Rational? {
        switch word {
        case "required": required
        case "high": defaultHigh
        case "low": defaultLow
        default: nil
        }
    }
}
