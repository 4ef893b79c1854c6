internal import JSON
public import LayoutModel

/// Reads documents (CONTRACT.md section 2) and validates them.
public struct DocumentImporter: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// Reads a JSON document.
    public func read(json bytes: [UInt8]) throws(ImportError) -> LayoutDocument {
        try JSONDocument.imported(bytes, depthLimit: limits.depth).withRoot { (root) throws(ImportError) in
            var reader = DocumentReader(limits: limits)
            return try reader.read(root)
        }
    }

    /// Reads a list of equations, one per line. Blank lines and comments (`#`, `//`) are allowed.
    public func read(equations text: String) throws(ImportError) -> LayoutDocument {
        var reader = DocumentReader(limits: limits)
        return try reader.read(equations: text)
    }
}
