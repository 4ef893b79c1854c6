internal import LayoutModel

/// What a text says beside its constraints, before it is known which views of a document it is about.
struct TextNotice {
    var finding: SourceFinding
    /// The view that it is about.
    var view: PrintedView?
    /// The message without addresses, which are others at each run.
    var plainMessage: String
    /// Only says that a trace follows.
    var isAnnouncement = false
}

/// The notices of a text in their order, those that say the same as one.
struct NoticeList {
    /// What comes beyond is counted only.
    static let limit = 1000

    private var notices: [TextNotice] = []
    private var places: [String: Int] = [:]
    private var beyond = 0
    /// Views are distinguished by their addresses; a stream brings the same message of ever new views.
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

    /// All of them in the order of their lines, those first that stand in one line and were found first.
    var finished: [TextNotice] {
        let isTraced = notices.contains { $0.finding.name == TreeNotices.ambiguousView }
        let ordered = notices.enumerated().sorted { ($0.element.finding.line, $0.offset) < ($1.element.finding.line, $1.offset) }
        var finished = ordered.map(\.element).filter { !($0.isAnnouncement && isTraced) }
        if beyond > 0, let last = finished.last {
            var finding = SourceFinding(.reportedText, "\(beyond) more messages were only counted", line: last.finding.line, column: 1)
            finding.name = "more-messages"
            finished.append(TextNotice(finding: finding, plainMessage: finding.message))
        }
        return finished
    }
}
