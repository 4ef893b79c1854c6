public import LayoutModel

/// Finds the conflict messages in the output of a test run of any size. One message is in memory at a time.
///
/// Unlike `ConsoleLogImporter`, which accepts any constraint as a message, it requires the system's own sentences or a list of
/// constraints, since tests may print constraints for other reasons.
public struct ConsoleLogStream {
    public struct Message: Sendable, Hashable {
        public var document: LayoutDocument
        /// The line at which it begins, from 1.
        public var line: Int
        /// Whether the system's sentences surround it, or the text begins with its list, so that they may be cut off. Otherwise it is a list
        /// of constraints, which is a conflict only if they are infeasible.
        public var isCertain: Bool
        /// The printed text with addresses replaced by ordinals. Messages that differ only in their objects have equal texts.
        public var text: String
        /// Whether it continues the list of the message before, which has more constraints than one may have.
        public var isContinuation: Bool
    }

    /// The maximum number of constraints in a message. Real messages have a few dozen.
    private static let mostConstraints = 5000

    private var reader: LogReader

    /// - Parameter more: Returns the next bytes of the stream, in pieces of any size, or nil at its end.
    public init(_ more: @escaping () -> [UInt8]?) {
        reader = LogReader(stream: more, constraintLimit: ConsoleLogStream.mostConstraints)
    }

    /// Returns the next message as soon as it has recognizably ended, or nil at the stream's end.
    public mutating func next() -> Message? {
        while let message = reader.nextMessage() {
            let isList = ConsoleLogStream.isList(message)
            let isCertain = message.hasHeader || message.broken != nil || message.isCut && isList && !message.isList
            guard isCertain || isList else { continue }
            return Message(
                document: FragmentBuilder.document(of: message, name: nil), line: message.line, isCertain: isCertain,
                text: ConsoleLogStream.text(of: message), isContinuation: message.isContinuation)
        }
        return nil
    }

    /// Returns whether the message has several constraints, each with one text. Repeated prints of one constraint are not a list.
    private static func isList(_ message: LogMessage) -> Bool {
        let texts = Set(message.constraints.map(\.text)).count
        return texts > 1 && texts == message.addresses.count
    }

    /// The other messages of the system about layouts, with their counts. They are complete at the end of the stream.
    public var notices: [SourceFinding] { reader.notices.finished.map(\.finding) }

    /// The number of messages without a readable constraint, such as redacted ones, and the line of the first. Nil if there is
    /// none.
    public var unreadable: (count: Int, line: Int)? { reader.unreadable }

    private static func text(of message: LogMessage) -> String {
        var ordinals: [Substring: Int] = [:]
        var text = ""
        for part in message.constraints.map(\.text) + ["broken:", message.broken?.text ?? ""] {
            var rest = part[...]
            while let start = rest.firstRange(of: "0x") {
                let digits = rest[start.upperBound...].prefix(while: \.isHexDigit)
                text += rest[..<start.lowerBound]
                text += "#\(ordinals[digits, default: ordinals.count])"
                if ordinals[digits] == nil { ordinals[digits] = ordinals.count }
                rest = rest[digits.endIndex...]
            }
            text += rest
            text += "\n"
        }
        return text
    }
}
