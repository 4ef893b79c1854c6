internal import LayoutModel

/// Recognizes the lines of a list of constraints, by the parsers that read such a list.
enum ListedConstraint {
    /// Returns whether a line is an equation, or a visual format that constrains something, without mistakes.
    static func isOne(_ line: Bytes) -> Bool {
        line.withUnsafeBufferPointer { text in
            guard !VisualFormatText.isOne(text) else { return format(text).map { !isNameAlone($0) } ?? false }
            return relates(line) && (try? EquationParser.parse(text, metrics: Metrics(), allowsComments: true)) != nil
        }
    }

    /// Returns whether a line is only a name in brackets. As a format it constrains nothing, and other texts have such headings.
    static func isNameAlone(_ line: Bytes) -> Bool {
        line.withUnsafeBufferPointer { text in
            VisualFormatText.isOne(text) && format(text).map(isNameAlone) ?? false
        }
    }

    private static func isNameAlone(_ parsed: VisualFormatParser.Parsed) -> Bool {
        guard case .format(let format) = parsed, format.elements.count == 1, case .views(let views)? = format.elements.first else { return false }
        return views.allSatisfy(\.predicates.isEmpty)
    }

    private static func format(_ text: UnsafeBufferPointer<UInt8>) -> VisualFormatParser.Parsed? {
        let grammar = VisualFormatGrammar(isExtended: true, allowsComments: true)
        return try? VisualFormatParser.parse(text, grammar: grammar, metrics: []).parsed
    }

    /// Returns whether a line has what each relation has: a sign, or in code a word such as `.greaterThanOrEqual`. Most lines of a log
    /// have neither, so that they are not parsed.
    private static func relates(_ line: Bytes) -> Bool {
        let beyondASCII = UInt8(0xE2)
        return line.indices.contains { place in
            [Byte.equals, beyondASCII].contains(line[place]) || line[place] == UInt8(ascii: "q") && line.has("qual", at: place)
        }
    }
}
