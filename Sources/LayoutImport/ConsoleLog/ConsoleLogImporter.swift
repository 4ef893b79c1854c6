internal import LayoutModel
internal import StandardAdditions

/// Reads the messages that UIKit and AppKit print if constraints are infeasible, and the lists and hierarchies that debuggers
/// print.
public struct ConsoleLogImporter: Sendable {
    /// The maximum number of skipped lines that are reported.
    public static let skippedLimit = 1000

    private let limits: ImportLimits

    /// - Parameter limits: The limits of constraints in all messages together, and of views in each message.
    public init(limits: ImportLimits = ImportLimits()) {
        self.limits = limits
    }

    /// Returns whether a text contains a constraint's description, a message of the system, a view hierarchy or a debugger's
    /// command. The name of its file does not matter.
    public func looksLikeLog(_ text: String) -> Bool {
        let bytes = Bytes(text.utf8)
        return DescriptionFinder.containsStart(bytes) || LogPhrase.containsHeader(bytes) || MessageKind.isIn(bytes) || TreeReader.isIn(bytes)
            || ListCommand.isIn(bytes)
    }

    /// Returns whether a text has the heading of a conflict message at the end of a line, as the system prints it, and a constraint or the
    /// explanation that follows, readable or not. Prose that quotes the heading has more words behind it.
    public func hasConflictMessage(_ text: String) -> Bool {
        let bytes = Bytes(text.utf8)
        guard LogPhrase.containsHeader(bytes), DescriptionFinder.containsStart(bytes) || text.contains("Probably at least one") else { return false }
        return text.parts(separatedBy: \.isNewline).contains { line in
            line.suffix(200).split(separator: " ").suffix(2).elementsEqual(["satisfy", "constraints."])
        }
    }

    /// Returns the messages of a log, which may contain any other text. A line that is not understood is reported and skipped.
    ///
    /// A text that has only other messages or a view hierarchy becomes one document without constraints.
    ///
    /// - Throws: `ImportError`: invalid if no part of the text that concerns a layout can be read, too large beyond a limit.
    public func read(_ text: String) throws(ImportError) -> ConsoleLog {
        var reader = LogReader(Bytes(text.utf8), limits: limits)
        try reader.read()
        let parts = try ConsoleLogImporter.parts(reader, of: text)
        var documents: [LayoutDocument] = []
        documents.reserveCapacity(parts.messages.count)
        for number in parts.messages.indices {
            try limits.checkInterest()
            let document = FragmentBuilder.document(of: parts, number)
            guard document.views.count <= limits.views else {
                throw ImportError(.tooLarge, code: "too-many-views", "the log has more than \(limits.views) views, which is the limit")
            }
            documents.append(document)
        }
        return ConsoleLog(messages: documents, skipped: reader.skipped)
    }

    private static func parts(_ reader: LogReader, of text: String) throws(ImportError) -> TextParts {
        do throws(ImportError) {
            return try TextParts(reader)
        } catch {
            throw reader.skipped.isEmpty ? SourceCode.error(for: text) ?? error : error
        }
    }
}
