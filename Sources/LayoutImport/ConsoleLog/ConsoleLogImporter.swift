internal import LayoutModel

/// Reads what UIKit and AppKit print when constraints cannot hold together.
public struct ConsoleLogImporter: Sendable {
    /// How many skipped lines are kept; what follows is as unreadable.
    public static let skippedLimit = 1000

    public init() {}

    /// Whether a text holds a constraint's description or a message's header; told by form, not by a file's name.
    public func looksLikeLog(_ text: String) -> Bool {
        let bytes = Bytes(text.utf8)
        return DescriptionFinder.containsStart(bytes) || LogPhrase.containsHeader(bytes)
    }

    /// The messages of a log, whatever stands around them. A line that is not understood is reported and skipped.
    ///
    /// - Throws: `ConsoleLogError` where the text holds no constraint that can be read.
    public func read(_ text: String) throws(ConsoleLogError) -> ConsoleLog {
        var reader = LogReader(Bytes(text.utf8))
        reader.read()
        if reader.hasTooManyMessages {
            throw ConsoleLogError(code: "too-many-messages", message: "the log holds more than \(LogReader.messageLimit) messages")
        }
        let messages = reader.messages
        guard !messages.isEmpty else {
            let first = reader.skipped.first
            throw ConsoleLogError(
                code: "no-constraints",
                message: first.map { "no constraint could be read: \($0.reason)" } ?? "the text holds no constraint of a console log",
                line: first?.line, excerpt: first?.text)
        }
        let documents = messages.enumerated().map { number, message in
            FragmentBuilder.document(of: message, name: messages.count > 1 ? "message \(number + 1)" : nil)
        }
        return ConsoleLog(messages: documents, skipped: reader.skipped)
    }
}
