internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

// The changes of each step of a session, and the origin of a step's findings.

extension SessionService {
    /// Returns the events and changes of steps: `{"id","step","steps":[…],"next":step or null}`; nil if there is no session.
    ///
    /// - Parameters:
    ///   - first: the first step to list.
    ///   - limit: the most steps to list.
    func timeline(_ id: String, from first: Int, limit: Int) throws(SessionError) -> [UInt8]? {
        guard let session = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        // One step before, to compute the first change, and one after, to see whether there are more.
        var steps = try noted { () throws(StoreError) in try store.steps(id, from: max(first - 1, 0), limit: limit + 2) }
        var before: ReportSummary?
        if first > 0, let earlier = steps.first, earlier.number < first {
            before = ReportSummary(try tree(earlier.report, id, earlier.number), verdict: earlier.verdict)
            steps.removeFirst()
        }
        let next = steps.count > limit ? steps[limit].number : nil
        steps = Array(steps.prefix(limit))
        let exercises = try noted { () throws(StoreError) in try self.exercises(id) }
        let isAnyUndone = steps.contains { $0.events.map(SessionService.isUndo) ?? false }
        let takenBack = isAnyUndone ? SessionService.takenBack(try noted { () throws(StoreError) in try store.events(id) }) : [:]
        var history = LazyHistory(id, self)
        var writer = JSONWriter(capacity: 4096)
        writer.beginObject()
        writer.member("id", session.id)
        writer.member("step", session.step)
        writer.key("steps")
        writer.beginArray()
        for step in steps {
            let report = try tree(step.report, id, step.number)
            let now = ReportSummary(report, verdict: step.verdict)
            let change = try before.map { before throws(SessionError) in
                try ReportChange(from: before, to: now) { () throws(SessionError) in try history.pair(step.number - 1, step.number) }
            }
            writer.step(step, report, change, exercises.enumerated().filter { $0.element.step == step.number }, takesBack: takenBack[step.number])
            before = now
        }
        writer.endArray()
        writer.key("next")
        if let next { writer.integer(next) } else { writer.null() }
        writer.endObject()
        return writer.bytes
    }

    /// Returns whether a list is nothing but an undo, which is short.
    private static func isUndo(_ list: [UInt8]) -> Bool { list.count < 64 && (try? SessionCache.events(list)) == [.undo] }

    /// Returns, for each undo by its step, the step whose list of events it reverted.
    private static func takenBack(_ lists: [[UInt8]]) -> [Int: Int] {
        var taken: [Int: Int] = [:]
        var left: [Int] = []
        for (place, list) in lists.enumerated() {
            if isUndo(list) { taken[place + 1] = left.popLast() } else { left.append(place + 1) }
        }
        return taken
    }

    // MARK: - Blame

    /// Returns, for each conflict and ambiguity of a step (nil for the present one), the step since which it exists, the members
    /// that the step added or changed, and the older ones that they conflict with.
    func blame(_ id: String, step wanted: Int?) throws(SessionError) -> [UInt8]? {
        guard let stored = try noted({ () throws(StoreError) in try store.report(id, step: wanted) }) else { return nil }
        let number = stored.step
        let now = ReportSummary(try tree(stored.report, id, number), verdict: stored.verdict)
        let members = (try tree(stored.report, id, number)["conflicts"]?.elements ?? []).map {
            $0["members"]?.elements?.compactMap(\.string) ?? []
        }
        var history = LazyHistory(id, self)
        let beginnings = try beginnings(of: now, id, number, &history)
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
        /// Whether it existed before, in a step whose list of conflicts was truncated.
        var isIncomplete = false
    }

    /// Returns the step since which each finding of a step exists without interruption.
    private func beginnings(
        of now: ReportSummary, _ id: String, _ number: Int, _ history: inout LazyHistory
    ) throws(SessionError) -> [Beginning] {
        var beginnings = now.findings.map { _ in Beginning(step: 0) }
        // The index of each finding in the list of the present step of the search.
        var open = Dictionary(uniqueKeysWithValues: now.findings.indices.map { ($0, $0) })
        var (later, laterStep) = (now, number)
        var names = now.findings.map { FindingName(fingerprint: $0.fingerprint, summary: $0.summary) }
        var earlier: [[FindingName]] = []
        var step = number
        while step > 0, !open.isEmpty {
            if earlier.isEmpty {
                let range = max(0, step - 200)..<step
                earlier = try noted { () throws(StoreError) in try store.findingNames(of: id, steps: range) }
            }
            guard let before = earlier.popLast() else { throw .damaged(id, "its findings are not all there") }
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

/// The documents of a session's steps, rebuilt on first use.
private struct LazyHistory {
    private let id: String
    private let service: SessionService
    private var history: History?

    init(_ id: String, _ service: SessionService) {
        self.id = id
        self.service = service
    }

    mutating func pair(_ first: Int, _ second: Int) throws(SessionError) -> (LayoutDocument, LayoutDocument) {
        if let history { return try history.pair(first, second, of: id) }
        let made = try service.documents.documents(of: id, in: service.store)
        history = made
        return try made.pair(first, second, of: id)
    }

    /// Returns the rows of a set that a step added or changed.
    mutating func changed(_ rows: Set<String>, by step: Int) throws(SessionError) -> Set<String> {
        let (before, now) = try pair(step - 1, step)
        let (old, new) = (DocumentRows(before, rows), DocumentRows(now, rows))
        return rows.filter { old[$0] == nil || old[$0] != new[$0] }
    }
}

extension FindingName {
    /// Returns the indices of some findings in the previous step's list, if that has equal findings with their fingerprints;
    /// otherwise nil.
    fileprivate static func places(of wanted: Set<Int>, from now: [FindingName], to before: [FindingName]) -> [Int: Int]? {
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

extension JSONWriter {
    /// Writes one step of a timeline; with its change if the previous step is known.
    ///
    /// - Parameter exercises: the step's exercises, each with its index among the session's.
    fileprivate mutating func step(
        _ step: StoredStep, _ report: JSONTree, _ change: ReportChange?, _ exercises: [(offset: Int, element: StoredExercise)], takesBack: Int?
    ) {
        object { writer in
            writer.member("step", step.number)
            writer.member("createdAt", Timestamp(microseconds: step.createdAt).text)
            writer.member("engine", step.engine)
            writer.member("verdict", step.verdict)
            writer.key("events")
            if let events = step.events { writer.raw(events) } else { writer.array([String]()) { $0.string($1) } }
            if let takesBack { writer.member("takesBack", takesBack) }
            writer.key("decisions")
            writer.tree(report["decisions"] ?? .array([]))
            if let change {
                writer.key("changes")
                writer.change(change)
            }
            writer.key("exercises")
            writer.array(exercises) { writer, entry in
                let (place, exercise) = entry
                let alternates = (try? JSONTree(parsing: exercise.answer))?["alternates"]?.elements ?? []
                writer.object {
                    $0.member("id", ExerciseNames.exercise(place))
                    $0.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
                    $0.member("request", raw: exercise.request)
                    $0.member("alternates", alternates.compactMap { $0["id"]?.string })
                }
            }
        }
    }
}
