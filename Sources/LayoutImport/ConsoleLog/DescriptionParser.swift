internal import ExactArithmetic
internal import LayoutModel

/// Parses one description without its angle brackets: `Class:0xADDR 'identifier' BODY   (active, names: TABLE )`.
///
/// Extensions in separate files parse the visual format, the equation and the table of names.
struct DescriptionParser {
    let bytes: Bytes
    /// The index of the next byte to read.
    var index = 0
    /// The end of the body, where the tail begins.
    var end: Int
    /// Accessibility names of the table, as bytes. The body refers to views by these.
    var names: [(name: Bytes, item: PrintedItem)] = []

    /// - Throws: `UnreadableDescription`, with the reason in words.
    static func parse(_ content: Bytes) throws(UnreadableDescription) -> PrintedConstraint {
        var parser = DescriptionParser(bytes: content, end: content.count)
        // SnapKit of 2015 has brackets around the head and each item: `<Class:0xADDR> <Item:0xADDR>.top == <Item:0xADDR>.top`.
        if parser.take("<") { parser.skipBlanks() }
        let className = try parser.takeClassName()
        let tail = parser.lastTail()
        var failure = UnreadableDescription("no constraint follows the class name")
        for head in parser.heads() {
            // A title may look like a tail. If the description cannot be parsed with the tail, it is tried without.
            for start in tail.map({ [$0, content.count] }) ?? [content.count] where start >= head.end {
                do throws(UnreadableDescription) {
                    return try parser.parse(className: className, head: head, tail: start)
                } catch {
                    if start == tail || tail == nil { failure = error }
                }
            }
        }
        throw failure
    }

    private func parse(className: String, head: Head, tail: Int) throws(UnreadableDescription) -> PrintedConstraint {
        var parser = self
        parser.index = head.end
        if bytes.first == Byte.less { _ = parser.take(">") }
        parser.end = tail
        let table = try parser.takeTail(from: tail)
        parser.names = table.names
        let identifier = try parser.takeIdentifier()
        var body = try parser.takeBody()
        try table.tellApart(&body)
        return PrintedConstraint(
            className: className, address: head.address, identifier: identifier ?? head.label, source: head.source, isActive: table.isActive,
            body: body, superview: table.superview, names: table.names.map(\.item), text: "<\(bytes.text(0..<bytes.count))>")
    }

    private mutating func takeBody() throws(UnreadableDescription) -> PrintedConstraint.Body {
        skipBlanks()
        if let orientation = takeOrientation() {
            return try takeVisualFormat(axis: orientation)
        }
        var relation = try takeEquation()
        if let size = try takeContentSize(of: relation) { return .contentSize(size) }
        try takeSuffixes(&relation)
        try relation.check()
        return .relation(relation)
    }

    /// Parses the optional direction and priority after the body.
    mutating func takeSuffixes(_ relation: inout PrintedRelation) throws(UnreadableDescription) {
        while true {
            skipBlanks()
            if index >= end { return }
            if take("(LTR)") {
                relation.direction = .ltr
            } else if take("(RTL)") {
                relation.direction = .rtl
            } else if take("priority:") || take("^") || take("@") {
                skipBlanks()
                relation.priority = try takePriority()
            } else {
                throw UnreadableDescription("unexpected '\(excerpt)'")
            }
        }
    }
}

// MARK: - Basic parsers

extension DescriptionParser {
    var next: UInt8? { index < end ? bytes[index] : nil }

    /// The text at the current index, short enough for a message.
    var excerpt: String {
        index < end ? bytes.text(index..<Swift.min(end, index + 24)) : "the end"
    }

    mutating func skipBlanks() {
        while index < end, bytes[index].isBlank { index += 1 }
    }

    mutating func take(_ text: StaticString) -> Bool {
        guard index + text.utf8CodeUnitCount <= end, bytes.has(text, at: index) else { return false }
        index += text.utf8CodeUnitCount
        return true
    }

    mutating func expect(_ text: StaticString) throws(UnreadableDescription) {
        guard take(text) else { throw UnreadableDescription("expected '\(text)', found '\(excerpt)'") }
    }

    mutating func takeRelation() -> LayoutRelation? {
        let start = index
        if take("==") || take("=<") || take("=>") {
            return bytes[start + 1] == Byte.equals ? .equal : bytes[start + 1] == Byte.less ? .lessThanOrEqual : .greaterThanOrEqual
        }
        if take(">=") || take("\u{2265}") { return .greaterThanOrEqual }
        if take("<=") || take("\u{2264}") { return .lessThanOrEqual }
        return take("=") ? .equal : nil
    }

    /// Parses a number with an optional sign, which blanks may follow: `8`, `- 16`, `+ 70`, `2.22507e-308`. Returns nil if there
    /// is none.
    mutating func takeNumber() -> Rational? {
        let start = index
        var isNegative = false
        if next == Byte.minus || next == Byte.plus {
            isNegative = next == Byte.minus
            index += 1
            skipBlanks()
        }
        let digits = index
        func skipDigits() {
            while index < end, bytes[index].isDigit { index += 1 }
        }
        skipDigits()
        if index > digits, next == Byte.dot, bytes.at(index + 1)?.isDigit == true, index + 1 < end {
            index += 1
            skipDigits()
        }
        if index > digits, let mark = next, mark | 0x20 == UInt8(ascii: "e") {
            let exponent = index
            index += 1
            if next == Byte.minus || next == Byte.plus { index += 1 }
            let first = index
            skipDigits()
            if index == first { index = exponent }
        }
        guard index > digits, let value = Rational(decimal: bytes.text(digits..<index)) else {
            index = start
            return nil
        }
        return isNegative ? -value : value
    }

    /// Parses a multiplier: the fraction with the least denominator up to 1000 that has the same printed form, else the number
    /// itself.
    mutating func takeMultiplier() -> Rational? {
        let start = index
        return takeNumber().map { multiplier($0, printed: start..<index) }
    }

    /// Returns the meaning of a printed number as a multiplier: `1.77778` is 16/9.
    func multiplier(_ number: Rational, printed range: Range<Int>) -> Rational {
        let mantissa = bytes[range].prefix { $0 | 0x20 != UInt8(ascii: "e") }.drop { !$0.isDigit || $0 == UInt8(ascii: "0") }
        let digits = mantissa.reduce(0) { $0 + ($1.isDigit ? 1 : 0) }
        // `%g` prints six digits. Further digits may be off by one in the last of them.
        let fraction = Rational.simplest(in: number.numbersPrintedAlike(digits: digits > 6 ? digits - 1 : 6))
        return fraction.denominator <= 1000 ? fraction : number
    }

    mutating func takePriority() throws(UnreadableDescription) -> Rational {
        guard let priority = takeNumber(), priority.isPositive else { throw UnreadableDescription("expected a priority, found '\(excerpt)'") }
        return Swift.min(priority, LayoutPriority.required)
    }

    /// Parses a named space: `NSSpace(8)` states its length, `NSSpace` does not. Returns nil if there is no name.
    mutating func takeSymbol() throws(UnreadableDescription) -> (name: String, length: Rational?)? {
        if take("(null)") { return ("(null)", nil) }
        let start = index
        while index < end, bytes[index].isWord { index += 1 }
        guard index > start, !bytes[start].isDigit else {
            index = start
            return nil
        }
        let name = bytes.text(start..<index)
        guard take("(") else { return (name, nil) }
        guard let length = takeNumber() else { throw UnreadableDescription("expected a number in \(name)(…), found '\(excerpt)'") }
        try expect(")")
        return (name, length)
    }
}
