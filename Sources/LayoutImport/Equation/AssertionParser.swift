internal import ExactArithmetic
internal import LayoutModel

/// Parses `item.attribute REL side [± term]…`, where a side is `[m *] item.attribute [* m | / d]` and a term a number, a metric,
/// or `[m *] item.intrinsic.width [* m | / d]`. As in a constraint there is at most one attribute on each side. There is no
/// priority.
struct AssertionParser {
    private enum Operand {
        case number(Rational)
        case attribute(LayoutAssertion.Side)
        case intrinsic(String, Axis)
    }

    private static let side = "a number, a metric or a view with its attribute"

    private let text: UnsafeBufferPointer<UInt8>
    private var cursor: EquationCursor

    static func parse(_ text: UnsafeBufferPointer<UInt8>, metrics: Metrics) throws(EquationError) -> LayoutAssertion {
        let text = text.trimmedAtEnd
        var parser = AssertionParser(text: text, cursor: try EquationCursor(text, metrics, allowsComments: false))
        return try parser.assertion()
    }

    private mutating func assertion() throws(EquationError) -> LayoutAssertion {
        guard cursor.isAtItem, case .attribute(let first) = try reference() else {
            throw cursor.expected("an attribute of a view, such as title.width")
        }
        var parsed = LayoutAssertion(first: first, relation: try cursor.relation())
        try term(isNegative: false, into: &parsed)
        while cursor.isAtSign {
            let isNegative = cursor.isAt("-")
            try cursor.advance()
            try term(isNegative: isNegative, into: &parsed)
        }
        if cursor.isAt("@") { throw cursor.error("an assertion has no priority") }
        if cursor.token.kind != .end { throw cursor.expected("an operator or the end of the assertion") }
        return parsed
    }

    /// Parses a product of numbers and at most one attribute or intrinsic size.
    private mutating func term(isNegative: Bool, into parsed: inout LayoutAssertion) throws(EquationError) {
        var factor: Rational = isNegative != (try cursor.signs()) ? -1 : 1
        var subject: Operand?
        func take(_ operand: Operand, _ error: (String) -> EquationError) throws(EquationError) {
            switch operand {
            case .number(let number): factor *= number
            case .attribute where parsed.second != nil: throw error("an assertion can have only one attribute on each side, like a constraint")
            case _ where subject != nil: throw error("a product of two attributes is not linear")
            default: subject = operand
            }
        }
        var error = cursor.error
        try take(try operand(), error)
        while true {
            if try cursor.passes("*") {
                error = cursor.error
                try take(try operand(), error)
            } else if try cursor.passes("/") {
                error = cursor.error
                guard case .number(let number) = try operand() else { throw error("expected a number to divide by") }
                guard let quotient = factor.divided(by: number) else { throw error("division by zero") }
                factor = quotient
            } else {
                break
            }
        }
        switch subject {
        case nil, .number: parsed.constant += factor
        case .intrinsic(let item, let axis): parsed.intrinsics.append(LayoutAssertion.IntrinsicTerm(item: item, axis: axis, factor: factor))
        case .attribute(let side): (parsed.second, parsed.multiplier) = (side, factor)
        }
    }

    private mutating func operand() throws(EquationError) -> Operand {
        cursor.isAtItem ? try reference() : .number(try cursor.number(AssertionParser.side))
    }

    /// Parses `item.attribute` or `item.intrinsic.width`.
    private mutating func reference() throws(EquationError) -> Operand {
        let item = String(decoding: try cursor.item().bytes(in: text), as: UTF8.self)
        guard cursor.token.kind == .name, cursor.words == "intrinsic" else {
            return .attribute(LayoutAssertion.Side(item: item, attribute: try cursor.attribute()))
        }
        try cursor.advance()
        try cursor.takeDot()
        let axis: Axis? = cursor.words == "width" ? .horizontal : cursor.words == "height" ? .vertical : nil
        guard let axis else { throw cursor.expected("width or height") }
        try cursor.advance()
        return .intrinsic(item, axis)
    }
}
