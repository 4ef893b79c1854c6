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
        try DocumentImporter.json(bytes, depthLimit: limits.depth).withRoot { (root) throws(ImportError) in
            var reader = DocumentReader(limits: limits)
            return try reader.read(DocumentImporter.document(in: root))
        }
    }

    /// Parses the JSON. If the text is something else, such as code or a log, the error says what it is.
    private static func json(_ bytes: [UInt8], depthLimit: Int) throws(ImportError) -> JSONDocument {
        do throws(ImportError) {
            return try JSONDocument.imported(bytes, depthLimit: depthLimit)
        } catch {
            let first = bytes.first { !$0.isSpace }
            guard first != UInt8(ascii: "{"), error.kind != .tooLarge else { throw error }
            guard var other = SourceCode.error(for: String(decoding: bytes.prefix(1 << 20), as: UTF8.self)) else { throw error }
            (other.kind, other.code) = (error.kind, error.code)
            throw other
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
            if error.kind != .tooLarge, let other = SourceCode.error(for: text) ?? SourceCode.errorWithoutConstraints(for: text) { throw other }
            throw error
        }
    }
}
