internal import ExactArithmetic
internal import LayoutModel

/// Iterates over the tokens of an equation or assertion with a lookahead of two, and parses their common parts.
struct EquationCursor {
    private let text: UnsafeBufferPointer<UInt8>
    private let metrics: Metrics
    private var scanner: EquationScanner
    private(set) var token: EquationToken
    private(set) var following: EquationToken

    init(_ text: UnsafeBufferPointer<UInt8>, _ metrics: Metrics, allowsComments: Bool) throws(EquationError) {
        self.text = text
        self.metrics = metrics
        scanner = EquationScanner(text, allowsComments: allowsComments)
        token = try scanner.next()
        following = try scanner.next()
    }

    mutating func advance() throws(EquationError) {
        token = following
        following = try scanner.next()
    }

    /// Returns whether the current token is the sign.
    func isAt(_ sign: Unicode.Scalar) -> Bool { token.kind == .sign(UInt8(ascii: sign)) }

    /// Skips the token if it is the sign.
    mutating func passes(_ sign: Unicode.Scalar) throws(EquationError) -> Bool {
        guard isAt(sign) else { return false }
        try advance()
        return true
    }

    var isAtSign: Bool { isAt("-") || isAt("+") }

    /// Whether an attribute of a view follows: a name and a dot.
    var isAtItem: Bool { (token.kind == .name || token.kind == .quoted) && following.kind == .sign(UInt8(ascii: ".")) }

    var words: String { String(decoding: text[token.range], as: UTF8.self) }

    // MARK: Parts

    /// Skips signs. Returns whether they negate the following term.
    mutating func signs() throws(EquationError) -> Bool {
        var isNegative = false
        while isAtSign {
            if isAt("-") { isNegative.toggle() }
            try advance()
        }
        return isNegative
    }

    /// Parses a number, a ratio or a metric.
    ///
    /// - Parameter wanted: the expected element, for the error.
    mutating func number(_ wanted: String) throws(EquationError) -> Rational {
        let bytes = UnsafeBufferPointer(rebasing: text[token.range])
        let value: Rational?
        switch token.kind {
        case .number:
            value = NumberText.parse(bytes)
            if value == nil { throw error("\(words) is not a valid number: it is a ratio to 0, or has too many digits") }
        case .name: value = metrics[bytes]
        default: value = nil
        }
        guard let value else {
            let words = token.kind == .name ? metrics.hint(words, among: wanted.contains("priority") ? LayoutPriority.names : []) : ""
            throw EquationError(offset: token.range.lowerBound, message: expected(wanted).message + words)
        }
        try advance()
        return value
    }

    mutating func relation() throws(EquationError) -> LayoutRelation {
        let word = platformWord
        guard token.kind == .relation || word != nil,
            let relation = LayoutRelation(utf8: UnsafeBufferPointer(rebasing: text[word ?? token.range]))
        else { throw expected("==, <= or >=") }
        try pass(to: word?.upperBound ?? token.range.upperBound)
        return relation
    }

    /// Parses a named priority, or returns nil if there is none. The document's own names override a metric of the same name, and
    /// a metric overrides names in code.
    mutating func priority() throws(EquationError) -> Rational? {
        if token.kind == .name, let named = LayoutPriority.named(words) {
            try advance()
            return named
        }
        guard let word = platformWord else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: text[word])
        guard metrics[bytes] == nil, let priority = PlatformWord.priority(bytes) else { return nil }
        try pass(to: word.upperBound)
        return priority
    }

    /// The range of a word in code with its qualifiers: `.required`, `UILayoutPriority.required`, `UILayoutPriorityRequired`.
    private var platformWord: Range<Int>? {
        guard token.kind == .name || isAt(".") else { return nil }
        let end = text[token.range.lowerBound...].firstIndex { !($0.isNameStart || $0.isDigit || $0 == UInt8(ascii: ".")) } ?? text.endIndex
        return token.range.lowerBound..<end
    }

    /// Skips the tokens that end at an index.
    private mutating func pass(to end: Int) throws(EquationError) {
        while token.kind != .end, token.range.lowerBound < end { try advance() }
    }

    /// Parses an item and the dot after it.
    mutating func item() throws(EquationError) -> ItemName {
        guard token.kind == .name || token.kind == .quoted else { throw expected("an item") }
        let item = ItemName(range: token.range, isQuoted: token.kind == .quoted)
        try advance()
        try takeDot()
        return item
    }

    mutating func takeDot() throws(EquationError) {
        guard try passes(".") else { throw expected("'.'") }
    }

    mutating func attribute() throws(EquationError) -> LayoutAttribute {
        if token.kind == .quoted { throw EquationError(offset: token.range.lowerBound - 1, message: "an attribute must not be quoted") }
        guard token.kind == .name else { throw expected("an attribute") }
        guard let attribute = LayoutAttribute(utf8: UnsafeBufferPointer(rebasing: text[token.range])) else {
            throw error("unknown attribute \"\(words)\"\(LayoutAttribute.hint(words))")
        }
        try advance()
        return attribute
    }

    // MARK: Errors

    /// Returns an error at the current token.
    func error(_ message: String) -> EquationError { EquationError(offset: token.range.lowerBound, message: message) }

    func expected(_ what: String) -> EquationError {
        error("expected \(what), found \(token.kind == .end ? "the end" : token.kind == .quoted ? "a quoted name" : "\"\(words)\"")")
    }
}
