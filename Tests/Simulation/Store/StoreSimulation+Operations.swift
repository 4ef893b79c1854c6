internal import Digest
internal import SessionStore
internal import Synchronization

extension StoreSimulation {
    /// Does one thing that a client may do.
    func operate() throws {
        guard let running = try start() else { return }
        switch random.below(100) {
        case 0..<14: try create(running)
        case 14..<52: try append(running)
        case 52..<60: try repeatRequest(running)
        case 60..<66: try appendTogether(running)
        case 66..<71: try exercise(running)
        case 71..<75: try pin(running)
        case 75..<79: try delete(running)
        case 79..<81: try prune(running)
        case 81..<83: backUp(running)
        case 83..<85: _ = attempt("give back space", nil) { () throws(StoreError) in try running.store.giveBackSpace() }
        case 85..<89: try readDuringWrite(running)
        case 89..<91: machine.close(running.process.number)
        case 91..<93:
            let obstacle = running.store.obstacle()
            disk.note("obstacle: \(obstacle.map { "\($0)" } ?? "none")")
        default: try look(running)
        }
    }

    /// Returns a process with an open store; nil if it could not be opened, or ended meanwhile.
    private func start() throws -> Machine.Running? {
        let number = random.happens(perMille: 650) ? 0 : 1
        let recovers = machine.running.isEmpty
        guard let running = attempt("open", nil, { () throws(StoreError) in try machine.open(number) }) else { return nil }
        if machine.hasEnded { return nil }
        if recovers, !open.isEmpty { try undisturbed { try settle(running, isFinal: true) } }
        return running
    }

    private func someID() -> String? {
        let ids = model.ids
        return ids.isEmpty ? nil : random.one(of: ids)
    }

    private func create(_ running: Machine.Running) throws {
        let count = random.happens(perMille: 150) ? 2 + random.below(3) : 1
        let isImport = count == 1 && random.happens(perMille: 200)
        let new = (0..<count).map { _ in samples.session(at: disk.now, isImport: isImport) }
        var sessions = new.map { ModelSession($0, id: $0.id ?? "") }
        guard
            let stored = attempt("create", .create(sessions), { () throws(StoreError) in try running.store.createAll(new) })
        else { return }
        try expect(stored.map(\.id) == sessions.map(\.id), "the created sessions have other ids")
        for place in sessions.indices { sessions[place].created(at: stored[place].createdAt) }
        acknowledge(.create(sessions))
    }

    /// What a step must give, as the model has it.
    private func expected(_ new: NewStep, _ id: String) -> StepOutcome? {
        guard let session = model[id] else { return nil }
        if let request = new.request, let known = session.step(of: request.key) {
            return known.request?.digest == request.digest ? .repeated(step: known.step.number) : .keyTaken
        }
        return new.step.number == session.steps.count ? .stored : .moved(to: session.steps.count - 1)
    }

    private func append(_ running: Machine.Running) throws {
        guard let id = random.happens(perMille: 20) ? "absent" : someID() else { return }
        let session = model[id]
        // Some clients are behind.
        let number = max(1, (session?.steps.count ?? 1) - (random.happens(perMille: 60) ? 1 : 0))
        let key = random.happens(perMille: 500) ? "key-\(samples.id())" : nil
        let new = samples.step(number, of: session?.newest, at: disk.now, key: key)
        try send(new, to: id, running)
        // An answer is lost now and then, and the client sends the request again.
        if key != nil, random.happens(perMille: 150), !machine.hasEnded { try resend(new, to: id, running) }
    }

    /// Stores a step and compares the outcome with what must come.
    private func send(_ new: NewStep, to id: String, _ running: Machine.Running) throws {
        let wanted = expected(new, id)
        let answer = attempt("append \(new.step.number) to \(id)", wanted == .stored ? .append(new, id) : nil) { () throws(StoreError) in
            try running.store.append(new, to: id)
        }
        guard let outcome = answer else { return }
        try expect(outcome == wanted, "step \(new.step.number) of \(id) gives \(text(outcome)), not \(text(wanted))")
        if outcome == .stored { acknowledge(.append(new, id)) }
    }

    func text(_ outcome: StepOutcome?) -> String { outcome.map { "\($0)" } ?? "no session" }

    /// Sends a request again as the service does: it goes by the key first, and then takes the next number.
    private func resend(_ new: NewStep, to id: String, _ running: Machine.Running) throws {
        guard let request = new.request, let session = model[id] else { return }
        let known = attempt("look up", nil) { () throws(StoreError) in try running.store.outcome(of: request, in: id) }
        guard let known else { return }
        if let known {
            try expect(known == expected(new, id), "the request \(request.key) gives \(text(known)), not \(text(expected(new, id)))")
            return
        }
        let next = StoredStep(
            number: session.steps.count, events: new.step.events, report: new.step.report, verdict: new.step.verdict, engine: new.step.engine,
            createdAt: disk.now)
        try send(NewStep(next, findings: new.findings, request: request), to: id, running)
    }

    /// Sends a request of the past again, as it was or with another body.
    private func repeatRequest(_ running: Machine.Running) throws {
        guard let id = someID(), let session = model[id] else { return }
        let keyed = session.steps.filter { $0.request != nil }
        guard !keyed.isEmpty else { return }
        var new = random.one(of: keyed)
        if random.happens(perMille: 200), let key = new.request?.key {
            new.request = KeyedRequest(key: key, digest: SHA256.digest(of: samples.json("other", 10)))
            try send(new, to: id, running)
        } else {
            try resend(new, to: id, running)
        }
    }

    private func exercise(_ running: Machine.Running) throws {
        guard let id = someID(), let session = model[id] else { return }
        let isKnown = !session.exercises.isEmpty && random.happens(perMille: 300)
        let new = isKnown ? random.one(of: session.exercises) : samples.exercise(random.below(session.steps.count), at: disk.now)
        let answer = attempt("exercise", isKnown ? nil : .exercise(new, id)) { () throws(StoreError) in try running.store.add(new, to: id) }
        guard let place = answer else { return }
        let wanted = isKnown ? session.exercises.firstIndex(of: new) : session.exercises.count
        try expect(place == wanted, "the exercise is at \(String(describing: place)), not at \(String(describing: wanted))")
        if !isKnown { acknowledge(.exercise(new, id)) }
    }

    private func pin(_ running: Machine.Running) throws {
        guard let id = someID() else { return }
        let isPinned = random.happens(perMille: 500)
        let change = Change.pin(id, isPinned)
        guard let isThere = attempt("pin", change, { () throws(StoreError) in try running.store.setPinned(id, isPinned) }) else { return }
        try expect(isThere, "the session \(id) cannot be pinned, as it is absent")
        acknowledge(change)
    }

    private func delete(_ running: Machine.Running) throws {
        guard let id = random.happens(perMille: 100) ? "absent" : someID() else { return }
        let isThere = model[id] != nil
        guard let isDeleted = attempt("delete", isThere ? .delete(id) : nil, { () throws(StoreError) in try running.store.delete(id) })
        else { return }
        try expect(isDeleted == isThere, "deleting \(id) gives \(isDeleted)")
        if isThere { acknowledge(.delete(id)) }
    }

    private func prune(_ running: Machine.Running) throws {
        let ids = model.excess(keeping: 5 + random.below(30))
        let kept = model.sessions.values.filter { !$0.isPinned }.count - ids.count
        let count = attempt("prune", nil) { () throws(StoreError) in try running.store.prune(RetentionRule(arrivedBefore: nil, keeping: kept)) }
        if let count {
            try expect(count == ids.count, "\(count) sessions were pruned, not \(ids.count)")
            for id in ids { acknowledge(.delete(id)) }
        } else {
            for id in ids { open.append(.delete(id)) }
            // The first of them may be gone although the last could not be deleted.
            try settleDeletions(running)
        }
    }

    private func backUp(_ running: Machine.Running) {
        backups += 1
        let path = machine.path("backup-\(backups).db")
        guard attempt("back up", nil, { () throws(StoreError) in try running.file.backUp(to: path) }) != nil else {
            if !machine.hasEnded { disk.forget(path) }
            return
        }
        result.acknowledged += 1
        if let backup { disk.forget(backup.path) }
        backup = (path, model)
    }

    // MARK: - Several at once

    /// Stores steps of several clients in one transaction: while the first is written, the others arrive.
    private func appendTogether(_ running: Machine.Running) throws {
        let ids = model.ids
        guard ids.count >= 3, let first = someID() else { return }
        let news = (0..<2 + random.below(4)).map { _ in
            let id = random.one(of: ids)
            let isKeyed = random.happens(perMille: 300)
            let count = model[id]?.steps.count ?? 1
            return (id: id, step: samples.step(count, of: model[id]?.newest, at: disk.now, key: isKeyed ? "key-\(samples.id())" : nil))
        }
        let crowd = Crowd(news, running.store)
        let new = samples.step(model[first]?.steps.count ?? 1, of: model[first]?.newest, at: disk.now)
        let wanted = expected(new, first)
        let begun = Mutex(false)
        let answered = Result { () throws(StoreError) in
            try running.store.append(
                new, to: first,
                while: {
                    // The work is repeated if the disk is full.
                    let isFirst = begun.withLock { begun in
                        defer { begun = true }
                        return !begun
                    }
                    if isFirst { crowd.arrive() }
                    return true
                }, claim: { true })
        }
        // The others are written on another thread.
        let outcomes = crowd.leave()
        machine.settle(running.file)
        let answer = attempt("append with others", .append(new, first), { () throws(StoreError) in try answered.get() })
        if let outcome = answer {
            try expect(outcome == wanted, "step \(new.step.number) of \(first) gives \(text(outcome)), not \(text(wanted))")
            if outcome == .stored { acknowledge(.append(new, first)) }
        }
        try settle(crowd, news, outcomes)
    }

    /// Compares the outcomes of steps that arrived together with what must come.
    private func settle(_ crowd: Crowd, _ news: [(id: String, step: NewStep)], _ outcomes: [Crowd.Outcome?]) throws {
        var refused: [(Change, StoreError)] = []
        // After a transaction that failed, each is tried alone, in any order. Of several steps for one session, one is stored.
        let pairs = Array(zip(news, outcomes))
        let isStored = { (outcome: Crowd.Outcome?) in if case .success(.stored?)? = outcome { true } else { false } }
        for (new, outcome) in pairs.filter({ isStored($0.1) }) + pairs.filter({ !isStored($0.1) }) {
            switch outcome {
            case nil: continue
            case .failure(let error)?: refused.append((.append(new.step, new.id), error))
            case .success(let outcome)?:
                let wanted = expected(new.step, new.id)
                // What was refused before is not there, or was cut off and may be.
                try expect(outcome == wanted, "of several, step \(new.step.step.number) of \(new.id) gives \(text(outcome)), not \(text(wanted))")
                if outcome == .stored { acknowledge(.append(new.step, new.id)) }
            }
        }
        for (change, error) in refused { refuse("append of several", change, error) }
    }

    /// Has another process read and write while one is in a transaction.
    private func readDuringWrite(_ running: Machine.Running) throws {
        guard let id = someID(), let other = attempt("open", nil, { () throws(StoreError) in try machine.open(1 - running.process.number) })
        else { return }
        if machine.hasEnded { return }
        let new = samples.step(model[id]?.steps.count ?? 1, of: model[id]?.newest, at: disk.now)
        let wanted = expected(new, id)
        let found = Mutex<Violation?>(nil)
        let answer = attempt("append while another reads", .append(new, id)) { () throws(StoreError) in
            try running.store.append(
                new, to: id, while: { true },
                claim: {
                    do { try self.meet(other, id) } catch { found.withLock { $0 = error as? Violation } }
                    return true
                })
        }
        if let violation = found.withLock({ $0 }) { throw violation }
        guard let outcome = answer else { return }
        try expect(outcome == wanted, "step \(new.step.number) of \(id) gives \(text(outcome)), not \(text(wanted))")
        if outcome == .stored { acknowledge(.append(new, id)) }
    }

    /// Reads a session that another process is changing, and tries to change it.
    private func meet(_ other: Machine.Running, _ id: String) throws {
        let step = attempt("read meanwhile", nil) { () throws(StoreError) in try other.store.session(id)?.step }
        if let step {
            let wanted = model[id].map { $0.steps.count - 1 }
            try expect(step == wanted, "\(id) is at step \(String(describing: step)) while \(String(describing: wanted)) is the last that was stored")
        }
        if machine.hasEnded { return }
        let isDone = attempt("pin meanwhile", nil) { () throws(StoreError) in try other.store.setPinned(id, true) }
        try expect(isDone == nil, "a process writes while another one does")
    }
}

extension ModelSession {
    /// Records the unique time of a session that was acknowledged.
    mutating func created(at time: Int64) {
        createdAt = time
        let first = steps[0]
        let step = StoredStep(
            number: 0, events: nil, report: first.step.report, verdict: first.step.verdict, engine: first.step.engine, createdAt: time)
        steps[0] = NewStep(step, findings: first.findings, views: first.views)
    }
}
