internal import LayoutModel

/// Reads the messages of a text that are not conflicts, line by line.
struct MessageReader {
    /// The message whose lines are being read.
    fileprivate struct Open {
        var kind: MessageKind
        var line: Int
        var text: Bytes
        var views: [PrintedView]
        /// The number of following lines that may still belong to it.
        var linesLeft: Int
        /// The indices of the signs in its lines. A repeated sign begins another message.
        var signs: Set<Int>
        /// Whether one of its lines says that the app ends.
        var isCrash = false
    }

    private var open: Open?

    /// Whether the following lines may belong to the last message.
    var isWaiting: Bool { (open?.linesLeft ?? 0) > 0 }

    /// Reads a line. Returns true if it is only a part of a message, so that no other reader needs it.
    mutating func take(_ line: LogLines.Line, hasDescription: Bool, into list: inout NoticeList) -> Bool {
        if let match = MessageKind.match(line.bytes[...]), isMessage(line.bytes, match.kind, hasDescription: hasDescription) {
            if var current = open, current.kind.name == match.kind.name, current.linesLeft > 0, current.signs.insert(match.sign).inserted {
                current.add(line.bytes)
                current.linesLeft -= 1
                open = current
            } else {
                finish(into: &list)
                var begun = Open(
                    kind: match.kind, line: line.number, text: line.bytes, views: [], linesLeft: match.kind.linesBelow, signs: [match.sign])
                begun.add(line.bytes)
                open = begun
            }
            return true
        }
        guard var current = open else { return false }
        // A conflict or a list begins, which is not a part of the message.
        let content = LogLines.withoutDecoration(line.bytes)
        let begins =
            LogPhrase.containsHeader(line.bytes) || ListSign.isHeading(line.bytes, at: content.startIndex)
            || content.elementsEqual("(".utf8)
                && current.kind.printsConstraint
        guard current.linesLeft > 0, !begins else {
            finish(into: &list)
            return false
        }
        current.linesLeft -= 1
        current.add(line.bytes)
        open = current
        return hasDescription && current.kind.printsConstraint
    }

    /// Returns whether a line with a message's sign is such a message. The lines around a conflict may contain the subsystem's
    /// name as well.
    private func isMessage(_ line: Bytes, _ kind: MessageKind, hasDescription: Bool) -> Bool {
        if hasDescription, !kind.printsConstraint { return false }
        guard kind.isUnknown else { return !LogPhrase.containsHeader(line) }
        return LogPhrase.phrases(in: line, 0..<line.count).isEmpty && MessageText(line).message.utf8.count >= MessageReader.shortestMessage
    }

    /// The minimum length of a message in bytes. A shorter text is a bracket, or a part of a broken line.
    private static let shortestMessage = 12

    /// Ends the open message and adds its notice.
    mutating func finish(into list: inout NoticeList) {
        guard let message = open else { return }
        open = nil
        list.add(message.notice)
    }
}

extension MessageReader.Open {
    fileprivate static let mostViews = 2

    /// Adds what a line of the message says.
    mutating func add(_ line: Bytes) {
        addViews(of: line)
        isCrash = isCrash || Self.signsOfCrash.contains { line.firstRange(of: $0.utf8) != nil }
    }

    private static let signsOfCrash = ["Terminating app due to uncaught exception", "This will crash", "Fatal error:", "Fatal Exception:"]

    private mutating func addViews(of line: Bytes) {
        guard views.count < Self.mostViews, kind.sentence.contains("{view") else { return }
        for view in PrintedView.all(in: line, most: Self.mostViews) where views.count < Self.mostViews && !views.contains(view) { views.append(view) }
    }

    var notice: TextNotice {
        let text = MessageText(text)
        func said(_ name: (PrintedView) -> String) -> String {
            var sentence = kind.sentence
            if sentence.contains("{views}") { sentence.replace("{views}", with: MessageText.pair(views.map(name))) }
            if sentence.contains("{view}") { sentence.replace("{view}", with: views.first.map(name) ?? "a view") }
            for (sign, part) in [("{quoted}", text.quoted), ("{owner}", text.owner), ("{what}", text.what), ("{text}", text.message)]
            where sentence.contains(sign) {
                sentence.replace(sign, with: part)
            }
            return (sentence.first?.uppercased() ?? "") + sentence.dropFirst()
        }
        let place = text.place
        var finding = SourceFinding(isCrash ? .reportedError : kind.kind, said(\.nameAndAddress), line: line, column: 1)
        finding.name = kind.name
        finding.remedy = kind.remedy.replacing("{file}", with: place?.file ?? "FILE")
        finding.place = place
        return TextNotice(finding: finding, view: views.first, plainMessage: said(\.name), isAnnouncement: kind.isAnnouncement)
    }
}
