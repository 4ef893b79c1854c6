/// An interval of steps: from the one at which a finding appeared to the last before it disappeared, or the newest.
struct FindingSpan {
    let session: Int64
    let first: Int64
    /// The last step; nil for the newest.
    let last: Int64?
    let since: Int64
    let seen: Int64
}

/// A snapshot of the stored findings of all sessions.
protocol FindingSource {
    /// Returns the findings that still occur at the newest steps of sessions whose rows have earlier times.
    func pendingSpans() throws(StoreError) -> [(fingerprint: String, span: FindingSpan)]

    /// Returns the stored spans of a finding, the last seen first.
    func spans(of fingerprint: String, limit: Int) throws(StoreError) -> [FindingSpan]

    /// Returns the times of a session's steps below a number, the newest first.
    func stepTimes(of session: Int64, before number: Int64, limit: Int) throws(StoreError) -> [(number: Int64, time: Int64)]
}

/// The times at which findings were seen, that is the times of the steps that had them.
struct FindingLooks<Source: FindingSource> {
    private struct Look: Hashable {
        let time: Int64
        let session: Int64
    }

    /// The times of a session's steps, the newest first, as far as they were read.
    private struct Steps {
        var steps: [(number: Int64, time: Int64)] = []
        var isWhole = false
    }

    private let source: Source
    private let most: Int
    private var pending: [String: [FindingSpan]] = [:]
    private var pendingSessions: Set<Int64> = []
    private var steps: [Int64: Steps] = [:]

    /// - Parameter most: the maximum number of times of one finding; the newest are used.
    init(_ source: Source, most: Int) throws(StoreError) {
        (self.source, self.most) = (source, most)
        for (fingerprint, span) in try source.pendingSpans() {
            pending[fingerprint, default: []].append(span)
            pendingSessions.insert(span.session)
        }
    }

    /// Returns the times at which a finding was seen, the newest first.
    mutating func times(of fingerprint: String) throws(StoreError) -> [Int64] {
        let late = pending[fingerprint] ?? []
        let stored = try source.spans(of: fingerprint, limit: most + late.count)
        let current = stored.filter { $0.last != nil || !pendingSessions.contains($0.session) }
        var looks: Set<Look> = []
        // Earlier times cannot be among the newest.
        var limit = Int64.min
        for span in (late + current).sorted(by: { ($0.seen, $0.session) > ($1.seen, $1.session) }) {
            if span.seen < limit { break }
            looks.insert(Look(time: span.seen, session: span.session))
            looks.insert(Look(time: span.since, session: span.session))
            try visit(span, downTo: limit) { looks.insert(Look(time: $0, session: span.session)) }
            guard looks.count >= most else { continue }
            let newest = looks.sorted { ($0.time, $0.session) > ($1.time, $1.session) }.prefix(most)
            limit = newest.last?.time ?? limit
            looks = Set(newest)
        }
        return looks.map { StoredBounds.time($0.time) }.sorted(by: >)
    }

    /// Visits the times of the steps strictly between the first and the last of a span, the newest first. Mostly there are none:
    /// a span with one time has one step, unless a clock was set back.
    private mutating func visit(_ span: FindingSpan, downTo limit: Int64, _ body: (Int64) -> Void) throws(StoreError) {
        guard span.since < span.seen else { return }
        if let last = span.last, last <= span.first || last - 1 == span.first { return }
        var known = steps[span.session] ?? Steps()
        defer { steps[span.session] = known }
        var index = 0
        while true {
            if index == known.steps.count {
                guard !known.isWhole else { return }
                let further = try source.stepTimes(of: span.session, before: known.steps.last?.number ?? .max, limit: 64)
                    .map { (number: $0.number, time: max($0.time, span.session)) }
                known.steps += further
                known.isWhole = further.count < 64
                if further.isEmpty { return }
            }
            let step = known.steps[index]
            if step.number <= span.first || step.time < limit { return }
            if step.number < span.last ?? .max { body(step.time) }
            index += 1
        }
    }
}
