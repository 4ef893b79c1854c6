internal import ExactArithmetic
internal import LayoutModel

/// Parses `item.attribute REL [m *] item.attribute [* m | / d] [± constant] [@ priority]`, or `item.width REL constant [@
/// priority]`.
struct EquationParser {
    private var cursor: EquationCursor

    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, metrics: Metrics, allowsComments: Bool = false
    ) throws(EquationError) -> Equation {
        do throws(EquationError) {
            var parser = EquationParser(cursor: try EquationCursor(text.trimmedAtEnd, metrics, allowsComments: allowsComments))
            return try parser.equation()
        } catch {
            throw EquationAdvice.advised(error, in: text)
        }
    }

    private mutating func equation() throws(EquationError) -> Equation {
        let first = try side()
        var equation = Equation(first: first, relation: try cursor.relation())
        if cursor.isAtItem {
            equation.second = try side()
        } else {
            let value = try literal("a number, a metric or an item with its attribute")
            if try cursor.passes("*") {
                equation.multiplier = value
                equation.second = try side()
            } else {
                equation.constant = value
            }
        }
        if equation.second != nil { try factorAndConstant(&equation) }
        if try cursor.passes("@") {
            equation.priorityOffset = cursor.token.range.lowerBound
            equation.priority = try priority()
        }
        if cursor.token.kind != .end {
            if cursor.isAtSign || cursor.isAtItem, equation.priority == nil {
                throw cursor.error(EquationParser.severalItems)
            }
            throw cursor.expected(equation.priority == nil ? "an operator, '@' or the end of the equation" : "the end of the equation")
        }
        return equation
    }

    private static let severalItems = "the right side can have at most one item, followed by a constant: a.width == b.width + 50"

    private mutating func factorAndConstant(_ equation: inout Equation) throws(EquationError) {
        if try cursor.passes("*") {
            equation.multiplier *= try literal()
        } else if try cursor.passes("/") {
            let error = cursor.error("division by zero")
            guard let quotient = equation.multiplier.divided(by: try literal()) else { throw error }
            equation.multiplier = quotient
        }
        if cursor.isAtSign { equation.constant = try literal() }
    }

    private mutating func priority() throws(EquationError) -> Rational {
        if let named = try cursor.priority() { return named }
        return try literal("a priority: a number, required, high, low or a metric")
    }

    private mutating func side() throws(EquationError) -> Equation.Side {
        Equation.Side(item: try cursor.item(), attribute: try cursor.attribute())
    }

    /// Parses signs, then a number, a ratio or a metric.
    private mutating func literal(_ wanted: String = "a number or a metric") throws(EquationError) -> Rational {
        let isNegative = try cursor.signs()
        if cursor.isAtItem { throw cursor.error(EquationParser.severalItems) }
        let value = try cursor.number(wanted)
        return isNegative ? -value : value
    }
}
