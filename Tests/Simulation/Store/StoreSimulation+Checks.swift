internal import SQLite
internal import SessionStore

extension StoreSimulation {
    /// Reads without faults of the disk, and without ends of processes.
    func undisturbed<T>(_ body: () throws -> T) throws -> T {
        let kept = disk.pause()
        defer { disk.resume(kept) }
        return try body()
    }

    /// Reads something as a client does while the disk may fail: what is given must be true.
    func look(_ running: Machine.Running) throws {
        let store = running.store
        if random.happens(perMille: 400) {
            let text = random.one(of: Samples.words)
            guard let page = attempt("search", nil, { () throws(StoreError) in try store.list(SessionQuery(tags: ["app"])) }) else { return }
            let wanted = model.newestFirst.filter { $0.tags.contains("app") }.prefix(50).map(\.id)
            try expect(page.items.map(\.id) == Array(wanted), "a list by tag has other sessions (\(text))")
            return
        }
        guard let session = model.sessions.values.min(by: { $0.id < $1.id }) else { return }
        if let row = attempt("read", nil, { () throws(StoreError) in try store.session(session.id) }) { try compare(row, session) }
        if machine.hasEnded { return }
        if let step = attempt("read a report", nil, { () throws(StoreError) in try store.report(session.id) }) {
            try expect(step?.report == session.newest.step.report, "the newest report of \(session.id) is another one")
        }
    }

    /// Checks everything after an end: the changes that were under way are there or not, and all others are.
    func check() throws {
        try undisturbed {
            let number = machine.running.keys.min() ?? 0
            let recovers = machine.running.isEmpty
            let running: Machine.Running
            do throws(StoreError) { running = try machine.open(number) } catch {
                if machine.isRefusedLog(error) { throw RefusedLog() }
                try expect(false, "the database cannot be opened again: \(error)")
                return
            }
            try settle(running, isFinal: recovers)
            try checking { try self.check(running.file, self.model) }
        }
    }

    /// Finds out which of the changes that were neither acknowledged nor undone are there.
    ///
    /// - Parameter isFinal: whether the first process after all others ended has opened the database. Until then the log may end in a
    ///   whole transaction whose sync failed: no process reads it, and the next recovery does, unless another transaction replaces it.
    func settle(_ running: Machine.Running, isFinal: Bool) throws {
        let changes = open
        open = []
        try checking {
            for change in changes {
                guard try self.isThere(change, running.file) else {
                    if !isFinal { self.open.append(change) }
                    continue
                }
                self.disk.note("found later: \(self.name(change))")
                self.result.foundLater += 1
                self.model.apply(change)
            }
            // Times of sessions are known once they are read.
            for session in self.model.ids.compactMap({ self.model[$0] }) where session.createdAt == nil {
                guard let row = try running.file.session(session.id) else { continue }
                var known = session
                known.created(at: row.createdAt)
                self.model.apply(.create([known]))
            }
        }
    }

    /// Finds out which sessions a deletion of several has reached.
    func settleDeletions(_ running: Machine.Running) throws {
        if machine.hasEnded { return }
        try undisturbed { try settle(running, isFinal: false) }
    }

    private func name(_ change: Change) -> String {
        switch change {
        case .create(let sessions): "create \(sessions.map(\.id))"
        case .append(let step, let id): "append \(step.step.number) to \(id)"
        case .exercise(_, let id): "exercise of \(id)"
        case .delete(let id): "delete \(id)"
        case .pin(let id, let isPinned): "pin \(id) \(isPinned)"
        }
    }

    private func isThere(_ change: Change, _ store: SQLiteSessionStore) throws -> Bool {
        switch change {
        case .create(let sessions):
            let found = try sessions.map { try store.session($0.id) != nil }
            try expect(Set(found).count == 1, "of \(sessions.count) sessions that were created together, some are stored: \(found)")
            return found.first ?? false
        case .append(let step, let id):
            guard let session = model[id], let last = try store.lastStep(id), last >= step.step.number else { return false }
            guard session.steps.count == step.step.number else { return false }
            return try store.report(id, step: step.step.number)?.report == step.step.report
        case .exercise(let exercise, let id):
            guard let session = model[id] else { return false }
            let list = try store.exerciseList(id)
            guard list.steps.count > session.exercises.count else { return false }
            return try store.exercise(id, at: session.exercises.count, of: list) == exercise
        case .delete(let id): return try model[id] != nil && store.session(id) == nil
        case .pin(let id, let isPinned): return try model[id] != nil && store.isPinned(id) == isPinned
        }
    }

    /// Runs reads of which none may fail.
    private func checking(_ body: () throws -> Void) throws {
        do { try body() } catch let error as Violation { throw error } catch { try expect(false, "the database cannot be read: \(error)") }
    }

    // MARK: - Everything

    /// Compares all of a store with a model.
    private func check(_ store: SQLiteSessionStore, _ model: Model) throws {
        let count = try store.count()
        try expect(count == model.sessions.count, "there are \(count) sessions, not \(model.sessions.count)")
        let all = model.newestFirst
        var found: [StoredSession] = []
        var query = SessionQuery(limit: 1 + random.below(40))
        repeat {
            let page = try store.list(query)
            found += page.items
            query.cursor = page.next
        } while query.cursor != nil && found.count <= all.count
        try expect(found.map(\.id) == all.map(\.id), "the list has \(found.count) sessions, or in another order")
        for (row, session) in zip(found, all) {
            try compare(row, session)
            try check(session, store)
        }
        try checkSearches(store, all)
        try checkFindings(store, all)
    }

    private func compare(_ row: StoredSession?, _ session: ModelSession) throws {
        guard let row else { return try expect(false, "the session \(session.id) is lost") }
        let newest = session.newest
        try expect(
            row.step == newest.step.number,
            "the session \(session.id) is at step \(row.step), and \(newest.step.number) was acknowledged last")
        let isSame =
            row.name == session.name && row.root == session.root && row.tags == session.tags && row.verdict == newest.step.verdict
            && row.engine == newest.step.engine && row.options == session.options && row.firstFinding == newest.findings.first?.summary
            && row.createdAt == session.createdAt && !row.isDamaged
        try expect(isSame, "the row of \(session.id) is another one: \(row)")
    }

    /// Compares a session's parts, byte for byte.
    private func check(_ session: ModelSession, _ store: SQLiteSessionStore) throws {
        let id = session.id
        let document = try store.document(id)
        try expect(
            document?.body == session.body && document?.canonical == session.canonical && document?.mediaType == session.mediaType,
            "the document of \(id) is another one")
        var reader = store.stepReader(id)
        for step in session.steps {
            let stored = try reader.next()
            try expect(stored == step.step, "step \(step.step.number) of \(id) is another one, or missing")
            let findings = try store.findings(id, step: step.step.number)
            try expect(
                findings == step.findings, "the findings of step \(step.step.number) of \(id) are others")
            guard let request = step.request else { continue }
            let outcome = try store.outcome(of: request, in: id)
            try expect(outcome == .repeated(step: step.step.number), "the key of step \(step.step.number) of \(id) gives \(text(outcome))")
        }
        let further = try reader.next()
        try expect(further == nil, "\(id) has a step that nobody made, or one twice")
        let list = try store.exerciseList(id)
        let exercises = try list.steps.indices.map { try store.exercise(id, at: $0, of: list) }
        try expect(exercises == session.exercises, "\(id) has \(exercises.count) exercises, not \(session.exercises.count), or others")
        let isPinned = try store.isPinned(id)
        try expect(isPinned == session.isPinned, "\(id) is pinned, or not, against the last answer")
    }

    private func checkSearches(_ store: SQLiteSessionStore, _ all: [ModelSession]) throws {
        func ids(_ query: SessionQuery) throws -> [String] {
            var query = query
            query.limit = 1000
            return try store.list(query).items.map(\.id)
        }
        func compare(_ what: String, _ query: SessionQuery, _ isWanted: (ModelSession) -> Bool) throws {
            let wanted = all.filter(isWanted).map(\.id)
            let found = try ids(query)
            try expect(found == wanted, "the search by \(what) finds \(found.count) sessions, not \(wanted.count)")
        }
        let (view, number) = ("view\(random.below(40))", random.below(12))
        let fingerprint = number % 2 == 0 ? "c\(number)" : "a\(number)"
        let verdict = random.one(of: Samples.verdicts)
        try compare("view \(view)", SessionQuery(view: view)) { $0.views.contains(view) }
        try compare("fingerprint \(fingerprint)", SessionQuery(fingerprint: fingerprint)) { $0.fingerprints.contains(fingerprint) }
        try compare("verdict \(verdict)", SessionQuery(verdict: verdict)) { $0.newest.step.verdict == verdict }
        try compare("owner", SessionQuery(owner: "app")) { $0.owners.contains("app") }
        try compare("tag", SessionQuery(tags: ["app"])) { $0.tags.contains("app") }
        if let one = all.randomElement(using: &random) { try compare("text", SessionQuery(text: one.name)) { $0.name == one.name } }
        let facets = try store.facets(SessionQuery())
        let verdicts = Dictionary(grouping: all) { $0.newest.step.verdict }.mapValues(\.count)
        try expect(
            Dictionary(uniqueKeysWithValues: facets.verdicts.map { ($0.value, $0.sessions) }) == verdicts, "the facets count other verdicts")
    }

    private func checkFindings(_ store: SQLiteSessionStore, _ all: [ModelSession]) throws {
        var found: [String: FindingSummary] = [:]
        var cursor: String?
        repeat {
            let page = try store.findings(limit: 5, cursor: cursor)
            for item in page.items { try expect(found.updateValue(item, forKey: item.fingerprint) == nil, "\(item.fingerprint) is listed twice") }
            cursor = page.next
        } while cursor != nil && found.count < 100
        var wanted: [String: (sessions: Int, finding: StoredFinding)] = [:]
        for session in all {
            for finding in Set(session.steps.flatMap(\.findings)) {
                wanted[finding.fingerprint] = ((wanted[finding.fingerprint]?.sessions ?? 0) + 1, finding)
            }
        }
        try expect(Set(found.keys) == Set(wanted.keys), "the findings are \(found.keys.sorted()), not \(wanted.keys.sorted())")
        for (fingerprint, wanted) in wanted {
            guard let summary = found[fingerprint] else { continue }
            try expect(
                summary.sessions == wanted.sessions && summary.kind == wanted.finding.kind.rawValue && summary.summary == wanted.finding.summary,
                "the finding \(fingerprint) is in \(summary.sessions) sessions, not \(wanted.sessions), or is another")
        }
    }

    /// Has SQLite check the file.
    func checkFile() throws {
        try undisturbed {
            do throws(SQLiteError) {
                let connection = try Connection(path: machine.path, access: .readWrite, fileSystem: machine.fileSystem)
                let lines = try connection.query("PRAGMA integrity_check") { row throws(SQLiteError) in try row.text(0) }
                try check(lines == ["ok"], "SQLite says of the file: \(lines.joined(separator: ", "))")
                // Of a log that was not yet checkpointed, too.
                let references = try connection.query("PRAGMA foreign_key_check") { row throws(SQLiteError) in try row.text(0) }
                try check(references.isEmpty, "there are dangling references in \(references)")
                for index in checksIndexes ? ["session_search", "session_key"] : [] {
                    try connection.execute("INSERT INTO \(index) (\(index)) VALUES ('integrity-check')")
                }
            } catch {
                try expect(false, "SQLite cannot check the file: \(error)")
            }
        }
    }

    private func check(_ isMet: Bool, _ what: String) throws(SQLiteError) {
        if !isMet { throw SQLiteError(extendedCode: 0, message: what) }
    }

    /// Compares the last copy of the database with what was stored then.
    func checkBackup() throws {
        guard let backup else { return }
        try undisturbed {
            try checking {
                let store = try SQLiteSessionStore(path: backup.path, access: .readOnly, readers: 1, fileSystem: self.machine.fileSystem)
                defer { store.close() }
                try self.check(store, backup.model)
            }
        }
    }
}
