internal import LayoutModel

extension DocumentReader {
    /// Equations, one a line. Blank lines and comments are skipped.
    mutating func read(equations text: String) throws(ImportError) -> LayoutDocument {
        let bytes = Array(text.utf8)
        Array("root".utf8).withUnsafeBufferPointer { implyRoot($0) }
        var start = 0
        var line = 1
        while start < bytes.count {
            let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
            if !DocumentReader.isBlank(bytes[start..<end]) { try readEquation(bytes[start..<end], line: line) }
            let isPair = end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r") && bytes[end + 1] == UInt8(ascii: "\n")
            start = end + (isPair ? 2 : 1)
            line += 1
        }
        if constraints.isEmpty {
            throw ImportError(.malformed, code: "no-constraints", "the text holds no equation: expected one a line, such as a.top == b.bottom + 8")
        }
        try checkIdentifiers(size: LayoutSize())
        return LayoutDocument(root: root, views: views, constraints: constraints, warnings: warnings.list)
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        let rest = line.drop { $0.isSpace }
        return rest.isEmpty || rest.first == UInt8(ascii: "#") || rest.starts(with: "//".utf8)
    }

    private mutating func readEquation(_ slice: ArraySlice<UInt8>, line: Int) throws(ImportError) {
        let text = Array(slice)
        try text.withUnsafeBufferPointer { (text) throws(ImportError) in
            let equation: Equation
            do throws(EquationError) {
                equation = try EquationParser.parse(text, metrics: metrics, allowsComments: true)
            } catch {
                if VisualFormat.isOne(text) { throw VisualFormat.unsupported(pointer: nil).located(in: Array(text), at: 0, line: line) }
                throw ImportError(.malformed, code: "bad-equation", error.message).located(in: Array(text), at: error.offset, line: line)
            }
            do throws(ImportError) {
                let place = Place.constraint(constraints.count)
                try limits.checkConstraints(constraints.count + 1, at: place)
                try add(equation, in: text, at: place)
            } catch {
                throw error.located(in: Array(text), at: text.firstIndex { !$0.isSpace } ?? 0, line: line)
            }
        }
    }
}

extension ImportError {
    /// The error of a line of text: where it lies in the line, instead of a JSON Pointer.
    fileprivate func located(in text: [UInt8], at offset: Int, line: Int) -> ImportError {
        var error = self
        error.pointer = nil
        error.line = line
        let excerpt = Excerpt(of: text, at: offset)
        (error.column, error.excerpt) = (excerpt.column, excerpt.text)
        return error
    }
}
