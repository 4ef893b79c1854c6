internal import LayoutModel

extension DocumentReader {
    /// Reads equations and visual formats, one per line. Blank lines and comments are skipped. `extended: true` allows the
    /// extended grammar in the lines below it.
    mutating func read(equations text: String) throws(ImportError) -> LayoutDocument {
        let bytes = Array(text.utf8)
        Array("root".utf8).withUnsafeBufferPointer { implyRoot($0) }
        var start = 0
        var line = 1
        var lines: [Int] = []
        var suppressions: [LayoutSuppression] = []
        let printed = PrintedFormats(bytes)
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            if DocumentReader.isSwitch(bytes[start..<end]) {
                isExtended = true
            } else if let suppression = try DocumentReader.suppression(bytes[start..<end], line: line) {
                suppressions.append(suppression)
            } else if !DocumentReader.isBlank(bytes[start..<end]) {
                for entry in printed.entries(of: bytes[start..<end]) { try readLine(entry, line: line) }
                while lines.count < constraints.count { lines.append(line) }
            }
            let isPair = end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
            start = end + (isPair ? 2 : 1)
            line += 1
        }
        if entryCount == 0 {
            throw ImportError(
                .malformed, code: "no-constraints",
                "the text contains no equations or visual formats: write one on each line, such as a.top == b.bottom + 8 or H:|-[a]-|")
        }
        try checkIdentifiers(size: LayoutSize())
        var document = LayoutDocument(root: root, views: views, constraints: constraints, warnings: warnings.list)
        document.lines = lines
        document.suppressions = suppressions
        return document
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        let rest = line.drop { $0.isSpace }
        return rest.isEmpty || rest.first == UInt8(ascii: "#") || rest.starts(with: "//".utf8)
    }

    /// Parses `# plumbline:suppress overlapping-views badge: sits on the corner`: a rule, an optional view, and the reason after
    /// a colon.
    private static func suppression(_ line: ArraySlice<UInt8>, line number: Int) throws(ImportError) -> LayoutSuppression? {
        let comment = line.drop { $0.isSpace || $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "/") }
        let mark = Array("plumbline:suppress".utf8)
        guard isBlank(line), comment.starts(with: mark), comment.dropFirst(mark.count).first?.isSpace ?? true else { return nil }
        let parts = comment.dropFirst(mark.count).split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let words = parts[0].split { $0.isSpace }.map { String(decoding: $0, as: UTF8.self) }
        let reason = parts.count > 1 ? String(decoding: parts[1].drop { $0.isSpace }, as: UTF8.self) : ""
        guard (1...2).contains(words.count), !reason.allSatisfy(\.isWhitespace) else {
            throw ImportError(
                .malformed, code: "bad-suppression", "expected plumbline:suppress RULE: REASON, or plumbline:suppress RULE VIEW: REASON", line: number
            )
        }
        return LayoutSuppression(rule: words[0], view: words.count > 1 ? words[1] : nil, reason: reason)
    }

    /// Returns whether the line is `extended: true`, with any blanks around the words.
    private static func isSwitch(_ line: ArraySlice<UInt8>) -> Bool {
        guard line.count < 200 else { return false }
        return line.split(whereSeparator: \.isSpace).joined().elementsEqual("extended:true".utf8)
    }

    private mutating func readLine(_ bytes: [UInt8], line: Int) throws(ImportError) {
        entryCount += 1
        let place = Place.constraint(entryCount - 1)
        try bytes.withUnsafeBufferPointer { (text) throws(ImportError) in
            let source = FormatSource(text: text, location: .line(line))
            if VisualFormatText.isOne(text) {
                let grammar = VisualFormatGrammar(
                    isExtended: isExtended, allowsComments: true, permission: "to use extensions, write a line \"extended: true\" above this one")
                try add(visualFormat: text, VisualFormatEntry(id: "c\(entryCount)", source: source, place: place), grammar: grammar)
            } else {
                try readEquation(source, at: place)
            }
        }
    }

    private mutating func readEquation(_ source: FormatSource, at place: Place) throws(ImportError) {
        let equation: Equation
        do throws(EquationError) {
            equation = try EquationParser.parse(source.text, metrics: metrics, allowsComments: true)
        } catch {
            throw source.syntaxError("bad-equation", error.message, at: error.offset)
        }
        do throws(ImportError) {
            try limits.checkConstraints(constraints.count + 1, at: place)
            try add(equation, in: source.text, at: place)
        } catch {
            let own = error.code == "priority-out-of-range" ? equation.priorityOffset : nil
            throw source.located(error, at: own ?? source.text.firstIndex { !$0.isSpace } ?? 0)
        }
    }
}
