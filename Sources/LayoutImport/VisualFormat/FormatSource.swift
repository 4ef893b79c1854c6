/// A text of a source with its location, for errors that point into it.
struct FormatSource {
    enum Location {
        /// A string of a JSON document.
        case json(Place)
        /// A line of a text, from 1.
        case line(Int)
    }

    let text: UnsafeBufferPointer<UInt8>
    let location: Location

    /// The place in words, for warnings.
    var place: String {
        switch location {
        case .json(let place): place.pointer
        case .line(let line): "line \(line)"
        }
    }

    /// Returns an error in the text's grammar.
    func syntaxError(_ code: String, _ message: String, at offset: Int) -> ImportError {
        let kind: ImportError.Kind = if case .line = location { .malformed } else { .invalid }
        return located(ImportError(kind, code: code, message), at: offset)
    }

    /// Returns an error in the text's content.
    func invalid(_ code: String, _ message: String, at offset: Int) -> ImportError {
        located(ImportError(.invalid, code: code, message), at: offset)
    }

    /// Returns the error with its place in the text.
    func located(_ error: ImportError, at offset: Int) -> ImportError {
        var error = error
        let excerpt = Excerpt(of: Array(text), at: offset)
        (error.column, error.excerpt) = (excerpt.column, excerpt.text)
        switch location {
        case .json(let place): error.pointer = place.pointer
        case .line(let line): (error.pointer, error.line) = (nil, line)
        }
        return error
    }
}

extension FormatSource {
    func error(_ error: VisualFormatError) -> ImportError {
        if let refusal = error.refusal { return refusal }
        // A violated rule is not a syntax error.
        return error.code == "priority-out-of-range"
            ? invalid(error.code, error.message, at: error.offset) : syntaxError(error.code, error.message, at: error.offset)
    }
}
