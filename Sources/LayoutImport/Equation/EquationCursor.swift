internal import ExactArithmetic
internal import LayoutModel

/// Goes through the tokens of an equation or assertion, the next two in sight, and reads the parts that both have.
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

    /// Whether the token is the sign.
    func isAt(_ sign: Unicode.Scalar) -> Bool { token.kind == .sign(UInt8(ascii: sign)) }

    /// Passes over the token where it is the sign.
    mutating func passes(_ sign: Unicode.Scalar) throws(EquationError) -> Bool {
        guard isAt(sign) else { return false }
        try advance()
        return true
    }

    var isAtSign: Bool { isAt("-") || isAt("+") }

    /// Whether an attribute of a view comes: a name and a dot.
    var isAtItem: Bool { (token.kind == .name || token.kind == .quoted) && following.kind == .sign(UInt8(ascii: ".")) }

    var words: String { String(decoding: text[token.range], as: UTF8.self) }

    // MARK: Parts

    /// Signs; whether they make what follows negative.
    mutating func signs() throws(EquationError) -> Bool {
        var isNegative = false
        while isAtSign {
            if isAt("-") { isNegative.toggle() }
            try advance()
        }
        return isNegative
    }

    /// A number, a ratio or a metric.
    ///
    /// - Parameter wanted: what stands there otherwise, for the error.
    mutating func number(_ wanted: String) throws(EquationError) -> Rational {
        let bytes = UnsafeBufferPointer(rebasing: text[token.range])
        let value: Rational?
        switch token.kind {
        case .number:
            value = NumberText.parse(bytes)
            if value == nil { throw error("\(words) is no number: a ratio to 0, or too many digits") }
        case .name: value = metrics[bytes]
        default: value = nil
        }
        guard let value else { throw expected(wanted) }
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

    /// A priority's word; nil if none stands. The document's own words win over a metric of the same name, a metric over those of code.
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

    /// Where a word of code stands, with what belongs to it: `.required`, `UILayoutPriority.required`, `UILayoutPriorityRequired`.
    private var platformWord: Range<Int>? {
        guard token.kind == .name || isAt(".") else { return nil }
        let end = text[token.range.lowerBound...].firstIndex { !($0.isNameStart || $0.isDigit || $0 == UInt8(ascii: ".")) } ?? text.endIndex
        return token.range.lowerBound..<end
    }

    /// Advances past the tokens that end at an index.
    private mutating func pass(to end: Int) throws(EquationError) {
        while token.kind != .end, token.range.lowerBound < end { try advance() }
    }

    /// An item and the dot behind it.
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
        if token.kind == .quoted { throw EquationError(offset: token.range.lowerBound - 1, message: "an attribute is not quoted") }
        guard token.kind == .name else { throw expected("an attribute") }
        guard let attribute = LayoutAttribute(utf8: UnsafeBufferPointer(rebasing: text[token.range])) else {
            throw error("unknown attribute \"\(words)\"")
        }
        try advance()
        return attribute
    }

    // MARK: Errors

    /// An error at the token.
    func error(_ message: String) -> EquationError { EquationError(offset: token.range.lowerBound, message: message) }

    func expected(_ what: String) -> EquationError {
        error("expected \(what), found \(token.kind == .end ? "the end" : token.kind == .quoted ? "a quoted name" : "\"\(words)\"")")
    }
}
