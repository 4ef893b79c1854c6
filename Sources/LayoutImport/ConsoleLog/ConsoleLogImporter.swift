internal import LayoutModel

/// Reads what UIKit and AppKit print when constraints cannot hold together.
public struct ConsoleLogImporter: Sendable {
    /// How many skipped lines are kept; what follows is as unreadable.
    public static let skippedLimit = 1000

    private let limits: ImportLimits

    /// - Parameter limits: of all messages together for constraints, of each for views.
    public init(limits: ImportLimits = ImportLimits()) {
        self.limits = limits
    }

    /// Whether a text holds a constraint's description, a message of the system or a view hierarchy, by its form and not by a file's name.
    public func looksLikeLog(_ text: String) -> Bool {
        let bytes = Bytes(text.utf8)
        return DescriptionFinder.containsStart(bytes) || LogPhrase.containsHeader(bytes) || MessageKind.isIn(bytes) || TreeReader.isIn(bytes)
            || ListCommand.isIn(bytes)
    }

    /// The messages of a log, whatever stands around them. A line that is not understood is reported and skipped.
    ///
    /// A text of other messages, or of a view hierarchy alone, is one document without constraints.
    ///
    /// - Throws: `ImportError`: invalid if the text holds nothing of a layout that can be read, too large beyond a limit.
    public func read(_ text: String) throws(ImportError) -> ConsoleLog {
        var reader = LogReader(Bytes(text.utf8), limits: limits)
        try reader.read()
        let parts = try TextParts(reader)
        var documents: [LayoutDocument] = []
        documents.reserveCapacity(parts.messages.count)
        for number in parts.messages.indices {
            let document = FragmentBuilder.document(of: parts, number)
            guard document.views.count <= limits.views else {
                throw ImportError(.tooLarge, code: "too-many-views", "more than \(limits.views) views")
            }
            documents.append(document)
        }
        return ConsoleLog(messages: documents, skipped: reader.skipped)
    }
}
