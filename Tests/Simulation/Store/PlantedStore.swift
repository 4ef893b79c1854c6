internal import SessionStore

/// A store with a fault that was put into it.
final class PlantedStore: SessionStore {
    private let store: any SessionStore
    private let plant: Plant

    init(_ store: any SessionStore, _ plant: Plant) {
        self.store = store
        self.plant = plant
    }

    func append(
        _ step: NewStep, to id: String, while isWanted: @escaping @Sendable () -> Bool, claim: @escaping @Sendable () -> Bool,
        meanwhile: () -> Void
    ) throws(StoreError) -> StepOutcome? {
        var step = step
        if plant == .lostKey { step.request = nil }
        do throws(StoreError) { return planted(try store.append(step, to: id, while: isWanted, claim: claim, meanwhile: meanwhile)) } catch {
            guard plant == .swallowedError, error.isOfDisk else { throw error }
            meanwhile()
            return .stored
        }
    }

    func outcome(of request: KeyedRequest, in id: String) throws(StoreError) -> StepOutcome? {
        planted(try store.outcome(of: request, in: id))
    }

    private func planted(_ outcome: StepOutcome?) -> StepOutcome? {
        guard plant == .wrongNumber, case .repeated(let step)? = outcome else { return outcome }
        return .repeated(step: step + 1)
    }

    // MARK: - What is as it was

    var engine: StoreEngine { store.engine }

    var state: StoreState? { store.state }

    var stateAtOnce: StoreState? { store.stateAtOnce }

    func close() { store.close() }

    func observe(_ work: @escaping @Sendable (StoreChange) -> Void) { store.observe(work) }

    func add(_ exercise: StoredExercise, to id: String, claim: @escaping @Sendable () -> Bool) throws(StoreError) -> Int? {
        try store.add(exercise, to: id, claim: claim)
    }

    func delete(_ id: String, at steps: [Int]?) throws(StoreError) -> DeletionOutcome { try store.delete(id, at: steps) }

    func session(_ id: String, isSealed: Bool) throws(StoreError) -> StoredSession? { try store.session(id, isSealed: isSealed) }

    func document(_ id: String, isSealed: Bool) throws(StoreError) -> StoredDocument? { try store.document(id, isSealed: isSealed) }

    func lengths(_ id: String, step: Int?) throws(StoreError) -> StoredLengths? { try store.lengths(id, step: step) }

    func greatestLengths(_ id: String) throws(StoreError) -> GreatestLengths { try store.greatestLengths(id) }

    func report(_ id: String, step: Int?) throws(StoreError) -> StoredReport? { try store.report(id, step: step) }

    func stepPortion(of id: String, from first: Int, through last: Int, withReports: Bool, isSealed: Bool) throws(StoreError) -> StepPortion {
        try store.stepPortion(of: id, from: first, through: last, withReports: withReports, isSealed: isSealed)
    }

    func lastStep(_ id: String) throws(StoreError) -> Int? { try store.lastStep(id) }

    func exerciseList(_ id: String, isSealed: Bool) throws(StoreError) -> ExerciseList { try store.exerciseList(id, isSealed: isSealed) }

    func exercise(_ id: String, at place: Int, of list: ExerciseList, isSealed: Bool) throws(StoreError) -> StoredExercise {
        try store.exercise(id, at: place, of: list, isSealed: isSealed)
    }

    func findings(_ id: String, step: Int) throws(StoreError) -> [StoredFinding] { try store.findings(id, step: step) }

    func findingNames(of id: String, steps: Range<Int>, isSealed: Bool) throws(StoreError) -> [[FindingName]] {
        try store.findingNames(of: id, steps: steps, isSealed: isSealed)
    }

    func list(_ query: SessionQuery) throws(StoreError) -> SessionPage { try store.list(query) }

    func facets(_ query: SessionQuery) throws(StoreError) -> SessionFacets { try store.facets(query) }

    func findings(kind: String?, limit: Int, cursor: String?) throws(StoreError) -> FindingPage {
        try store.findings(kind: kind, limit: limit, cursor: cursor)
    }

    func histories(of fingerprints: [String], spans: Int, now: Int64, times: Int) throws(StoreError) -> [String: FindingHistory] {
        try store.histories(of: fingerprints, spans: spans, now: now, times: times)
    }

    func count() throws(StoreError) -> Int { try store.count() }

    func byteCount() throws(StoreError) -> Int { try store.byteCount() }

    func setPinned(_ id: String, _ isPinned: Bool) throws(StoreError) -> Bool { try store.setPinned(id, isPinned) }

    func isPinned(_ id: String) throws(StoreError) -> Bool { try store.isPinned(id) }

    func prune(_ rule: RetentionRule, onDamage: (String) -> Void) throws(StoreError) -> Int {
        try store.prune(rule, onDamage: onDamage)
    }

    func countArrived(before time: Int64) throws(StoreError) -> (old: Int, all: Int, hasLater: Bool) { try store.countArrived(before: time) }

    func giveBackSpace() throws(StoreError) { try store.giveBackSpace() }

    func take(_ lease: StoreLease) throws(StoreError) -> Bool { try store.take(lease) }

    func giveUp(_ lease: StoreLease) throws(StoreError) { try store.giveUp(lease) }

    func isToVerify(_ session: PendingImport) throws(StoreError) -> Bool { try store.isToVerify(session) }

    func note(_ state: StoredSession.ImportState, of id: String) throws(StoreError) { try store.note(state, of: id) }

    func setIndex(_ index: SessionIndex, of id: String) throws(StoreError) { try store.setIndex(index, of: id) }

    func obstacle() -> StoreError? { store.obstacle() }

    func createAll(
        _ sessions: [NewSession], for request: KeyedRequest?, while isWanted: @escaping @Sendable () -> Bool,
        claim: @escaping @Sendable () -> Bool
    ) throws(StoreError) -> CreationOutcome {
        try store.createAll(sessions, for: request, while: isWanted, claim: claim)
    }

    func keyedCreation(of id: String) throws(StoreError) -> KeyedCreation? { try store.keyedCreation(of: id) }

    func outcome(of request: KeyedRequest) throws(StoreError) -> CreationOutcome? { try store.outcome(of: request) }

    func importsToVerify(after sequence: Int64, limit: Int) throws(StoreError) -> [PendingImport] {
        try store.importsToVerify(after: sequence, limit: limit)
    }

    func index(of id: String) throws(StoreError) -> SessionIndex? { try store.index(of: id) }

    func keyedSteps(of id: String, from first: Int, through last: Int) throws(StoreError) -> [KeyedStep] {
        try store.keyedSteps(of: id, from: first, through: last)
    }
}
