internal import ExactArithmetic
internal import LayoutModel

/// `item.attribute REL [m *] item.attribute [* m | / d] [± constant] [@ priority]`, or
/// `item.width REL constant [@ priority]`.
struct EquationParser {
    private let text: UnsafeBufferPointer<UInt8>
    private let metrics: Metrics
    private var scanner: EquationScanner
    private var token: EquationToken
    private var following: EquationToken

    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, metrics: Metrics, allowsComments: Bool = false
    ) throws(EquationError) -> Equation {
        var parser = try EquationParser(text.trimmedAtEnd, metrics: metrics, allowsComments: allowsComments)
        return try parser.equation()
    }

    private init(_ text: UnsafeBufferPointer<UInt8>, metrics: Metrics, allowsComments: Bool) throws(EquationError) {
        self.text = text
        self.metrics = metrics
        scanner = EquationScanner(text, allowsComments: allowsComments)
        token = try scanner.next()
        following = try scanner.next()
    }

    private mutating func equation() throws(EquationError) -> Equation {
        let first = try side()
        let relation = try take(.relation)
        guard let relation = LayoutRelation(utf8: UnsafeBufferPointer(rebasing: text[relation.range])) else {
            throw EquationError(offset: relation.range.lowerBound, message: "expected ==, <= or >=")
        }
        var equation = Equation(first: first, relation: relation)
        if isSide {
            equation.second = try side()
        } else {
            let value = try literal(orItem: true)
            if token.kind == .sign(UInt8(ascii: "*")) {
                try advance()
                equation.multiplier = value
                equation.second = try side()
            } else {
                equation.constant = value
            }
        }
        if equation.second != nil { try factorAndConstant(&equation) }
        if token.kind == .sign(UInt8(ascii: "@")) {
            try advance()
            equation.priority = try priority()
        }
        if token.kind != .end { throw expected(equation.priority == nil ? "an operator, '@' or the end of the equation" : "the end of the equation") }
        return equation
    }

    private mutating func factorAndConstant(_ equation: inout Equation) throws(EquationError) {
        if token.kind == .sign(UInt8(ascii: "*")) {
            try advance()
            equation.multiplier *= try literal()
        } else if token.kind == .sign(UInt8(ascii: "/")) {
            try advance()
            let place = token.range.lowerBound
            guard let quotient = equation.multiplier.divided(by: try literal()) else {
                throw EquationError(offset: place, message: "division by zero")
            }
            equation.multiplier = quotient
        }
        if isSign { equation.constant = try literal() }
    }

    private mutating func priority() throws(EquationError) -> Rational {
        if token.kind == .name, let named = LayoutPriority.named(String(decoding: text[token.range], as: UTF8.self)) {
            try advance()
            return named
        }
        return try literal()
    }

    // MARK: Parts

    private var isSign: Bool { token.kind == .sign(UInt8(ascii: "-")) || token.kind == .sign(UInt8(ascii: "+")) }

    private var isSide: Bool {
        (token.kind == .name || token.kind == .quoted) && following.kind == .sign(UInt8(ascii: "."))
    }

    private mutating func side() throws(EquationError) -> Equation.Side {
        guard token.kind == .name || token.kind == .quoted else { throw expected("an item") }
        let item = ItemName(range: token.range, isQuoted: token.kind == .quoted)
        try advance()
        _ = try take(.sign(UInt8(ascii: ".")))
        if token.kind == .quoted { throw EquationError(offset: token.range.lowerBound - 1, message: "an attribute is not quoted") }
        guard token.kind == .name else { throw expected("an attribute") }
        guard let attribute = LayoutAttribute(utf8: UnsafeBufferPointer(rebasing: text[token.range])) else {
            throw EquationError(offset: token.range.lowerBound, message: "unknown attribute \"\(words(token))\"")
        }
        try advance()
        return Equation.Side(item: item, attribute: attribute)
    }

    /// Signs, then a number, a ratio or a metric.
    private mutating func literal(orItem: Bool = false) throws(EquationError) -> Rational {
        var isNegative = false
        while isSign {
            if token.kind == .sign(UInt8(ascii: "-")) { isNegative.toggle() }
            try advance()
        }
        let bytes = UnsafeBufferPointer(rebasing: text[token.range])
        let value: Rational
        switch token.kind {
        case .number:
            guard let number = NumberText.parse(bytes) else {
                throw EquationError(offset: token.range.lowerBound, message: "\(words(token)) is no number: a ratio to 0, or too many digits")
            }
            value = number
        case .name:
            guard let metric = metrics[bytes] else {
                let wanted = orItem ? "a number, a metric or an item with its attribute" : "a number or a metric"
                throw EquationError(offset: token.range.lowerBound, message: "expected \(wanted), found \"\(words(token))\"")
            }
            value = metric
        default: throw expected(orItem ? "a number, a metric or an item" : "a number or a metric")
        }
        try advance()
        return isNegative ? -value : value
    }

    private mutating func take(_ kind: EquationToken.Kind) throws(EquationError) -> EquationToken {
        guard token.kind == kind else { throw expected(kind.words) }
        let taken = token
        try advance()
        return taken
    }

    private mutating func advance() throws(EquationError) {
        token = following
        following = try scanner.next()
    }

    private func words(_ token: EquationToken) -> String { String(decoding: text[token.range], as: UTF8.self) }

    private func expected(_ what: String) -> EquationError {
        let found = token.kind == .end ? "the end" : token.kind == .quoted ? "a quoted name" : "\"\(words(token))\""
        return EquationError(offset: token.range.lowerBound, message: "expected \(what), found \(found)")
    }
}
