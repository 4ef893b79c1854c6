internal import LayoutModel
internal import StandardAdditions

/// The parts of a layout that a log's message does not print, although the conflict that it reports depends on them.
struct Unprinted {
    /// The lengths and views in words, such as `the top margin of UIView`. Empty if nothing is known to be missing.
    let words: [String]
    /// The lengths that margins and baselines would need for the printed constraints to be satisfiable.
    let needed: [NeededMargin]
    /// The number of lines of the message that were not understood.
    let unreadLines: Int
    /// Whether the whole message was read: its list, and the line that names the broken constraint.
    let isWhole: Bool

    init(_ analysis: Analysis?, of document: LayoutDocument) {
        let missing = document.isFragment && analysis?.isConflicting == false ? analysis?.missing ?? [] : []
        words = missing.filter { $0 != Analysis.otherContradiction }.map { $0.hasPrefix("the ") ? $0 : "the \($0)" }
        needed = (analysis?.log?.neededMargins ?? []) + (analysis?.log?.neededBaselines ?? [])
        unreadLines = document.isFragment ? document.unreadLines : 0
        isWhole = document.recordedBroken != nil && unreadLines == 0
    }

    /// The first of what is missing, as the object of a sentence, or nil if nothing is known to be missing.
    var listed: String? { words.isEmpty ? nil : words.listed(atMost: 3) + (unreadLines == 0 ? ", which the log does not print" : "") }
}
