public import ExactArithmetic

/// The named priorities. A priority is a number in (0, 1000]. Priorities are strict levels and not weights.
public enum LayoutPriority {
    @inlinable public static var required: Rational { 1000 }
    @inlinable public static var defaultHigh: Rational { 750 }
    @inlinable public static var defaultLow: Rational { 250 }
    /// UIKit's fitting size level: the priority with which a root without a size shrinks.
    @inlinable public static var fittingSize: Rational { 50 }

    /// The names that `named` knows.
    public static let names = ["required", "high", "low"]

    /// Returns the priority with this name.
    public static func named(_ word: String) -> Rational? {
        switch word {
        case "required": required
        case "high": defaultHigh
        case "low": defaultLow
        default: nil
        }
    }
}
