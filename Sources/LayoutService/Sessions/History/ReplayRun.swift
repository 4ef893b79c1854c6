internal import JSON
internal import LayoutAnalysis
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

/// A replay in parts: the analysis of one step, or of one of its exercises, at a time.
struct ReplayRun {
    private let record: SessionRecord
    /// The session's row, read after the record; nil for a file.
    private let row: StoredSession?
    /// The stored findings of each step; nil for a file.
    private let names: [[FindingName]]?
    private let documents: SessionCache
    private let options: AnalysisOptions
    private let limits: InputLimits
    /// The indices of the exercises of each step.
    private let exercises: [Int: [Int]]

    /// The documents up to the present step; nil from the first step on that cannot be run.
    private var history: History?
    private var failure = ""
    /// The finished steps.
    private var replay = Replay()
    private var step: Replay.Step?
    private var exercisesLeft: ArraySlice<Int> = []

    init(
        _ record: SessionRecord, _ row: StoredSession? = nil, findings names: [[FindingName]]? = nil, documents: SessionCache,
        options: AnalysisOptions, limits: InputLimits
    ) {
        self.record = record
        self.row = row
        self.names = names
        self.documents = documents
        self.options = options
        self.limits = limits
        exercises = Dictionary(grouping: record.exercises.indices) { record.exercises[$0].step }
        do throws(ImportError) { history = History(first: try documents.readFirstLayout(record.document, options: record.options)) } catch {
            failure = "the stored document cannot be read: \(error)"
        }
    }

    var isFinished: Bool { step == nil && replay.steps.count == record.steps.count }

    /// Whether a step that was run differs from what is stored, or cannot be run.
    var hasDifference: Bool { step?.isIdentical == false || !replay.isIdentical }

    /// The number of bytes that it holds in memory, about.
    var byteCount: Int {
        record.steps.reduce(record.document.body.count + record.document.canonical.count) { $0 + $1.report.count + ($1.events?.count ?? 0) }
            + record.exercises.reduce(0) { $0 + $1.answer.count }
    }

    /// Runs what is left, and returns all steps.
    mutating func finish() -> Replay {
        while !isFinished { runNext() }
        if let row, let newest = record.steps.last { replay.compare(row, of: record.id, newest, history?.present) }
        return replay
    }

    /// Runs the next step, or the next exercise of the present one.
    mutating func runNext() {
        guard var step else {
            if replay.steps.count < record.steps.count { begin(record.steps[replay.steps.count]) }
            return
        }
        if let place = exercisesLeft.popFirst(), let history {
            Replay.compare(record.exercises[place], place, history.present, options, &step)
            self.step = step
        } else {
            replay.steps.append(step)
            self.step = nil
        }
    }

    private mutating func begin(_ stored: StoredStep) {
        var step = Replay.Step(number: stored.number, engine: stored.engine)
        if let events = stored.events {
            do throws(ImportError) { try history?.take(try StepInput.events(events), limits.importLimits) } catch {
                history = nil
                failure = "the events of step \(stored.number) cannot be applied: \(error)"
            }
        }
        if stored.number == 0, history != nil, !documents.means(record.document, options: record.options) {
            Replay.note(
                Replay.Difference(
                    pointer: "/body", stored: .string("the posted source"), now: .string("no longer results in the session's document")),
                &step)
        }
        if let names { Replay.compare(names.indices.contains(stored.number) ? names[stored.number] : [], with: stored, &step) }
        if let history {
            replay.compare(stored, with: history, options, &step)
            exercisesLeft = exercises[stored.number, default: []][...]
        } else {
            step.failure = failure
        }
        self.step = step
    }
}
