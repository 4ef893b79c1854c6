internal import LayoutCheck
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

/// A replay of every step of a session on the present engine, with a comparison to the stored reports.
public struct Replay {
    struct Difference {
        /// A JSON Pointer into the report; from `/exercises` on into the session's file, from `/session` on into the session's
        /// row.
        var pointer: String
        /// The values as JSON; nil if there is none.
        var stored: [UInt8]?
        var now: [UInt8]?

        fileprivate var byteCount: Int { pointer.utf8.count + (stored?.count ?? 0) + (now?.count ?? 0) }
    }

    struct Step {
        var number: Int
        var engine: String
        /// The engine of one of its exercises that is not the present one; an unknown one if there is one.
        var exerciseEngine: String?
        /// The number of differences, of which only the first are listed.
        var count = 0
        var differences: [Difference] = []
        /// The number of bytes that its differences may still take.
        var room: Int
        /// The reason that the step cannot be run or its stored report cannot be read.
        var failure: String?
        /// The subjects of the step and its exercises that a spent budget or a failed check left open when it was stored, and
        /// now, by reason.
        var openThen = OpenSubjects()
        var openNow = OpenSubjects()

        var isIdentical: Bool { count == 0 && failure == nil }

        /// Whether it differs, perhaps only because this run's time or memory was spent.
        var isCutShort: Bool { !isIdentical && openNow.contains(Inconclusive.spent) }

        /// Circumstances other than the engine's results that may explain a difference; nil if there are none.
        var note: String? {
            var parts = engine == EngineVersion.text ? [] : ["stored by \(engine), run by \(EngineVersion.text)"]
            if let exerciseEngine { parts.append("an exercise stored by \(exerciseEngine), run by \(EngineVersion.text)") }
            if !isIdentical {
                parts += openThen.sentences.map { "when it was stored, \($0)" } + openNow.sentences.map { "this time, \($0)" }
            }
            return parts.isEmpty ? nil : parts.joined(separator: "; ")
        }
    }

    /// The subjects of a report's `inconclusive`, by their reasons.
    struct OpenSubjects {
        private var reasons: [(reason: String, subjects: [String])] = []

        mutating func add(_ report: ParsedReport) {
            for (subject, reason) in report.inconclusive {
                if let place = reasons.firstIndex(where: { $0.reason == reason }) {
                    if !reasons[place].subjects.contains(subject) { reasons[place].subjects.append(subject) }
                } else {
                    reasons.append((reason, [subject]))
                }
            }
        }

        func contains(_ reason: String) -> Bool { reasons.contains { $0.reason == reason } }

        /// Sentences such as `the time or memory limit for the analysis was reached: conflicts, ranges are not complete`.
        fileprivate var sentences: [String] {
            reasons.map { "\($0.reason): \($0.subjects.joined(separator: ", ")) \($0.subjects.count == 1 ? "is" : "are") not complete" }
        }
    }

    /// The maximum number of differences that are listed for a step, and of their bytes in all steps.
    private static let mostDifferences = 20
    private static let mostBytes = 8 << 20

    private(set) var steps: [Step] = []
    /// The number of bytes that further differences may take.
    private(set) var room = Replay.mostBytes

    /// Adds the next step.
    mutating func add(_ step: Step) {
        steps.append(step)
        room = step.room
    }

    public var isIdentical: Bool { steps.allSatisfy(\.isIdentical) }

    /// Whether this engine made all stored reports and exercises.
    public var isOfThisEngine: Bool { steps.allSatisfy { $0.engine == EngineVersion.text && $0.exerciseEngine == nil } }

    /// Whether this engine or an earlier version may have made all stored reports and exercises, as far as their names say.
    var hasKnownEngines: Bool {
        steps.allSatisfy { EngineVersion.isKnown($0.engine) && ($0.exerciseEngine.map { EngineVersion.isKnown($0) } ?? true) }
    }

    /// Compares the session's row with its newest step, unless further ones were stored since.
    mutating func compare(_ row: StoredSession, of id: String, _ newest: StoredStep, _ document: LayoutDocument?) {
        guard let last = steps.indices.last, row.step <= newest.number else { return }
        let root = document.flatMap { $0.views.indices.contains($0.root) ? $0.views[$0.root].id : nil } ?? row.root
        func number(_ step: Int) -> JSONTree { .number(JSONTree.Number(.integer(Int64(step)))) }
        let values: [(name: String, stored: JSONTree, now: JSONTree)] = [
            ("step", number(row.step), number(newest.number)), ("verdict", .string(row.verdict), .string(newest.verdict)),
            ("engine", .string(row.engine), .string(newest.engine)), ("root", .string(row.root), .string(root)),
        ]
        for (name, stored, now) in values where !Replay.isSame(stored, now) {
            Replay.note("/session/\(name)", stored: stored, now: now, &steps[last])
        }
        if row.isDamaged || row.id != id {
            Replay.note("/session", stored: .string("a row that differs from its digest"), now: .string("a row that equals it"), &steps[last])
        }
    }

    /// Compares a step's stored findings with its stored report; an unreadable report is reported elsewhere.
    static func compare(_ names: [FindingName], with stored: StoredStep, _ step: inout Step) {
        guard let report = try? ParsedReport(parsing: stored.report) else { return }
        var left = names
        var missing: [FindingName] = []
        // Older versions stored more of a step.
        for finding in ReportSummary.findings(report).prefix(max(names.count, StoredBounds.mostFindings)) {
            let name = FindingName(fingerprint: finding.fingerprint, summary: finding.summary)
            if let place = left.firstIndex(of: name) { left.remove(at: place) } else { missing.append(name) }
        }
        func pointer(_ name: FindingName) -> String { "/session/findings/\(JSONPointer.escaped(name.fingerprint))" }
        for name in left { note(pointer(name), stored: .string(name.summary), now: nil, &step) }
        for name in missing { note(pointer(name), stored: nil, now: .string(name.summary), &step) }
    }

    /// Compares a step's stored report with that of its document, the present one.
    static func compare(_ stored: StoredStep, with history: History, _ options: AnalysisOptions, _ step: inout Step) {
        guard let before = try? ParsedReport(parsing: stored.report) else {
            step.failure = "the stored report is not valid JSON"
            return
        }
        let document = history.present
        let layout = Analyzer(options: options).layout(of: document, editedFrom: history.source)
        guard let now = try? ParsedReport(parsing: layout.report(isAwaited: options.interest.isAwaited)) else { return }
        step.openThen.add(before)
        step.openNow.add(now)
        // Reports of the first version have no names and no diagnoses.
        let isFirst = EngineVersion.isKnown(stored.engine, before: "0.2.0")
        let ignored = Set(
            ["timing"] + ["engine"].filter { isFirst || before.tree[$0] != nil }
                + ["name", "root", "names", "diagnoses"].filter { isFirst && before.tree[$0] == nil && before.tree["names"] == nil })
        compare(without(ignored, before.tree), without(ignored, now.tree), "", &step)
        if stored.verdict != layout.analysis.verdict.rawValue, before.verdict != stored.verdict {
            note("", stored: .string("verdict \(stored.verdict)"), now: .string("verdict \(layout.analysis.verdict.rawValue)"), &step)
        }
    }

    /// Compares an exercise's stored answer with the present one.
    static func compare(
        _ exercise: StoredExercise, _ place: Int, _ document: LayoutDocument, _ options: AnalysisOptions, _ step: inout Step
    ) {
        let pointer = "/exercises/\(place)"
        if exercise.engine != EngineVersion.text, step.exerciseEngine.map({ EngineVersion.isKnown($0) }) ?? true {
            step.exerciseEngine = exercise.engine
        }
        guard let request = try? SessionService.ExerciseRequest(exercise.request),
            request.views.allSatisfy({ view in document.views.contains { $0.id == view } })
        else {
            let asked = try? JSONTree(parsing: exercise.request)
            return note(pointer + "/request", stored: asked, now: .string("is not valid for this step"), &step)
        }
        let answer = SessionService.answer(to: request, document, options, id: "", step: exercise.step)
        guard let now = try? JSONTree(parsing: answer) else { return }
        let stored = (try? JSONTree(parsing: exercise.answer)) ?? .null
        step.openThen.add(ParsedReport(stored))
        step.openNow.add(ParsedReport(now))
        // A session that an earlier version imported has another id, and names are derived from indices.
        compare(
            without(["id"], ExerciseNames.named(stored, place: place)), without(["id"], ExerciseNames.named(now, place: place)),
            pointer + "/answer", &step)
    }

    private static func without(_ keys: Set<String>, _ tree: JSONTree) -> JSONTree {
        guard let members = tree.members else { return tree }
        return .object(members.filter { !keys.contains($0.key) })
    }

    static func note(_ pointer: String, stored: JSONTree?, now: JSONTree?, _ step: inout Step) {
        step.count += 1
        guard step.differences.count < mostDifferences else { return }
        let difference = Difference(pointer: pointer, stored: stored.map(json), now: now.map(json))
        guard difference.byteCount <= step.room else { return }
        step.differences.append(difference)
        step.room -= difference.byteCount
    }

    private static func json(_ tree: JSONTree) -> [UInt8] {
        var writer = JSONWriter()
        writer.tree(tree)
        return writer.bytes
    }

    /// Returns whether two values that contain no others are the same: texts by their bytes, as letters may be written in several ways.
    private static func isSame(_ stored: JSONTree, _ now: JSONTree) -> Bool {
        guard case (.string(let stored), .string(let now)) = (stored, now) else { return stored == now }
        return stored.utf8.elementsEqual(now.utf8)
    }

    private static func compare(_ stored: JSONTree, _ now: JSONTree, _ pointer: String, _ step: inout Step) {
        switch (stored, now) {
        case (.object(let a), .object(let b)):
            let new = Dictionary(b.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
            let old = Set(a.map { Array($0.key.utf8) })
            for member in a {
                let place = pointer + "/" + JSONPointer.escaped(member.key)
                if let value = new[Array(member.key.utf8)] {
                    compare(member.value, value, place, &step)
                } else {
                    note(place, stored: member.value, now: nil, &step)
                }
            }
            for member in b where !old.contains(Array(member.key.utf8)) {
                note(pointer + "/" + JSONPointer.escaped(member.key), stored: nil, now: member.value, &step)
            }
        case (.array(let a), .array(let b)):
            for place in 0..<max(a.count, b.count) {
                let (x, y) = (a.indices.contains(place) ? a[place] : nil, b.indices.contains(place) ? b[place] : nil)
                if let x, let y {
                    compare(x, y, "\(pointer)/\(place)", &step)
                } else {
                    note("\(pointer)/\(place)", stored: x, now: y, &step)
                }
            }
        case (.number(let a), .number(let b)):
            if a.value.double != b.value.double { note(pointer, stored: stored, now: now, &step) }
        default: if !isSame(stored, now) { note(pointer, stored: stored, now: now, &step) }
        }
    }

    /// A line for each step, and its differences.
    public var text: String {
        var lines: [String] = []
        for step in steps {
            let note = step.note.map { " (\($0))" } ?? ""
            let differences = "\(step.count) difference\(step.count == 1 ? "" : "s")"
            lines.append("step \(step.number): \(step.isIdentical ? "identical" : step.failure ?? differences)\(note)")
            for difference in step.differences {
                lines.append("  \(difference.pointer): stored \(Replay.short(difference.stored)), now \(Replay.short(difference.now))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func short(_ value: [UInt8]?) -> String {
        guard let value else { return "nothing" }
        let text = String(decoding: value, as: UTF8.self)
        return text.count > 200 ? text.prefix(200) + "…" : text
    }

    /// `{"identical", "engine", "steps": […]}`
    public var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("identical", isIdentical)
            writer.member("engine", EngineVersion.text)
            writer.key("steps")
            writer.array(steps) { writer, step in
                writer.object { writer in
                    writer.member("step", step.number)
                    writer.member("identical", step.isIdentical)
                    writer.member("engine", step.engine)
                    if let note = step.note { writer.member("note", note) }
                    if let failure = step.failure { writer.member("failure", failure) }
                    writer.member("differenceCount", step.count)
                    writer.key("differences")
                    writer.array(step.differences) { writer, difference in
                        writer.object { writer in
                            writer.member("pointer", difference.pointer)
                            writer.member("stored", raw: difference.stored ?? Array("null".utf8))
                            writer.member("now", raw: difference.now ?? Array("null".utf8))
                        }
                    }
                }
            }
        }
        return writer.bytes
    }
}
