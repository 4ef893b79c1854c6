/// A description that was broken over several lines.
///
/// If a line was broken at a blank, the blank is lost. If it was cut at a width, nothing is. Both are tried.
struct WrappedDescription {
    /// The maximum number of lines to join, which bounds the cost of a text without closing brackets.
    static let maximumLines = 12
    private static let maximumAttempts = 2

    private var parts: [Bytes]
    private var size: Int
    private var attempts = 0
    private(set) var failure: UnreadableDescription

    init(first: Bytes, failure: UnreadableDescription) {
        parts = [first]
        size = first.count
        self.failure = failure
    }

    var isFull: Bool { parts.count >= Self.maximumLines || size >= DescriptionReader.maximumBytes || attempts >= Self.maximumAttempts }

    /// Adds a line, and tries to read the description if it may be complete. `isLast` is true if another description follows in
    /// that line.
    mutating func append(_ part: Bytes, isLast: Bool) -> PrintedConstraint? {
        parts.append(part)
        size += part.count
        guard isLast || DescriptionReader.isClosed(part) else { return nil }
        attempts += 1
        let breaks = parts.count - 1
        let everywhere = 1 << breaks - 1
        // Each bit states whether there is a blank at a break: everywhere, nowhere, and then mixed if there are few breaks.
        var choices = [everywhere, 0]
        if breaks <= 3 { choices += (1..<everywhere).reversed() }
        for choice in choices {
            do throws(UnreadableDescription) {
                return try DescriptionReader.read(joined(choice))
            } catch {
                failure = error
            }
        }
        return nil
    }

    private func joined(_ blanks: Int) -> Bytes {
        var text = parts[0]
        for (position, part) in parts.dropFirst().enumerated() {
            if blanks & (1 << position) != 0, text.last?.isBlank == false { text.append(Byte.space) }
            text += part
        }
        return text
    }
}
