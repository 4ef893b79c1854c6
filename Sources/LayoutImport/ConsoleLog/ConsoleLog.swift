public import LayoutModel

/// What was read from a console log: a fragment of a layout for each message.
public struct ConsoleLog: Sendable {
    /// One document for each message, in the log's order; all are fragments. A single one may hold no constraint, but notices.
    public var messages: [LayoutDocument]
    /// The lines that were not understood, in the log's order; at most `ConsoleLogImporter.skippedLimit` of them.
    public var skipped: [SkippedLine]

    public init(messages: [LayoutDocument], skipped: [SkippedLine]) {
        self.messages = messages
        self.skipped = skipped
    }
}

/// A line of a log that was not understood.
public struct SkippedLine: Sendable, Hashable {
    /// From 1.
    public var line: Int
    /// The line without blanks around it, cut to 200 bytes.
    public var text: String
    /// Why, in words.
    public var reason: String

    public init(line: Int, text: String, reason: String) {
        self.line = line
        self.text = text
        self.reason = reason
    }

    /// As a message's warning says it.
    var warning: String { "line \(line) was not understood and skipped: \(reason)" }
}
