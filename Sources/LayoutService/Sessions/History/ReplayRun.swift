internal import JSON
internal import LayoutAnalysis
internal import LayoutCheck
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

/// A replay in parts: the analysis of one step, or of one of its exercises, at a time.
struct ReplayRun {
    private var source: any ReplaySource
    private let documents: SessionCache
    private let options: AnalysisOptions
    private let caller: Caller
    /// The indices of the exercises of each step.
    private let exercises: [Int: [Int]]

    /// The documents up to the present step; nil from the first step on that cannot be run.
    private var history: History?
    private var failure = ""
    /// Whether that failure is a limit of this process for the size of layouts.
    private var isBeyondLimits = false
    /// The finished steps.
    private var replay = Replay()
    private var step: Replay.Step?
    private var exercisesLeft: ArraySlice<Int> = []
    /// The newest step that was read, without its events and report.
    private var newest: StoredStep?

    /// - Parameter caller: asked before each step, and within it, whether it still waits.
    init(_ source: some ReplaySource, documents: SessionCache, limits: InputLimits, for caller: Caller) {
        self.source = source
        self.documents = documents
        self.caller = caller
        var options = StoredOptions(source.options).analysis(limits)
        options.interest = caller.interestInWhole
        self.options = options
        let steps = source.exerciseSteps
        exercises = Dictionary(grouping: steps.indices) { steps[$0] }
        do throws(ImportError) {
            let first = try documents.readFirstLayout(source.document, options: source.options, for: caller)
            history = History(first: first, source.lists, limits, for: caller)
        } catch {
            isBeyondLimits = error.kind == .tooLarge
            failure = "the stored document cannot be read: \(error)"
        }
    }

    var isFinished: Bool { step == nil && replay.steps.count > source.last }

    /// Whether a step that was run differs from what is stored, or cannot be run.
    var hasDifference: Bool { step?.isIdentical == false || !replay.isIdentical }

    /// Whether it differs, perhaps only because of a limit of this run or process.
    var isCutShort: Bool { isBeyondLimits || step?.isCutShort == true || replay.steps.contains(where: \.isCutShort) }

    /// The number of bytes that it holds in memory, about.
    var byteCount: Int { source.byteCount + (history?.items ?? 0) * 400 }

    /// Runs what is left, and returns all steps.
    mutating func finish() throws(SessionError) -> Replay {
        while !isFinished { try runNext() }
        if let row = source.row, let newest { replay.compare(row, of: source.id, newest, history?.present) }
        return replay
    }

    /// Runs the next step, or the next exercise of the present one.
    mutating func runNext() throws(SessionError) {
        try caller.check(documents.limits)
        guard var step else {
            if isFinished { return }
            guard let next = try source.nextStep() else { throw .damaged(source.id, "step \(replay.steps.count) is missing") }
            try begin(next)
            return
        }
        if let place = exercisesLeft.popFirst(), let history {
            self.step = nil
            Replay.compare(try source.exercise(at: place), place, history.present, options, &step)
            self.step = step
        } else {
            replay.add(step)
            self.step = nil
        }
    }

    private mutating func begin(_ stored: StoredStep) throws(SessionError) {
        var step = Replay.Step(number: stored.number, engine: stored.engine, room: replay.room)
        newest = StoredStep(
            number: stored.number, events: nil, report: [], verdict: stored.verdict, engine: stored.engine, createdAt: stored.createdAt)
        if let events = stored.events {
            do throws(SessionError) { try history?.take(try importing { () throws(ImportError) in try StepInput.events(events) }) } catch {
                guard case .input(let error) = error else { throw error }
                history = nil
                isBeyondLimits = error.kind == .tooLarge
                failure = "the events of step \(stored.number) cannot be applied: \(error)"
            }
        }
        if stored.number == 0, history != nil, !documents.means(source.document, options: source.options, for: caller) {
            try caller.check(documents.limits)
            Replay.note("/body", stored: .string("the posted source"), now: .string("no longer results in the session's document"), &step)
        }
        if let names = try source.findings(of: stored.number) { Replay.compare(names, with: stored, &step) }
        if let history {
            Replay.compare(stored, with: history, options, &step)
            exercisesLeft = exercises[stored.number, default: []][...]
        } else {
            step.failure = failure
        }
        self.step = step
    }
}
