public import JSON

// JSON that is read for its content: what is no JSON is an error of the source, with its line.

extension JSONDocument {
    public static func imported(_ bytes: [UInt8], depthLimit: Int = defaultDepthLimit) throws(ImportError) -> JSONDocument {
        do throws(JSONError) { return try JSONDocument(parsing: bytes, depthLimit: depthLimit) } catch { throw ImportError(error, in: bytes) }
    }
}

extension JSONTree {
    public init(imported bytes: [UInt8]) throws(ImportError) {
        self = try JSONDocument.imported(bytes).withRoot { JSONTree($0) }
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
            case .resources: (.tooLarge, "too-large")
            }
        self.init(
            kind, code: code, error.message, pointer: error.pointer, line: error.line, column: error.column,
            excerpt: Excerpt(of: bytes, at: error.offset).text)
    }
}
