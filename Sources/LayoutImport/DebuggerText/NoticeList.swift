internal import LayoutModel

/// A finding of a text beside its constraints. Its view is not yet resolved to one of a document.
struct TextNotice {
    var finding: SourceFinding
    /// The view in question.
    var view: PrintedView?
    /// The message without addresses, which differ between runs.
    var plainMessage: String
    /// Whether the message only announces a trace.
    var isAnnouncement = false
}

/// The notices of a text in order. Equal notices are counted as one.
struct NoticeList {
    /// The maximum number of notices. Further ones are only counted.
    static let limit = 1000

    private var notices: [TextNotice] = []
    private var places: [String: Int] = [:]
    private var beyond = 0
    /// Whether addresses distinguish views. In a stream they do not, since it may repeat a message for many views.
    private let tellsAddresses: Bool

    init(tellsAddresses: Bool) {
        self.tellsAddresses = tellsAddresses
    }

    var isEmpty: Bool { notices.isEmpty }

    mutating func add(_ notice: TextNotice) {
        let message = tellsAddresses ? notice.finding.message : notice.plainMessage
        let key =
            "\(notice.finding.name ?? "") \(notice.finding.place?.file ?? "") \(message) \(tellsAddresses ? notice.view?.addressText ?? "" : "")"
        if let known = places[key] {
            notices[known].finding.count += 1
        } else if notices.count < NoticeList.limit {
            places[key] = notices.count
            notices.append(notice)
        } else {
            beyond += 1
        }
    }

    /// The notices in the order of their lines, and within a line in the order in which they were found. Announcements are
    /// omitted if the trace was read.
    var finished: [TextNotice] {
        let isTraced = notices.contains { $0.finding.name == TreeNotices.ambiguousView }
        let ordered = notices.enumerated().sorted { ($0.element.finding.line, $0.offset) < ($1.element.finding.line, $1.offset) }
        var finished = ordered.map(\.element).filter { !($0.isAnnouncement && isTraced) }
        if beyond > 0, let last = finished.last {
            var finding = SourceFinding(.reportedText, "\(beyond) more messages were counted, but are not listed", line: last.finding.line, column: 1)
            finding.name = "more-messages"
            finished.append(TextNotice(finding: finding, plainMessage: finding.message))
        }
        return finished
    }
}
