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

    /// Whether a text holds a constraint's description or a message's header; told by form, not by a file's name.
    public func looksLikeLog(_ text: String) -> Bool {
        let bytes = Bytes(text.utf8)
        return DescriptionFinder.containsStart(bytes) || LogPhrase.containsHeader(bytes)
    }

    /// The messages of a log, whatever stands around them. A line that is not understood is reported and skipped.
    ///
    /// - Throws: `ImportError`: invalid where the text holds no constraint that can be read, too large beyond a limit.
    public func read(_ text: String) throws(ImportError) -> ConsoleLog {
        var reader = LogReader(Bytes(text.utf8), constraintLimit: limits.constraints)
        try reader.read()
        let messages = reader.messages
        guard !messages.isEmpty else {
            let first = reader.skipped.first
            throw ImportError(
                .invalid, code: "no-constraints",
                first.map { "no constraint could be read: \($0.reason)" } ?? "the text holds no constraint of a console log",
                line: first?.line, excerpt: first?.text)
        }
        var documents: [LayoutDocument] = []
        documents.reserveCapacity(messages.count)
        for (number, message) in messages.enumerated() {
            let document = FragmentBuilder.document(of: message, name: messages.count > 1 ? "message \(number + 1)" : nil)
            guard document.views.count <= limits.views else {
                throw ImportError(.tooLarge, code: "too-many-views", "more than \(limits.views) views")
            }
            documents.append(document)
        }
        return ConsoleLog(messages: documents, skipped: reader.skipped)
    }
}
