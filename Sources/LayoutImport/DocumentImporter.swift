internal import JSON
public import LayoutModel

/// Reads documents (see Manual/documents.md) and validates them.
public struct DocumentImporter: Sendable {
    public var limits: ImportLimits

    public init(limits: ImportLimits = .init()) {
        self.limits = limits
    }

    /// Reads a JSON document.
    public func read(json bytes: [UInt8]) throws(ImportError) -> LayoutDocument {
        try JSONDocument.imported(bytes, depthLimit: limits.depth).withRoot { (root) throws(ImportError) in
            var reader = DocumentReader(limits: limits)
            return try reader.read(DocumentImporter.document(in: root))
        }
    }

    /// Returns the document in a worked example, or the value itself if it is not an example.
    private static func document(in root: JSONValue) -> JSONValue {
        guard let members = root.members else { return root }
        var document: JSONValue?
        for member in members {
            if member.isNamed("constraints") || member.isNamed("format") { return root }
            if member.isNamed("document"), member.value.members != nil { document = member.value }
        }
        return document ?? root
    }

    /// Reads a list of equations, one per line. Blank lines and comments (`#`, `//`) are allowed.
    public func read(equations text: String) throws(ImportError) -> LayoutDocument {
        var reader = DocumentReader(limits: limits)
        do throws(ImportError) {
            return try reader.read(equations: text)
        } catch {
            if error.kind != .tooLarge, let other = SourceCode.error(for: text) { throw other }
            throw error
        }
    }
}
