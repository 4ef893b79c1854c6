internal import LayoutModel

/// Reads what UIKit and AppKit print when constraints cannot hold together.
public struct ConsoleLogImporter: Sendable {
    /// How many skipped lines are kept; what follows is as unreadable.
    public static let skippedLimit = 1000

    public init() {}

    /// Whether a text holds a constraint's description or a message's header; told by form, not by a file's name.
    public func looksLikeLog(_ text: String) -> Bool {
        var lines = LogLines(Bytes(text.utf8))
        while let line = lines.next() {
            if !DescriptionFinder.starts(in: line.bytes).isEmpty { return true }
            if LogPhrase.phrases(in: line.bytes, 0..<line.bytes.count).contains(.header) { return true }
        }
        return false
    }

    /// The messages of a log, whatever stands around them. A line that is not understood is reported and skipped.
    ///
    /// - Throws: `ConsoleLogError` where the text holds no constraint that can be read.
    public func read(_ text: String) throws(ConsoleLogError) -> ConsoleLog {
        var reader = LogReader(Bytes(text.utf8))
        reader.read()
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
