internal import JSON
internal import LayoutModel
internal import Reporting
internal import SessionStore

// The step at which each finding appeared.

extension SessionService {
    /// Returns, for each conflict and ambiguity of a step (nil for the present one), the step since which it exists, the members
    /// that the step added or changed, and the older ones that they conflict with.
    func blame(_ id: String, step wanted: Int?, for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let stored = try noted({ () throws(StoreError) in try store.report(id, step: wanted) }) else { return nil }
        let number = stored.step
        let report = try parsed(stored.report, id, number)
        let now = ReportSummary(report, verdict: stored.verdict)
        let members = report.conflicts.map(\.members)
        var history = LazyHistory(id, self, for: caller)
        let beginnings = try beginnings(of: now, id, number, &history, for: caller)
        var introduced: [Set<String>] = []
        for (rows, beginning) in zip(members, beginnings) {
            introduced.append(beginning.step == 0 ? Set(rows) : try history.changed(Set(rows), by: beginning.step))
        }
        var writer = JSONWriter(capacity: 1024)
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", number)
            writer.key("findings")
            writer.array(now.findings.enumerated()) { writer, entry in
                let (place, finding) = entry
                writer.object { writer in
                    writer.member("kind", finding.kind)
                    writer.member("fingerprint", finding.fingerprint)
                    writer.member("name", finding.name)
                    writer.member("summary", finding.summary)
                    writer.member("since", beginnings[place].step)
                    if beginnings[place].isIncomplete { writer.member("incomplete", true) }
                    if introduced.indices.contains(place) {
                        writer.member("introduced", members[place].filter(introduced[place].contains))
                        writer.member("older", members[place].filter { !introduced[place].contains($0) })
                    }
                }
            }
        }
        return writer.bytes
    }

    private struct Beginning {
        var step: Int
        /// Whether it may have existed before, in a step whose list lacked some.
        var isIncomplete = false
    }

    /// Returns the step since which each finding of a step exists without interruption.
    private func beginnings(
        of now: ReportSummary, _ id: String, _ number: Int, _ history: inout LazyHistory, for caller: Caller
    ) throws(SessionError) -> [Beginning] {
        var beginnings = now.findings.map { _ in Beginning(step: 0) }
        // The index of each finding in the list of the present step of the search.
        var open = Dictionary(uniqueKeysWithValues: now.findings.indices.map { ($0, $0) })
        var (later, laterStep) = (now, number)
        var names = now.findings.map { FindingName(fingerprint: $0.fingerprint, summary: $0.summary) }
        var earlier = FindingReader(store, id)
        var step = number
        while step > 0, !open.isEmpty {
            try caller.check(limits)
            let before = try noted { () throws(StoreError) in try earlier.names(of: step - 1) }
            if let places = FindingName.places(of: Set(open.values), from: names, to: before) {
                open = open.compactMapValues { places[$0] }
            } else {
                let present = laterStep == step ? later : try summary(id, step)
                (later, laterStep) = (try summary(id, step - 1), step - 1)
                let match = try FindingMatch(from: later, to: present) { () throws(SessionError) in try history.pair(step - 1, step) }
                for (finding, place) in open {
                    open[finding] = match.origins.indices.contains(place) ? match.origins[place] : nil
                    if open[finding] == nil {
                        beginnings[finding] = Beginning(step: step, isIncomplete: match.unlistedBefore.contains(place))
                    }
                }
            }
            names = before
            step -= 1
        }
        return beginnings
    }
}

extension FindingName {
    /// Returns the indices of some findings in the previous step's list, if that has equal findings with their fingerprints;
    /// otherwise nil, also if one of the lists may lack findings that were not stored.
    fileprivate static func places(of wanted: Set<Int>, from now: [FindingName], to before: [FindingName]) -> [Int: Int]? {
        guard max(now.count, before.count) < StoredBounds.mostFindings else { return nil }
        if now == before { return Dictionary(uniqueKeysWithValues: wanted.map { ($0, $0) }) }
        guard wanted.allSatisfy(now.indices.contains) else { return nil }
        let prints = Set(wanted.map { now[$0].fingerprint })
        func groups(_ list: [FindingName]) -> [String: [Int]] {
            Dictionary(grouping: list.indices.filter { prints.contains(list[$0].fingerprint) }) { list[$0].fingerprint }
        }
        let (new, old) = (groups(now), groups(before))
        var places: [Int: Int] = [:]
        for (print, group) in new {
            guard let others = old[print], others.map({ before[$0].summary }) == group.map({ now[$0].summary }) else { return nil }
            for (place, other) in zip(group, others) { places[place] = other }
        }
        return places
    }
}
