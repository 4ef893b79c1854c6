internal import LayoutImport

/// The kind of a body or file, before it is parsed.
public enum SourceKind: Sendable, Hashable {
    /// A JSON document.
    case document
    /// Equations and visual formats, or a console log, distinguished by content.
    case text
    /// A console log, even if its content looks like another format.
    case consoleLog
    /// An Interface Builder file.
    case interfaceBuilder
    /// An exported view hierarchy, packed as a zip archive.
    case viewHierarchy

    /// Returns the kind for a file extension (lower case, without the dot), or nil if it is unknown.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "json": self = .document
        case "log": self = .consoleLog
        case "txt", "vfl": self = .text
        case "xib", "storyboard", "xml": self = .interfaceBuilder
        case "viewhierarchy", "zip": self = .viewHierarchy
        default: return nil
        }
    }

    /// Detects the kind by content: a zip archive by its signature, JSON begins with a brace, XML with `<?`, `<!`, the root of an
    /// Interface Builder file; everything else is text.
    public init(contentOf bytes: some Collection<UInt8>) {
        if ViewHierarchyImporter.isZip(bytes) {
            self = .viewHierarchy
            return
        }
        if EncodedText.isWide(bytes) {
            self = SourceKind(contentOf: EncodedText.utf8(Array(bytes.prefix(1 << 12))))
            return
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[bytes.startIndex...]
        let rest = text.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let isXML = ["<?", "<!", "<document", "<archive"].contains { rest.starts(with: $0.utf8) }
        // A log line may begin with a bracket too (`[LayoutConstraints] Unable…`); the text parser rejects a JSON array.
        self = rest.first == UInt8(ascii: "{") ? .document : isXML ? .interfaceBuilder : .text
    }
}
