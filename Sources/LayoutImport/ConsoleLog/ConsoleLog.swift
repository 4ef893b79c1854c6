public import LayoutModel

/// The messages of a console log: a fragment of a layout for each.
public struct ConsoleLog: Sendable {
    /// The documents of the messages, in the log's order. All are fragments. If there is only one, it may have notices and no
    /// constraint.
    public var messages: [LayoutDocument]
    /// The lines that were not understood, in the log's order, at most `ConsoleLogImporter.skippedLimit` of them.
    public var skipped: [SkippedLine]

    public init(messages: [LayoutDocument], skipped: [SkippedLine]) {
        self.messages = messages
        self.skipped = skipped
    }
}

/// A line of a log that was not understood.
public struct SkippedLine: Sendable, Hashable {
    /// The line number, from 1.
    public var line: Int
    /// The line without blanks at both ends, truncated to 200 bytes.
    public var text: String
    /// The reason in words.
    public var reason: String

    public init(line: Int, text: String, reason: String) {
        self.line = line
        self.text = text
        self.reason = reason
    }

    /// The text of the warning in a message's document.
    var warning: String { "line \(line) was not understood and was skipped: \(reason)" }
}
