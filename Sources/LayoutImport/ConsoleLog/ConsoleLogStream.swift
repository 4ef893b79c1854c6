public import LayoutModel

/// Finds the conflict messages in the output of a test run, of any size, holding one message at a time.
///
/// Unlike `ConsoleLogImporter`, which takes any constraint for a message, this asks for the system's own sentences, or for a list of
/// constraints at least: the output of a test may print constraints for other reasons.
public struct ConsoleLogStream {
    public struct Message: Sendable, Hashable {
        public var document: LayoutDocument
        /// Where it begins, from 1.
        public var line: Int
        /// The system's sentences stand around it. Without them it is a list of constraints, which is a conflict only if they cannot hold.
        public var isCertain: Bool
        /// What it prints, addresses told by their order alone: equal for messages that say the same of other objects.
        public var text: String
    }

    /// A message with more constraints is cut: real ones have a few dozen.
    private static let mostConstraints = 5000

    private var reader: LogReader

    /// - Parameter more: The next bytes of the stream, in pieces of any size; nil at its end.
    public init(_ more: @escaping () -> [UInt8]?) {
        reader = LogReader(stream: more, constraintLimit: ConsoleLogStream.mostConstraints)
    }

    /// The next message, as soon as it is known to have ended; nil at the stream's end.
    public mutating func next() -> Message? {
        while let message = reader.nextMessage() {
            let isCertain = message.hasHeader || message.broken != nil
            guard isCertain || ConsoleLogStream.isList(message) else { continue }
            return Message(
                document: FragmentBuilder.document(of: message, name: nil), line: message.line, isCertain: isCertain,
                text: ConsoleLogStream.text(of: message))
        }
        return nil
    }

    /// Several constraints, each as it was at one time: what is printed of one again and again is no list.
    private static func isList(_ message: LogMessage) -> Bool {
        let texts = Set(message.constraints.map(\.text)).count
        return texts > 1 && texts == message.addresses.count
    }

    /// What else the system said of layouts, each with its count; complete at the stream's end.
    public var notices: [SourceFinding] { reader.notices.finished.map(\.finding) }

    /// Messages of which no constraint could be read (redacted ones), and the line of the first.
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
