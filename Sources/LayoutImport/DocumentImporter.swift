internal import JSON
public import LayoutModel

/// Reads documents (CONTRACT.md section 2) and checks every rule of theirs.
public struct DocumentImporter: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// A JSON document.
    public func read(json bytes: [UInt8]) throws(ImportError) -> LayoutDocument {
        try JSONDocument.imported(bytes, depthLimit: limits.depth).withRoot { (root) throws(ImportError) in
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
