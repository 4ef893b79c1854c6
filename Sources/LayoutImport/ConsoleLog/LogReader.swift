/// Reads a log line by line and separates its messages.
struct LogReader {
    private var lines: LogLines
    /// Lines of other processes between those of the message. They are read after the message.
    private var aside: [LogLines.Line] = []
    /// The processes that wrote the message and the current line. Nil if the lines do not name one.
    private var messageProcess: LogProcess?
    private var lineProcess: LogProcess?
    private(set) var messages: [LogMessage] = []
    private(set) var skipped: [SkippedLine] = []

    private var message = LogMessage()
    /// Whether the next description is the constraint that the system breaks.
    private var awaitsBroken = false
    /// Whether the current line is between the parentheses of a list.
    private var isListOpen = false
    /// Whether the list has ended. A description that follows belongs to another message, or is mentioned in prose.
    private var isListOver = false
    /// Whether a debugger's command or the form of a collection announces a list, which is not a message of the system.
    private var isListAnnounced = false
    /// The number of descriptions that could not be read.
    private var failureCount = 0
    /// The number of such failures after which a description is not searched in the following lines. It bounds the cost of a text
    /// that has only broken lines.
    private static let wrappedFailureLimit = 1000
    /// The maximum number of messages in a text, each of which becomes a document.
    static let messageLimit = 10_000
    /// The maximum number of constraints: in all messages of a text, or in one message of a stream.
    private let constraintLimit: Int
    private var limits = ImportLimits()
    private var constraintCount = 0
    /// Whether the input is a stream. Unrelated lines within its messages are not reported.
    private var isStream = false
    /// The number of the current line.
    private var lineNumber = 0
    /// The line of the advice in a message's header without its first sentence, or nil if there is none.
    private var adviceLine: Int?
    /// The line of the open message's header, or nil if there is none.
    private var headerLine: Int?
    /// The number of lines since the last one with a part of a message. It is counted for streams only.
    private var idleCount = 0
    /// The number of messages without a readable constraint, and the line of the first one.
    private(set) var unreadable: (count: Int, line: Int)?
    /// The readers of other messages, and of the hierarchy that the text prints.
    private var others = MessageReader()
    private var hierarchy: TreeReader
    private(set) var notices: NoticeList
    /// The commands that print the constraints which affect a view, with their lines.
    private(set) var commands: [(command: ListCommand, line: Int)] = []

    /// - Parameter limits: The limits of the text. Its limit of constraints is for all messages together.
    init(_ bytes: Bytes, limits: ImportLimits) {
        lines = LogLines(bytes)
        self.limits = limits
        constraintLimit = limits.constraints
        hierarchy = TreeReader(keepsTree: true, limit: limits.views)
        notices = NoticeList(tellsAddresses: true)
    }

    /// The reader of the hierarchy, with the views that it has read.
    var readHierarchy: TreeReader { hierarchy }

    /// - Parameter constraintLimit: The maximum number of constraints in a message. Further ones begin another message.
    init(stream: @escaping () -> Bytes?, constraintLimit: Int) {
        lines = LogLines(stream: stream)
        self.constraintLimit = constraintLimit
        hierarchy = TreeReader(keepsTree: false, limit: 0)
        notices = NoticeList(tellsAddresses: false)
        isStream = true
    }

    /// - Throws: `ImportError` (too large) beyond the limits of messages and constraints.
    mutating func read() throws(ImportError) {
        while true {
            guard let line = lines.next() else {
                let isRest = !aside.isEmpty
                finishMessage()
                if isRest { continue }
                others.finish(into: &notices)
                break
            }
            try limits.checkInterest(line.number)
            readInTurn(line)
            guard !hierarchy.isBeyondLimit else {
                throw ImportError(.tooLarge, code: "too-many-views", "the hierarchy has too many views", line: line.number)
            }
            guard messages.count <= Self.messageLimit else {
                throw ImportError(
                    .tooLarge, code: "too-many-messages", "the log has more than \(Self.messageLimit) messages, which is the limit", line: line.number
                )
            }
            guard constraintCount <= constraintLimit else {
                throw ImportError(
                    .tooLarge, code: "too-many-constraints", "the log has more than \(constraintLimit) constraints, which is the limit",
                    line: line.number)
            }
        }
    }

    /// The numbers of unrelated lines, within a message and after one, after which a message of a stream has ended.
    private static let patienceWithin = 1000
    private static let patienceBehind = 100
    /// The maximum number of buffered lines of other processes. If there are more, the message counts as ended.
    private static let mostAside = 2000

    private var patience: Int {
        isListOver || message.broken != nil || isHeadless ? LogReader.patienceBehind : LogReader.patienceWithin
    }

    /// Whether the open message is a list without a header, which may be any output of a test.
    private var isHeadless: Bool { headerLine == nil && !message.constraints.isEmpty }

    private var isOpen: Bool { !message.constraints.isEmpty || message.broken != nil || awaitsBroken || isListOpen || headerLine != nil }

    /// Returns the next message of a stream as soon as it has recognizably ended, or nil at the stream's end. Returned messages
    /// are not retained.
    mutating func nextMessage() -> LogMessage? {
        while messages.isEmpty {
            if !isOpen, !others.isWaiting { lines.passToMessage() }
            guard let line = lines.next() else {
                let isRest = !aside.isEmpty
                finishMessage()
                if isRest { continue }
                others.finish(into: &notices)
                break
            }
            idleCount += 1
            if message.isContinuation, message.constraints.isEmpty, LogPhrase.containsHeader(line.bytes) { message.isContinuation = false }
            readInTurn(line)
            let isFull = message.constraints.count >= constraintLimit
            if idleCount > patience || isFull { finishMessage() }
            if isFull { message.isContinuation = true }
        }
        failureCount = 0
        return messages.isEmpty ? nil : messages.removeFirst()
    }

    private mutating func finishMessage() {
        idleCount = 0
        messageProcess = nil
        lines.putBack(aside)
        aside = []
        if message.constraints.isEmpty, let broken = message.broken { message.append(broken) }
        if !message.constraints.isEmpty {
            messages.append(message)
            message = LogMessage()
        } else {
            message.broken = nil
            message.isContinuation = false
            if let line = headerLine { unreadable = ((unreadable?.count ?? 0) + 1, unreadable?.line ?? line) }
        }
        headerLine = nil
        awaitsBroken = false
        isListOpen = false
        isListOver = false
        isListAnnounced = false
        adviceLine = nil
    }

    // MARK: Lines

    /// Reads a line, or puts it aside if a process other than the message's wrote it. Several processes may write messages at
    /// once, line by line.
    private mutating func readInTurn(_ line: LogLines.Line) {
        lineProcess = LogProcess(of: line.bytes)
        if isOfAnother {
            aside.append(line)
            if aside.count > LogReader.mostAside { finishMessage() }
        } else if !aside.isEmpty, LogPhrase.containsHeader(line.bytes) {
            // The lines that other processes wrote before this process's next message are read first.
            aside.append(line)
            finishMessage()
        } else {
            read(line)
        }
    }

    private var isOfAnother: Bool {
        guard let messageProcess, let lineProcess else { return false }
        return messageProcess != lineProcess
    }

    private mutating func read(_ line: LogLines.Line) {
        let bytes = line.bytes
        lineNumber = line.number
        let starts = DescriptionFinder.starts(in: bytes)
        if !isListOpen, !awaitsBroken, isOfOther(line, hasDescription: !starts.isEmpty) { return }
        // If no message is open, `passToMessage` skips most of these lines. The result must not depend on whether it was called.
        if isStream, !isOpen, LogReader.constraint.place(in: bytes, from: 0) == nil { return }
        guard let first = starts.first else {
            readWithoutDescription(line)
            return
        }
        notice(LogPhrase.phrases(in: bytes, 0..<first))
        if ListSign.isElement(bytes[..<first]) || ListSign.isIn(bytes, descriptions: starts) { isListAnnounced = true }
        for (place, start) in starts.enumerated() {
            let isLast = place + 1 == starts.count
            let end = isLast ? bytes.count : starts[place + 1]
            let segment = Bytes(bytes[start..<end])
            do throws(UnreadableDescription) {
                take(try DescriptionReader.read(segment), isQuoted: start > 0 && bytes[start - 1] == Byte.doubleQuote)
            } catch {
                let isWhole = DescriptionReader.isClosed(segment) || !isLast || failureCount > Self.wrappedFailureLimit
                if !isWhole, let constraint = readWrapped(segment, failure: error, line: line) {
                    take(constraint)
                } else if isWhole, let constraint = DescriptionReader.readUnclosed(segment) {
                    take(constraint)
                } else if isWhole {
                    reject(line, segment, error)
                }
                if isLast { return }
            }
            notice(LogPhrase.phrases(in: bytes, start..<end))
        }
    }

    private static let constraint = SoughtWord("onstraint")

    /// Reads a line of a hierarchy, or of a message that is not a conflict. Returns false for other lines. Commands among these
    /// are recorded.
    private mutating func isOfOther(_ line: LogLines.Line, hasDescription: Bool) -> Bool {
        if hierarchy.take(line, into: &notices) || others.take(line, hasDescription: hasDescription, into: &notices) { return true }
        if !isStream, !hasDescription, commands.count < LogReader.mostCommands, let command = ListCommand(line.bytes) {
            commands.append((command, line.number))
        }
        return false
    }

    private static let mostCommands = 100

    private mutating func readWithoutDescription(_ line: LogLines.Line) {
        let phrases = LogPhrase.phrases(in: line.bytes, 0..<line.bytes.count)
        if !phrases.isEmpty {
            notice(phrases)
            return
        }
        let content = LogLines.withoutDecoration(line.bytes).trimmed
        if content.isEmpty { return }
        if ListSign.isHeading(line.bytes, at: content.startIndex) {
            if !message.constraints.isEmpty { finishMessage() }
            isListAnnounced = true
            return
        }
        if content.count == 1, content.first == Byte.openParenthesis {
            if !message.constraints.isEmpty { finishMessage() }
            isListOpen = true
        } else if content.first == Byte.closeParenthesis, content.count <= 4 {
            isListOpen = false
            isListOver = !message.constraints.isEmpty
        } else if content.allSatisfy({ DescriptionReader.isCloser($0) && $0 < 0x80 || $0 == Byte.minus || $0 == Byte.openParenthesis }) {
            return
        } else if content.indices.contains(where: { line.bytes[$0] == Byte.less && line.bytes.has("<private>", at: $0) }) {
            if isListOpen || message.constraints.isEmpty { skip(line, "it is redacted") }
        } else if isListOpen, !isStream, !LogReader.isStackFrame(content) {
            skip(line, "it is not a constraint")
        }
    }

    /// Returns whether a line is part of a crash's call stack: `0   CoreFoundation   0x0000…`.
    private static func isStackFrame(_ content: ArraySlice<UInt8>) -> Bool {
        let digits = content.prefix { $0.isDigit }
        guard !digits.isEmpty, content.dropFirst(digits.count).first?.isBlank == true else { return false }
        return content.dropFirst(digits.count).indices.contains {
            content[$0] == UInt8(ascii: "0") && content.dropFirst($0 - content.startIndex).starts(with: "0x".utf8)
        }
    }

    /// Reads a description that continues in the following lines. If it cannot be read, reports it and returns nil.
    private mutating func readWrapped(_ segment: Bytes, failure: UnreadableDescription, line: LogLines.Line) -> PrintedConstraint? {
        var wrapped = WrappedDescription(first: segment, failure: failure)
        while !wrapped.isFull, let next = lines.next() {
            lineProcess = LogProcess(of: next.bytes)
            if isOfAnother, aside.count < LogReader.mostAside {
                aside.append(next)
                continue
            }
            let part = Bytes(LogLines.withoutDecoration(next.bytes))
            let start = DescriptionFinder.starts(in: part).first
            let end = start.map { beginning(of: $0, in: part) } ?? part.count
            let isOver =
                end == 0 || part[...].trimmed.first == Byte.closeParenthesis && part[...].trimmed.count <= 2
                || !LogPhrase.phrases(in: part, 0..<end).isEmpty
            if isOver {
                lines.putBack(next)
                break
            }
            if let constraint = wrapped.append(Bytes(part[..<end]), isLast: start != nil) {
                let rest = Bytes(part[end...])
                if start != nil || !LogPhrase.phrases(in: rest, 0..<rest.count).isEmpty {
                    lines.putBack(LogLines.Line(number: next.number, bytes: rest))
                }
                return constraint
            }
            if start != nil {
                lines.putBack(LogLines.Line(number: next.number, bytes: Bytes(part[end...])))
                break
            }
        }
        if let constraint = DescriptionReader.readUnclosed(segment) { return constraint }
        reject(line, segment, wrapped.failure)
        return nil
    }

    /// Returns the index of the quote before a description, or of the description if there is none. The text before it belongs to
    /// the description that continues.
    private func beginning(of start: Int, in part: Bytes) -> Int {
        start > 0 && part[start - 1] == Byte.doubleQuote ? start - 1 : start
    }

    // MARK: Findings

    private mutating func notice(_ phrases: [LogPhrase]) {
        if !phrases.isEmpty { idleCount = 0 }
        for phrase in phrases {
            switch phrase {
            case .header:
                finishMessage()
                headerLine = lineNumber
                messageProcess = lineProcess
                isListOpen = false
            case .advice:
                if !message.constraints.isEmpty, isListOver || message.broken != nil { finishMessage() }
                if message.constraints.isEmpty, headerLine == nil { adviceLine = lineNumber }
            case .breaking:
                isListOpen = false
                isListOver = true
                awaitsBroken = message.broken == nil
            case .footer:
                isListOpen = false
                isListOver = !message.constraints.isEmpty
                awaitsBroken = false
            }
        }
    }

    /// Whether the list follows the advice of a header, of which the system prints a few lines.
    private var isAfterAdvice: Bool { adviceLine.map { lineNumber - $0 <= LogReader.longestAdvice } ?? false }
    private static let longestAdvice = 10

    /// The last line at which a list counts as the beginning of a text: after the bracket of the list.
    private static let lastOfBeginning = 2

    private mutating func take(_ found: PrintedConstraint, isQuoted: Bool = false) {
        var constraint = found
        constraint.line = lineNumber
        let isAdjacent = idleCount <= 1
        idleCount = 0
        if awaitsBroken {
            awaitsBroken = false
            message.broken = constraint
            return
        }
        if isStream, isHeadless, !isAdjacent { finishMessage() }
        if isListOver, !isListOpen {
            // Prose after a log may mention its constraints again.
            if let address = constraint.address, message.addresses.contains(address) { return }
            finishMessage()
        }
        constraintCount += 1
        if message.constraints.isEmpty {
            if headerLine == nil { messageProcess = lineProcess }
            message.line = headerLine ?? lineNumber
            message.hasHeader = headerLine != nil
            message.isCut = headerLine == nil && (isAfterAdvice || isQuoted && lineNumber <= LogReader.lastOfBeginning)
            message.isAnnouncedAsList = isListAnnounced
        }
        message.append(constraint)
    }

    /// Reports a description that cannot be read, but not prose that merely names a constraint.
    private mutating func reject(_ line: LogLines.Line, _ segment: Bytes, _ failure: UnreadableDescription) {
        failureCount += 1
        let isAwaited = awaitsBroken
        awaitsBroken = false
        if !isListOpen {
            guard segment.first == Byte.less else { return }
            if isListOver, !isAwaited, let address = DescriptionParser.address(of: segment), message.addresses.contains(address) { return }
        }
        skip(line, failure.reason)
    }

    private mutating func skip(_ line: LogLines.Line, _ reason: String) {
        // The line is long if it has many descriptions, so only its head is looked at.
        let text = line.bytes.prefix(1000).trimmed.prefix(200)
        let entry = SkippedLine(line: line.number, text: String(decoding: text, as: UTF8.self), reason: reason)
        if skipped.count < ConsoleLogImporter.skippedLimit { skipped.append(entry) }
        if message.skipped.count < FragmentBuilder.warningLimit {
            message.skipped.append(entry)
        } else {
            message.unreportedCount += 1
        }
    }
}
