internal import ExactArithmetic
internal import LayoutModel

extension VisualFormatParser {
    /// The subject of predicates.
    enum Subject {
        /// The distance between two edges. A view's length is allowed only by the extended grammar.
        case distance
        /// A view's length along the axis.
        case length
        /// The attribute that a constraint line names.
        case attribute
    }

    /// Parses `(predicate, predicate …)`.
    mutating func predicates(_ subject: Subject) throws(VisualFormatError) -> [VisualFormat.Predicate] {
        guard try cursor.take("(") else { throw cursor.expected("'('") }
        var predicates = [try predicate(subject)]
        while try cursor.take(",") { predicates.append(try predicate(subject)) }
        guard try cursor.take(")") else { throw cursor.expected(predicates.last?.priority != nil ? "',' or ')'" : "'@', ',' or ')'") }
        return predicates
    }

    private mutating func predicate(_ subject: Subject) throws(VisualFormatError) -> VisualFormat.Predicate {
        try countPart()
        try cursor.skipBlanks()
        let offset = cursor.offset
        let relation = try relation()
        try cursor.skipBlanks()
        var predicate = VisualFormat.Predicate(offset: offset, relation: relation, value: try value(subject))
        if try cursor.take("@") { predicate.priority = try priority() }
        return predicate
    }

    private mutating func relation() throws(VisualFormatError) -> LayoutRelation {
        guard let first = cursor.next, first == UInt8(ascii: "=") || first == UInt8(ascii: "<") || first == UInt8(ascii: ">") else { return .equal }
        guard cursor.byte(cursor.offset + 1) == UInt8(ascii: "=") else {
            throw VisualFormatError(offset: cursor.offset, message: "unknown relation: expected ==, >= or <=")
        }
        cursor.advance(2)
        return first == UInt8(ascii: "=") ? .equal : first == UInt8(ascii: "<") ? .lessThanOrEqual : .greaterThanOrEqual
    }

    // MARK: Values

    /// Parses a number or a metric, or a view if the subject is not a distance.
    mutating func value(_ subject: Subject) throws(VisualFormatError) -> VisualFormat.Predicate.Value {
        if let number = try number() {
            guard cursor.isNext("%") else { return .number(number) }
            try cursor.grammar.require(.percentages, at: cursor.offset)
            cursor.advance()
            return .share(number * VisualFormatParser.percent)
        }
        let start = cursor.offset
        let wanted = subject == .distance ? "a number or a metric" : "a number, a metric or a view"
        guard cursor.isNext("\"") || cursor.next?.isNameStart == true else { throw cursor.expected(wanted) }
        let name = try name()
        if !name.isQuoted, let metric = metric(name.range) { return .number(metric) }
        if subject == .distance, !cursor.grammar.isExtended {
            throw VisualFormatError(
                offset: start,
                message: "there is no metric \"\(String(decoding: name.bytes(in: cursor.text).prefix(80), as: UTF8.self))\", "
                    + "and a distance is a number or a metric; a view is written in brackets, as in -[title]-")
        }
        return .view(try operand(name))
    }

    private static let percent = Rational(1, over: 100) ?? .zero

    private func metric(_ range: Range<Int>) -> Rational? {
        let name = UnsafeBufferPointer(rebasing: cursor.text[range])
        for table in metrics {
            if let value = table[name] { return value }
        }
        return nil
    }

    /// Parses `view[.attribute][* number | / number][+ number | - number]`. All parts except the view require the extended
    /// grammar.
    private mutating func operand(_ name: ItemName) throws(VisualFormatError) -> VisualFormat.Operand {
        var operand = VisualFormat.Operand(name: name)
        try cursor.skipBlanks()
        if cursor.isNext(".") {
            try cursor.grammar.require(.attributes, at: cursor.offset)
            cursor.advance()
            operand.attribute = try attribute()
            try cursor.skipBlanks()
        }
        if cursor.isNext("*") || cursor.isNext("/") {
            try cursor.grammar.require(.arithmetic, at: cursor.offset)
            let isQuotient = cursor.isNext("/")
            cursor.advance()
            try cursor.skipBlanks()
            let offset = cursor.offset
            let factor = try numberOrMetric("a number or a metric")
            guard let multiplier = isQuotient ? factor.reciprocalIfAny : factor else {
                throw VisualFormatError(offset: offset, message: "division by zero")
            }
            operand.multiplier = multiplier
            try cursor.skipBlanks()
        }
        if cursor.isNext("+") || cursor.isNext("-") {
            try cursor.grammar.require(.arithmetic, at: cursor.offset)
            let isDifference = cursor.isNext("-")
            cursor.advance()
            try cursor.skipBlanks()
            let constant = try numberOrMetric("a number or a metric")
            operand.constant = isDifference ? -constant : constant
        }
        return operand
    }

    mutating func attribute() throws(VisualFormatError) -> LayoutAttribute {
        try cursor.skipBlanks()
        let offset = cursor.offset
        guard let word = cursor.takeWord() else { throw cursor.expected("an attribute") }
        guard let attribute = LayoutAttribute(utf8: UnsafeBufferPointer(rebasing: cursor.text[word])) else {
            let name = String(decoding: cursor.text[word].prefix(80), as: UTF8.self)
            throw VisualFormatError(offset: offset, message: "unknown attribute \"\(name)\"\(LayoutAttribute.hint(name))")
        }
        return attribute
    }

    /// Parses a priority. Named priorities override a metric of the same name, as in equations.
    private mutating func priority() throws(VisualFormatError) -> Rational {
        try cursor.skipBlanks()
        let offset = cursor.offset
        if let named = namedPriority() { return named }
        let priority = try numberOrMetric("a priority: a number or a metric")
        if !priority.isPositive || priority > LayoutPriority.required {
            throw VisualFormatError(
                offset: offset, code: "priority-out-of-range", message: "a priority must be above 0 and at most 1000, found \(priority.equationText)")
        }
        return priority
    }

    /// Parses a named priority, or returns nil if there is none.
    private mutating func namedPriority() -> Rational? {
        var copy = cursor
        let word = copy.takePlatformWord()
        let bytes = UnsafeBufferPointer(rebasing: cursor.text[word])
        let metric = metric(word)
        if let named = LayoutPriority.named(String(decoding: bytes, as: UTF8.self)) {
            if let metric, metric != named { shadowedMetrics.insert(String(decoding: bytes, as: UTF8.self)) }
            cursor = copy
            return named
        }
        guard metric == nil, let named = PlatformWord.priority(bytes) else { return nil }
        cursor = copy
        return named
    }

    // MARK: Numbers

    private mutating func numberOrMetric(_ wanted: String) throws(VisualFormatError) -> Rational {
        if let number = try number() { return number }
        let start = cursor.offset
        guard let word = cursor.takeWord() else { throw cursor.expected(wanted) }
        guard let metric = metric(word) else {
            throw VisualFormatError(offset: start, message: "there is no metric \"\(String(decoding: cursor.text[word].prefix(80), as: UTF8.self))\"")
        }
        return metric
    }

    /// Parses a decimal as `strtod` does: a sign, digits with a point anywhere, an exponent. Returns nil if there is none.
    private mutating func number() throws(VisualFormatError) -> Rational? {
        let start = cursor.offset
        var place = start
        func digits() -> Range<Int> {
            let first = place
            while let byte = cursor.byte(place), byte.isDigit { place += 1 }
            return first..<place
        }
        var isNegative = false
        if let sign = cursor.byte(place), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            place += 1
        }
        let whole = digits()
        var fraction = place..<place
        if cursor.byte(place) == UInt8(ascii: "."), cursor.byte(place + 1)?.isDigit == true || !whole.isEmpty {
            place += 1
            fraction = digits()
        }
        if whole.isEmpty, fraction.isEmpty { return nil }
        var exponent = ""
        let mark = place
        if let letter = cursor.byte(place), letter | 0x20 == UInt8(ascii: "e") {
            place += 1
            if let sign = cursor.byte(place), sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { place += 1 }
            if digits().isEmpty { place = mark } else { exponent = String(decoding: cursor.text[mark..<place], as: UTF8.self) }
        }
        func text(_ range: Range<Int>) -> String { range.isEmpty ? "0" : String(decoding: cursor.text[range], as: UTF8.self) }
        guard let value = Rational(decimal: "\(isNegative ? "-" : "")\(text(whole)).\(text(fraction))\(exponent)"), NumberText.isWritable(value)
        else {
            throw VisualFormatError(offset: start, message: "the number has too many digits")
        }
        cursor.advance(place - start)
        return value
    }

    // MARK: Constraint lines

    /// Parses the text after `C:`.
    mutating func constraintLine() throws(VisualFormatError) -> ConstraintLine {
        var line = ConstraintLine(view: VisualFormat.View(name: try name()), parts: [])
        while true {
            try cursor.skipBlanks()
            if cursor.next == nil, !line.parts.isEmpty { return line }
            let offset = cursor.offset + 1
            guard try cursor.take(".") else {
                throw cursor.expected(line.parts.isEmpty ? "'.' and an attribute" : "'.' and an attribute, or the end of the line")
            }
            let attribute = try attribute()
            line.parts.append(ConstraintLine.Part(offset: offset, attribute: attribute, predicates: try predicates(.attribute)))
        }
    }
}

extension Rational {
    fileprivate var reciprocalIfAny: Rational? { Rational.one.divided(by: self) }
}
