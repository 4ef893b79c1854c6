internal import JSON
internal import LayoutModel

/// The difference of a step's report from the previous one's: findings that appeared and disappeared, views that moved.
struct ReportChange {
    struct Moved {
        var view: String
        /// The change of `x y width height`, in points.
        var by: SIMD4<Double>
    }

    var verdict: (before: String, now: String)
    var came: [ReportSummary.Finding] = []
    var went: [ReportSummary.Finding] = []
    var stayed: [ReportSummary.Finding] = []
    /// Findings whose members or view persist, and which one of the two lists lacks because it is not complete.
    var unlistedBefore: [ReportSummary.Finding] = []
    var unlistedNow: [ReportSummary.Finding] = []
    /// Whether one of the two reports lacks some conflicts or ambiguities, or all frames.
    var isIncomplete: Bool
    var moved: [Moved] = []
    var appeared: [String] = []
    var disappeared: [String] = []

    /// Compares two reports without their documents.
    init(from before: ReportSummary, to now: ReportSummary) {
        var match = FindingMatch(from: before, to: now)
        match.pairByOrder()
        self.init(from: before, to: now, match)
    }

    /// Compares two steps of a session.
    ///
    /// - Parameter documents: returns the documents of both steps; called only if the reports alone do not determine the
    ///   matching.
    init<Failure>(
        from before: ReportSummary, to now: ReportSummary, _ documents: () throws(Failure) -> (LayoutDocument, LayoutDocument)
    ) throws(Failure) {
        self.init(from: before, to: now, try FindingMatch(from: before, to: now, documents))
    }

    private init(from before: ReportSummary, to now: ReportSummary, _ match: FindingMatch) {
        verdict = (before.verdict, now.verdict)
        isIncomplete = [before, now].contains { !$0.listsAllConflicts || !$0.listsAllAmbiguities }
        for (place, finding) in now.findings.enumerated() {
            if match.origins[place] != nil {
                stayed.append(finding)
            } else if match.unlistedBefore.contains(place) {
                unlistedBefore.append(finding)
            } else {
                came.append(finding)
            }
        }
        let continued = Set(match.origins.compactMap(\.self))
        for (place, finding) in before.findings.enumerated() where !continued.contains(place) {
            if match.unlistedNow.contains(place) { unlistedNow.append(finding) } else { went.append(finding) }
        }
        // Without frames, nothing is known of the views.
        guard before.frames.isEmpty == now.frames.isEmpty else {
            isIncomplete = true
            return
        }
        if before.views == now.views {
            for place in now.views.indices { note(now.views[place], from: before.frames[place], to: now.frames[place]) }
            return
        }
        let oldFrames = Dictionary(zip(before.views, before.frames), uniquingKeysWith: { first, _ in first })
        for (view, frame) in zip(now.views, now.frames) {
            if let old = oldFrames[view] { note(view, from: old, to: frame) } else { appeared.append(view) }
        }
        let known = Set(now.views)
        disappeared = before.views.filter { !known.contains($0) }
    }

    private mutating func note(_ view: String, from old: SIMD4<Double>, to new: SIMD4<Double>) {
        let by = new - old
        if abs(by.x) > 1e-6 || abs(by.y) > 1e-6 || abs(by.z) > 1e-6 || abs(by.w) > 1e-6 { moved.append(Moved(view: view, by: by)) }
    }
}

extension JSONWriter {
    mutating func change(_ change: ReportChange) {
        object { writer in
            writer.key("verdict")
            writer.object {
                $0.member("before", change.verdict.before)
                $0.member("now", change.verdict.now)
            }
            writer.findings("came", change.came)
            writer.findings("went", change.went)
            writer.key("stayed")
            writer.array(
                change.stayed.map { ($0, nil) } + change.unlistedBefore.map { ($0, "before") } + change.unlistedNow.map { ($0, "now") }
            ) { writer, entry in writer.finding(entry.0, unlisted: entry.1) }
            if change.isIncomplete { writer.member("incomplete", true) }
            writer.key("moved")
            writer.array(change.moved) { writer, moved in
                writer.object { writer in
                    writer.member("view", moved.view)
                    writer.difference("x", moved.by.x)
                    writer.difference("y", moved.by.y)
                    writer.difference("width", moved.by.z)
                    writer.difference("height", moved.by.w)
                }
            }
            writer.member("appeared", change.appeared)
            writer.member("disappeared", change.disappeared)
        }
    }

    /// Writes a member for a difference that is not 0.
    private mutating func difference(_ key: StaticString, _ value: Double) {
        guard abs(value) > 1e-6 else { return }
        self.key(key)
        rounded(value)
    }

    private mutating func findings(_ key: StaticString, _ findings: [ReportSummary.Finding]) {
        self.key(key)
        array(findings) { writer, finding in writer.finding(finding) }
    }

    /// - Parameter unlisted: which of the two lists is truncated before it.
    private mutating func finding(_ finding: ReportSummary.Finding, unlisted: String? = nil) {
        object {
            $0.member("kind", finding.kind)
            $0.member("fingerprint", finding.fingerprint)
            $0.member("name", finding.name)
            $0.member("summary", finding.summary)
            if let unlisted { $0.member("unlisted", unlisted) }
        }
    }

    /// Writes a difference of reported numbers like `rounded`.
    mutating func rounded(_ value: Double) {
        let millionths = (value * 1e6).rounded()
        guard (1e3...1e15).contains(millionths.magnitude) else { return number(JSONWriter.rounded(value)) }
        // Fifteen digits are the shortest exact form here, and ten times faster than the library's conversion.
        var (fraction, digits) = (UInt64(millionths.magnitude) % 1_000_000, 6)
        while digits > 0, fraction % 10 == 0 { (fraction, digits) = (fraction / 10, digits - 1) }
        decimal(isNegative: millionths < 0, whole: UInt64(millionths.magnitude) / 1_000_000, fraction: fraction, digits: digits)
    }

    /// Returns a difference of reported numbers, which are rounded to 1e-6.
    static func rounded(_ value: Double) -> String {
        let millionths = (value * 1e6).rounded()
        guard millionths.magnitude < 9e15 else { return value.description }
        let rounded = millionths / 1e6
        return rounded == rounded.rounded() && rounded.magnitude < 1e15 ? String(Int64(rounded)) : rounded.description
    }
}
