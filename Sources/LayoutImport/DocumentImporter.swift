public import JSON
public import LayoutModel

/// Reads documents (CONTRACT.md section 2) and checks every rule of theirs.
public struct DocumentImporter: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// A JSON document.
    public func read(json bytes: [UInt8]) throws(ImportError) -> LayoutDocument {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: bytes, depthLimit: limits.depth)
        } catch {
            throw ImportError(error, in: bytes)
        }
        return try document.withRoot { (root) throws(ImportError) in
            var reader = DocumentReader(limits: limits)
            return try reader.read(root)
        }
    }

    /// A list of equations, one a line; blank lines and comments (`#`, `//`) are allowed.
    public func read(equations text: String) throws(ImportError) -> LayoutDocument {
        var reader = DocumentReader(limits: limits)
        return try reader.read(equations: text)
    }
}

extension ImportError {
    /// What is wrong with a text that is no JSON, with its line.
    public init(_ error: JSONError, in bytes: [UInt8]) {
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
