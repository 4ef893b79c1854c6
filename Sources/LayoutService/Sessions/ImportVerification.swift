public import LayoutCheck
internal import Dispatch
internal import Glibc
internal import LayoutModel
public import SessionStore
internal import StandardAdditions
internal import Synchronization

/// Runs the steps of imported sessions again on a thread of low priority, and records whether the results equal the imported ones.
public final class ImportVerification: Sendable {
    private let isStopped = Mutex(false)
    private let wake = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    /// The interval at which the store is queried for imports, including those by other processes.
    private static let interval = 2

    /// - Parameter limits: the deadline is for each step.
    public init(_ store: any SessionStore, limits: InputLimits) {
        DispatchQueue.global(qos: .background).async { [self] in
            // On Linux, this sets the priority of this thread only. The thread does nothing else until the service ends.
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
            var turns = ImportTurns(store, limits: limits) { [self] in isStopped.withLock { $0 } }
            while !isStopped.withLock({ $0 }) {
                if !turns.takeTurn() { _ = wake.wait(timeout: .now() + .seconds(ImportVerification.interval)) }
            }
            turns.giveUpLease()
            ended.signal()
        }
    }

    /// Ends the present analysis as at its deadline. The imports that remain are verified after the next start.
    ///
    /// A phase that cannot be ended delays the stop by two seconds at most; nothing of it is stored then.
    public func stop() {
        isStopped.withLock { $0 = true }
        wake.signal()
        _ = ended.wait(timeout: .now() + .seconds(2))
    }
}

/// The turns that imported sessions take with their verification, so that one with many steps does not delay all others. Of several services on a
/// database, the one with the lease takes them.
struct ImportTurns {
    /// An import that has begun and not ended.
    private struct Begun {
        var run: ReplayRun
        let interest: VerificationInterest
    }

    private let sessions: SessionService
    private let slice: Duration
    private let isStopped: @Sendable () -> Bool
    private var begun: [PendingImport: Begun] = [:]
    /// Imports that needed more than one turn when too many others had begun. They are run again when those have ended.
    private var deferred: Set<PendingImport> = []
    /// The times before which imports are not tried again: their id leads to no session, or they need more memory or time than there is.
    private var postponed: [PendingImport: ContinuousClock.Instant] = [:]
    /// The number of times that each import was ended because memory or time was short.
    private var shortages: [PendingImport: Int] = [:]
    private var last = Int64.min
    /// The time at which the lease was taken or renewed; nil if this service does not have it.
    private var leased: ContinuousClock.Instant?

    /// The maximum number of imports that have begun, and the bytes of all but the first.
    private static let mostBegun = 4
    private static let mostBytes = 64 << 20
    /// The number of times that an import is begun again after memory or time was short, since others may have used it, and the time after
    /// which it has as many again.
    private static let mostShortages = 3
    private static let postponement = Duration.seconds(3600)
    /// The interval at which the lease is renewed, so that not every turn costs a commit.
    private static let renewal = Duration.seconds(60)

    /// - Parameter slice: the time after which it is another import's turn; a step or exercise that has begun is finished.
    init(_ store: any SessionStore, limits: InputLimits, slice: Duration = .seconds(1), isStopped: @escaping @Sendable () -> Bool) {
        sessions = SessionService(store: store, limits: limits)
        self.slice = slice
        self.isStopped = isStopped
    }

    /// Verifies a part of the next import. Returns false if there is none, if another service verifies them, or if the store fails.
    mutating func takeTurn() -> Bool {
        if sessions.limits.memory?.isTight == true {
            begun = [:]
            return false
        }
        begun = begun.filter { $0.value.interest.isWanted }
        guard let next = try? next() else {
            giveUpLease()
            return false
        }
        guard holdsLease() else {
            begun = [:]
            return false
        }
        last = next.sequence
        do throws(SessionError) {
            if let state = try verify(next) { try sessions.noted { () throws(StoreError) in try sessions.store.note(state, of: next.id) } }
            return true
        } catch {
            begun[next] = nil
            switch error {
            case .shortOfMemory: return false
            case .store(let error) where error.isTemporary: return false
            // A session that cannot be run again differs.
            default: return (try? sessions.store.note(.differs, of: next.id)) != nil
            }
        }
    }

    private mutating func holdsLease() -> Bool {
        let now = ContinuousClock.now
        if let leased, now - leased < ImportTurns.renewal { return true }
        leased = (try? sessions.store.take(.imports)) == true ? now : nil
        return leased != nil
    }

    /// Lets another service verify at once what this one leaves. If that fails, the lease expires.
    mutating func giveUpLease() {
        guard leased != nil else { return }
        leased = nil
        try? sessions.store.giveUp(.imports)
    }

    /// Returns the import whose turn it is; nil if there is none.
    private func next() throws(StoreError) -> PendingImport? {
        var (place, isAgain) = (last, last == .min)
        while true {
            let page = try sessions.store.importsToVerify(after: place)
            if let found = page.first(where: { !isPostponed($0) && (begun.isEmpty || !deferred.contains($0)) }) { return found }
            if let last = page.last {
                place = last.sequence
            } else if isAgain {
                return nil
            } else {
                (place, isAgain) = (.min, true)
            }
        }
    }

    /// Returns the result; nil if it is not known yet, or not needed any more.
    private mutating func verify(_ session: PendingImport) throws(SessionError) -> StoredSession.ImportState? {
        let interest = begun[session]?.interest ?? VerificationInterest(session, sessions.store, sessions.limits.memory, isStopped)
        let waiting = begun.removeValue(forKey: session)?.run
        let known = if let waiting { waiting } else { try newRun(session, interest) }
        guard var run = known else {
            // It was deleted, or another program changed its id: then it could not be found at any later turn either. Or it is too long.
            postpone(session)
            return nil
        }
        let clock = ContinuousClock()
        let end = clock.now + slice
        while !run.isFinished, !run.hasDifference {
            var failure: SessionError?
            do throws(SessionError) { try run.runNext() } catch { failure = error }
            // The analysis, or the step, may have ended early.
            if !interest.isWanted {
                if interest.isShortOfMemory { noteShortage(session) }
                return nil
            }
            if let failure { throw failure }
            if clock.now >= end, !run.isFinished, !run.hasDifference {
                put(run, interest, of: session)
                return nil
            }
        }
        deferred.remove(session)
        if run.hasDifference {
            guard run.isCutShort else { return .differs }
            // A busy machine, or a service with smaller limits, proves nothing about an import.
            noteShortage(session)
            return nil
        }
        let replay = try run.finish()
        return replay.isIdentical && replay.hasKnownEngines ? .verified : .differs
    }

    private mutating func noteShortage(_ session: PendingImport) {
        shortages[session, default: 0] += 1
        if shortages[session, default: 0] >= ImportTurns.mostShortages { postpone(session) }
    }

    private mutating func postpone(_ session: PendingImport) {
        shortages[session] = nil
        postponed[session] = ContinuousClock.now + ImportTurns.postponement
    }

    private func isPostponed(_ session: PendingImport) -> Bool { postponed[session].map { ContinuousClock.now < $0 } ?? false }

    /// Returns nil if there is no such session, or if it has a part that is too long for the memory of this process.
    private func newRun(_ session: PendingImport, _ interest: VerificationInterest) throws(SessionError) -> ReplayRun? {
        if let memory = sessions.limits.memory {
            let (lengths, greatest) = try sessions.noted { () throws(StoreError) in
                (try sessions.store.lengths(session.id, step: nil), try sessions.store.greatestLengths(session.id))
            }
            let document = lengths.map { max($0.body, $0.document, $0.events) } ?? 0
            if max(document, greatest.report, greatest.answer) > memory.greatestPart { return nil }
        }
        return try sessions.replayRun(session.id, for: Caller(isWaiting: { interest.isWanted }))
    }

    /// Saves the state until the next turn, if there is space for it.
    private mutating func put(_ run: ReplayRun, _ interest: VerificationInterest, of session: PendingImport) {
        let bytes = begun.values.reduce(run.byteCount) { $0 + $1.run.byteCount }
        if begun.isEmpty || (begun.count < ImportTurns.mostBegun && bytes <= ImportTurns.mostBytes) {
            begun[session] = Begun(run: run, interest: interest)
            deferred.remove(session)
        } else {
            deferred.insert(session)
        }
    }
}

/// Whether the verification of an import is still needed. It never is again once it was not.
private final class VerificationInterest: Sendable {
    /// The interval at which the store is queried.
    private static let interval = Duration.milliseconds(200)
    /// The interval at which the memory is read.
    private static let memoryInterval = Duration.milliseconds(20)

    private let session: PendingImport
    private let store: any SessionStore
    private let memory: MemoryLimit?
    private let isStopped: @Sendable () -> Bool
    private let state = Mutex((isOver: false, isShort: false, checked: nil as ContinuousClock.Instant?, read: nil as ContinuousClock.Instant?))

    init(_ session: PendingImport, _ store: any SessionStore, _ memory: MemoryLimit?, _ isStopped: @escaping @Sendable () -> Bool) {
        self.session = session
        self.store = store
        self.memory = memory
        self.isStopped = isStopped
    }

    /// Whether it ended because memory was short.
    var isShortOfMemory: Bool { state.withLock { $0.isShort } }

    var isWanted: Bool {
        state.withLock { state in
            if state.isOver { return false }
            if isStopped() { state.isOver = true }
            let now = ContinuousClock.now
            if let memory, state.read.map({ now - $0 >= VerificationInterest.memoryInterval }) ?? true {
                state.read = now
                if memory.isTight { (state.isOver, state.isShort) = (true, true) }
            }
            if !state.isOver, state.checked.map({ now - $0 >= VerificationInterest.interval }) ?? true {
                state.checked = now
                // If the store fails, the verification's own reads and writes report it.
                if (try? store.isToVerify(session)) == false { state.isOver = true }
            }
            return !state.isOver
        }
    }
}
