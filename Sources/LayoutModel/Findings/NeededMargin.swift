public import ExactArithmetic

/// The length that margins, or a baseline, would need for a log's constraints to be satisfiable. The log does not print it.
public struct NeededMargin: Sendable, Hashable {
    public var view: Int
    /// One side, or two opposite ones that are assumed equal: `left`, `right`, `top`, `bottom`. Empty for the first baseline, whose length is
    /// its distance from the top of the view.
    public var sides: [String]
    /// In points, or nil if unbounded.
    public var min: Rational?
    public var max: Rational?

    public init(view: Int, sides: [String], min: Rational?, max: Rational?) {
        self.view = view
        self.sides = sides
        self.min = min
        self.max = max
    }

    /// UIKit's usual margins, in points.
    private static let usual: [Rational] = [0, 8, 11, 15, 16, 20]

    /// Returns the need as the end of a sentence: `only if the left and right margins of Card were 66 each (usual ones are
    /// 8, 16 or 20)`.
    public func sentence(by names: ViewNames) -> String { "only if \(condition(by: names))" }

    /// Returns the need as a clause: `the left and right margins of Card are 66 each (usual ones are 8, 16 or 20)`.
    public func condition(by names: ViewNames) -> String {
        if sides.isEmpty { return "the first baseline of \(names.name(of: view)) is \(length) below its top" }
        let isPair = sides.count > 1
        let (plural, verb) = isPair ? ("s", "are") : ("", "is")
        var text = "the \(sides.joined(separator: " and ")) margin\(plural) of \(names.name(of: view)) \(verb) \(length)"
        if isPair { text += " each" }
        let isUsual = NeededMargin.usual.contains { usual in min.map { $0 <= usual } ?? true && max.map { usual <= $0 } ?? true }
        return isUsual ? text : text + " (usual ones are 8, 16 or 20)"
    }

    private var length: String {
        switch (min, max) {
        case (let min?, let max?): min == max ? min.readingText : "\(min.readingText) to \(max.readingText)"
        case (let min?, nil): "\(min.readingText) or more"
        case (nil, let max?): "\(max.readingText) or less"
        case (nil, nil): "anything"
        }
    }
}
