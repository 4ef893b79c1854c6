internal import ExactArithmetic
internal import LayoutModel

/// Parses Apple's grammar (Auto Layout Guide, "Visual Format Language"), with the extensions of autolayout.js if allowed.
/// `VISUALFORMAT.md` documents both.
struct VisualFormatParser {
    enum Parsed {
        case format(VisualFormat)
        case constraints(ConstraintLine)
    }

    var cursor: VisualFormatCursor
    /// The tables of metrics, the first of which overrides the others.
    let metrics: [Metrics]
    private let limits: ImportLimits
    /// The number of views and predicates so far.
    private var partCount = 0
    /// The metrics that were ignored in priorities, since a named priority has the same name.
    var shadowedMetrics: Set<String> = []

    private init(_ text: UnsafeBufferPointer<UInt8>, _ grammar: VisualFormatGrammar, _ metrics: [Metrics], _ limits: ImportLimits) {
        cursor = VisualFormatCursor(text.trimmedAtEnd, grammar: grammar)
        self.metrics = metrics
        self.limits = limits
    }

    static func parse(
        _ text: UnsafeBufferPointer<UInt8>, grammar: VisualFormatGrammar, metrics: [Metrics], limits: ImportLimits = ImportLimits()
    ) throws(VisualFormatError) -> (parsed: Parsed, shadowedMetrics: Set<String>) {
        var parser = VisualFormatParser(text, grammar, metrics, limits)
        let parsed = try parser.format()
        return (parsed, parser.shadowedMetrics)
    }

    /// Counts a view or predicate, and asks whether the layout is still needed.
    mutating func countPart() throws(VisualFormatError) {
        partCount += 1
        do throws(ImportError) {
            try limits.checkInterest(partCount)
        } catch {
            throw VisualFormatError(offset: cursor.offset, message: error.message, refusal: error)
        }
    }

    // MARK: Orientation

    private mutating func format() throws(VisualFormatError) -> Parsed {
        try cursor.skipBlanks()
        guard let word = cursor.takeWord() else { return .format(try chain(along: [.horizontal])) }
        let name = String(decoding: cursor.text[word], as: UTF8.self)
        guard try cursor.take(":") else {
            let meaning = name == "H" ? "horizontal" : "vertical"
            throw cursor.expected(name == "H" || name == "V" ? "':' after '\(name)' to specify \(meaning) arrangement" : "':' after \"\(name)\"")
        }
        switch name {
        case "H": return .format(try chain(along: [.horizontal]))
        case "V": return .format(try chain(along: [.vertical]))
        case "HV":
            try cursor.grammar.require(.bothAxes, at: word.lowerBound)
            return .format(try chain(along: [.horizontal, .vertical]))
        case "C":
            try cursor.grammar.require(.constraintLines, at: word.lowerBound)
            return .constraints(try constraintLine())
        case "Z":
            throw VisualFormatError(
                offset: word.lowerBound, code: "unsupported-extension",
                message: "Z: determines which view is in front, which does not affect frames: leave it out")
        default: throw VisualFormatError(offset: word.lowerBound, message: "unknown orientation \"\(name)\": expected H: or V:")
        }
    }

    // MARK: The chain

    private mutating func chain(along axes: [Axis]) throws(VisualFormatError) -> VisualFormat {
        var format = VisualFormat(axes: axes, elements: [], connections: [])
        try cursor.skipBlanks()
        let start = cursor.offset
        if try cursor.take("|") {
            format.elements.append(.superview(offset: start))
            format.connections.append(try connection())
            try cursor.skipBlanks()
            if cursor.isNext("|") {
                throw VisualFormatError(offset: cursor.offset, message: "expected a view between the superview's edges")
            }
        }
        format.elements.append(.views(try viewGroup(orBar: format.elements.isEmpty)))
        while true {
            try cursor.skipBlanks()
            if cursor.next == nil { return format }
            let connection = try connection()
            try cursor.skipBlanks()
            let offset = cursor.offset
            if try cursor.take("|") {
                format.connections.append(connection)
                format.elements.append(.superview(offset: offset))
                try cursor.skipBlanks()
                if cursor.next != nil { throw cursor.expected("the end after the superview's edge") }
                return format
            }
            if !cursor.isNext("[") {
                if case .flush = connection { throw cursor.expected("a connection, a view, '|' or the end") }
                throw cursor.expected("a view or '|'")
            }
            format.connections.append(connection)
            format.elements.append(.views(try viewGroup(orBar: false)))
        }
    }

    private mutating func viewGroup(orBar: Bool) throws(VisualFormatError) -> [VisualFormat.View] {
        guard try cursor.take("[") else { throw cursor.expected(orBar ? "a view in brackets or '|'" : "a view in brackets") }
        var views = [try view()]
        while true {
            try cursor.skipBlanks()
            if cursor.isNext(",") {
                try cursor.grammar.require(.groups, at: cursor.offset)
                cursor.advance()
                views.append(try view())
            } else if cursor.isNext(":") {
                throw VisualFormatError(
                    offset: cursor.offset, code: "unsupported-extension",
                    message: "a stack of views is not supported: give it a view of its own, and the views in it a format of their own")
            } else if try cursor.take("]") {
                return views
            } else {
                let isSized = views.last?.predicates.isEmpty == false
                throw isSized ? cursor.expected("']'") : cursor.expected("'(' or ']' after the view's name")
            }
        }
    }

    private mutating func view() throws(VisualFormatError) -> VisualFormat.View {
        try countPart()
        var view = VisualFormat.View(name: try name())
        if cursor.isNext("."), cursor.byte(cursor.offset + 1) == UInt8(ascii: ".") {
            try cursor.grammar.require(.ranges, at: cursor.offset)
            if view.name.isQuoted { throw VisualFormatError(offset: cursor.offset, message: "a range must begin with a plain name") }
            cursor.advance(2)
            let start = cursor.offset
            while let byte = cursor.next, byte.isNameStart || byte.isDigit { cursor.advance() }
            if cursor.offset == start { throw cursor.expected("the last number, letter or name of the range") }
            view.last = start..<cursor.offset
        }
        try cursor.skipBlanks()
        if cursor.isNext("(") { view.predicates = try predicates(.length) }
        return view
    }

    /// Parses a C identifier or a quoted name.
    mutating func name() throws(VisualFormatError) -> ItemName {
        try cursor.skipBlanks()
        if cursor.isNext("\"") { return ItemName(range: try cursor.takeQuoted(), isQuoted: true) }
        guard let word = cursor.takeWord() else { throw cursor.expected("a view's name (in quotes if it is not a C identifier)") }
        return ItemName(range: word, isQuoted: false)
    }

    // MARK: Connections

    private mutating func connection() throws(VisualFormatError) -> VisualFormat.Connection {
        try cursor.skipBlanks()
        let offset = cursor.offset
        if cursor.isNext("~") {
            try cursor.grammar.require(.spacers, at: offset)
            cursor.advance()
            try cursor.skipBlanks()
            guard cursor.isNext("(") else { return .spacer(offset: offset, []) }
            let predicates = try predicates(.length)
            guard try cursor.take("~") else { throw cursor.expected("'~' after the spacer's length") }
            return .spacer(offset: offset, predicates)
        }
        guard cursor.isNext("-") else { return .flush }
        cursor.advance()
        if cursor.isNext(">"), cursor.byte(cursor.offset + 1) != UInt8(ascii: "=") {
            try cursor.grammar.require(.disconnections, at: offset)
            cursor.advance()
            return .none
        }
        try cursor.skipBlanks()
        if cursor.isNext("[") || cursor.isNext("|") { return .standard(offset: offset) }
        let distances = cursor.isNext("(") ? try predicates(.distance) : [try plainDistance()]
        guard try cursor.take("-") else { throw cursor.expected("'-' after the distance") }
        return .distances(distances)
    }

    /// Parses a nonnegative number or a metric.
    private mutating func plainDistance() throws(VisualFormatError) -> VisualFormat.Predicate {
        let offset = cursor.offset
        switch cursor.next {
        case nil: throw cursor.expected("a distance, a view or '|' after '-'")
        case UInt8(ascii: "-"), UInt8(ascii: "+"):
            throw VisualFormatError(offset: offset, message: "a distance with a sign needs parentheses: -(-8)-")
        case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"):
            throw VisualFormatError(offset: offset, message: "a distance with a relation needs parentheses: -(>=8)-")
        default: break
        }
        let predicate = VisualFormat.Predicate(offset: offset, value: try value(.distance))
        try cursor.skipBlanks()
        if cursor.isNext("@") {
            throw VisualFormatError(offset: cursor.offset, message: "a distance with a priority needs parentheses: -(8@700)-")
        }
        return predicate
    }
}
