public import JSON

// Reads JSON for its content. Invalid JSON is an error of the source, with its line.

extension JSONDocument {
    /// Parses a received text.
    ///
    /// - Parameter valueLimit: the maximum number of values, or nil for the limit of a document or session of its length.
    public static func imported(
        _ bytes: [UInt8], depthLimit: Int = defaultDepthLimit, valueLimit: Int? = nil
    ) throws(ImportError) -> JSONDocument {
        let valueLimit = valueLimit ?? ImportLimits.mostValues(bytes: bytes.count)
        do throws(JSONError) { return try JSONDocument(parsing: bytes, depthLimit: depthLimit, valueLimit: valueLimit) } catch {
            throw ImportError(error, in: bytes)
        }
    }
}

extension JSONTree {
    /// Parses the short JSON of a request about a layout.
    public init(imported bytes: [UInt8]) throws(ImportError) {
        self = try JSONDocument.imported(bytes, valueLimit: ImportLimits.mostRequestValues).withRoot { JSONTree($0) }
    }
}

extension ImportError {
    init(_ error: JSONError, in bytes: [UInt8]) {
        let (kind, code): (Kind, String) =
            switch error.reason {
            case .syntax: (.malformed, "malformed-json")
            case .tooDeep: (.malformed, "nested-too-deep")
            case .numberOutOfRange: (.malformed, "number-out-of-range")
            case .duplicateKey: (.malformed, "duplicate-key")
            case .tooManyValues: (.tooLarge, "too-many-values")
            case .resources: (.tooLarge, "too-large")
            }
        self.init(
            kind, code: code, error.message, pointer: error.pointer, line: error.line, column: error.column,
            excerpt: Excerpt(of: bytes, at: error.offset).text)
    }
}
