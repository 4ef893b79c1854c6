internal import ExactArithmetic
internal import LayoutModel

/// `item.attribute REL side [± term]…`, where a side is `[m *] item.attribute [* m | / d]` and a term a number, a metric, or
/// `[m *] item.intrinsic.width [* m | / d]`. Like a constraint it has one attribute on each side at most; it has no priority.
struct AssertionParser {
    private enum Operand {
        case number(Rational)
        case attribute(LayoutAssertion.Side)
        case intrinsic(String, Axis)
    }

    private let text: UnsafeBufferPointer<UInt8>
    private let metrics: Metrics
    private var scanner: EquationScanner
    private var token: EquationToken
    private var following: EquationToken

    static func parse(_ text: UnsafeBufferPointer<UInt8>, metrics: Metrics) throws(EquationError) -> LayoutAssertion {
        var parser = try AssertionParser(text.trimmedAtEnd, metrics)
        return try parser.assertion()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>, _ metrics: Metrics) throws(EquationError) {
        self.text = text
        self.metrics = metrics
        scanner = EquationScanner(text, allowsComments: false)
        token = try scanner.next()
        following = try scanner.next()
    }

    private mutating func assertion() throws(EquationError) -> LayoutAssertion {
        guard case .attribute(let first) = try operand() else { throw expected("an attribute of a view, such as title.width") }
        guard token.kind == .relation, let relation = LayoutRelation(utf8: UnsafeBufferPointer(rebasing: text[token.range])) else {
            throw expected("==, <= or >=")
        }
        try advance()
        var parsed = LayoutAssertion(first: first, relation: relation)
        try term(sign: 1, into: &parsed)
        while token.kind == .sign(UInt8(ascii: "+")) || token.kind == .sign(UInt8(ascii: "-")) {
            let sign: Rational = token.kind == .sign(UInt8(ascii: "-")) ? -1 : 1
            try advance()
            try term(sign: sign, into: &parsed)
        }
        if token.kind == .sign(UInt8(ascii: "@")) {
            throw EquationError(offset: token.range.lowerBound, message: "an assertion has no priority")
        }
        if token.kind != .end { throw expected("an operator or the end of the assertion") }
        return parsed
    }

    /// A product of numbers and at most one attribute or intrinsic size.
    private mutating func term(sign: Rational, into parsed: inout LayoutAssertion) throws(EquationError) {
        var factor = sign
        var subject: (operand: Operand, offset: Int)?
        func take(_ operand: Operand, _ offset: Int) throws(EquationError) {
            if case .number(let number) = operand {
                factor *= number
            } else if subject == nil {
                subject = (operand, offset)
            } else {
                throw EquationError(offset: offset, message: "a product of two attributes is not linear")
            }
        }
        while token.kind == .sign(UInt8(ascii: "-")) || token.kind == .sign(UInt8(ascii: "+")) {
            if token.kind == .sign(UInt8(ascii: "-")) { factor = -factor }
            try advance()
        }
        var offset = token.range.lowerBound
        try take(try operand(), offset)
        while true {
            if token.kind == .sign(UInt8(ascii: "*")) {
                try advance()
                offset = token.range.lowerBound
                try take(try operand(), offset)
            } else if token.kind == .sign(UInt8(ascii: "/")) {
                try advance()
                offset = token.range.lowerBound
                guard case .number(let number) = try operand() else { throw EquationError(offset: offset, message: "expected a number to divide by") }
                guard let quotient = factor.divided(by: number) else { throw EquationError(offset: offset, message: "division by zero") }
                factor = quotient
            } else {
                break
            }
        }
        switch subject?.operand {
        case nil, .number: parsed.constant += factor
        case .intrinsic(let item, let axis): parsed.intrinsics.append(LayoutAssertion.IntrinsicTerm(item: item, axis: axis, factor: factor))
        case .attribute(let side):
            guard parsed.second == nil else {
                throw EquationError(offset: subject?.offset ?? offset, message: "an assertion has one attribute on each side, like a constraint")
            }
            parsed.second = side
            parsed.multiplier = factor
        }
    }

    private mutating func operand() throws(EquationError) -> Operand {
        let start = token
        let bytes = UnsafeBufferPointer(rebasing: text[token.range])
        switch token.kind {
        case .number:
            guard let number = NumberText.parse(bytes) else {
                throw EquationError(offset: start.range.lowerBound, message: "\(words(start)) is no number: a ratio to 0, or too many digits")
            }
            try advance()
            return .number(number)
        case .name where following.kind != .sign(UInt8(ascii: ".")):
            guard let metric = metrics[bytes] else { throw expected("a number, a metric or a view with its attribute") }
            try advance()
            return .number(metric)
        case .name, .quoted: return try reference()
        default: throw expected("a number, a metric or a view with its attribute")
        }
    }

    /// `item.attribute`, `item.intrinsic.width`
    private mutating func reference() throws(EquationError) -> Operand {
        let item = String(decoding: ItemName(range: token.range, isQuoted: token.kind == .quoted).bytes(in: text), as: UTF8.self)
        try advance()
        try takeDot()
        guard token.kind == .name else { throw expected("an attribute") }
        if words(token) == "intrinsic" {
            try advance()
            try takeDot()
            let axis: Axis? = words(token) == "width" ? .horizontal : words(token) == "height" ? .vertical : nil
            guard let axis else { throw expected("width or height") }
            try advance()
            return .intrinsic(item, axis)
        }
        guard let attribute = LayoutAttribute(utf8: UnsafeBufferPointer(rebasing: text[token.range])) else {
            throw EquationError(offset: token.range.lowerBound, message: "unknown attribute \"\(words(token))\"")
        }
        try advance()
        return .attribute(LayoutAssertion.Side(item: item, attribute: attribute))
    }

    private mutating func takeDot() throws(EquationError) {
        guard token.kind == .sign(UInt8(ascii: ".")) else { throw expected("'.'") }
        try advance()
    }

    private mutating func advance() throws(EquationError) {
        token = following
        following = try scanner.next()
    }

    private func words(_ token: EquationToken) -> String { String(decoding: text[token.range], as: UTF8.self) }

    private func expected(_ what: String) -> EquationError {
        EquationError(offset: token.range.lowerBound, message: "expected \(what), found \(token.kind == .end ? "the end" : "\"\(words(token))\"")")
    }
}
