/// What a body or file is, before it is read.
public enum SourceKind: Sendable, Hashable {
    /// A JSON document.
    case document
    /// Equations and visual formats, or a console log, told apart by content.
    case text
    /// A console log, whatever it looks like.
    case consoleLog
    /// An Interface Builder file, which is not read yet.
    case interfaceBuilder

    /// The kind that a file extension (lower case, without the dot) tells; nil where it tells none.
    public init?(fileExtension: String) {
        switch fileExtension {
        case "json": self = .document
        case "log": self = .consoleLog
        case "txt", "vfl": self = .text
        case "xib", "storyboard", "xml": self = .interfaceBuilder
        default: return nil
        }
    }

    /// The kind that the content tells: JSON begins with a brace or bracket, XML with `<?` or `<!`; all else is text.
    public init(contentOf bytes: some Collection<UInt8>) {
        var rest = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        switch rest.popFirst() {
        case UInt8(ascii: "{"): self = .document
        // A log line may begin with a bracket too (`[LayoutConstraints] Unable…`); an array is refused by the text's own reader.
        case UInt8(ascii: "<"): self = rest.first == UInt8(ascii: "?") || rest.first == UInt8(ascii: "!") ? .interfaceBuilder : .text
        default: self = .text
        }
    }
}
