internal import LayoutCheck
internal import ExactArithmetic
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// Queries about one step of a session: what determines a view, how two sessions differ.

extension SessionService {
    /// Returns the number of a session's last step; nil if there is no such session, or the store fails.
    func lastStep(_ id: String) -> Int? {
        (try? store.lastStep(id)) ?? nil
    }

    /// Returns the document of a step (nil for the present one), or nil if there is no such session or step.
    func document(
        _ id: String, step: Int?, for caller: Caller
    ) throws(SessionError) -> (session: StoredSession, document: LayoutDocument, step: Int)? {
        try present(id, step: step, for: caller).map { ($0.session, $0.present.document, $0.step) }
    }

    /// Returns the same together with the posted layout.
    func present(
        _ id: String, step: Int?, for caller: Caller
    ) throws(SessionError) -> (session: StoredSession, present: SessionCache.Present, step: Int)? {
        guard let session = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        if step == nil || step == session.step { return (session, try documents.present(of: session, in: store, for: caller), session.step) }
        guard let step, step < session.step else { return nil }
        var history = try documents.documents(of: id, in: store, for: caller)
        guard step < history.steps.count else { return nil }
        return (session, SessionCache.Present(document: try history.document(of: step), source: history.source), step)
    }

    /// Returns the document of a step in canonical form, which can be posted again; nil if there is no such session or step.
    public func canonicalDocument(_ id: String, step: Int?, for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        try document(id, step: step, for: caller).map { CanonicalDocument.json($0.document) }
    }

    /// Returns the report of a step with the verdicts at further sizes, which is not stored; nil if there is no such session or
    /// step.
    func report(_ id: String, step: Int?, sizes: [SizeRange], for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let (session, present, _) = try present(id, step: step, for: caller) else { return nil }
        var options = options(of: session, for: caller)
        options.sizes = sizes
        return Analyzer(options: options).layout(of: present.document, editedFrom: present.source).report()
    }

    /// Checks a step's layout; returns nil if there is no such session or step.
    func checked(
        _ id: String, step: Int?, for caller: Caller = Caller(), by checker: (SourceAnalyzer) -> LayoutChecker
    ) throws(SessionError) -> LayoutChecker.Layout? {
        guard let (session, document, _) = try document(id, step: step, for: caller) else { return nil }
        let name = session.name.isEmpty ? "session-\(id)" : session.name
        return checker(SourceAnalyzer(options: options(of: session, for: caller))).check(document, file: name)
    }

    // MARK: - Why

    /// Returns what determines a view's position and size on an axis at a step; nil if there is no such session or step.
    ///
    /// - Parameters:
    ///   - wanted: the desired increase of the values in points.
    ///   - caller: changes of the values are tried as long as it waits.
    func affecting(
        _ id: String, view name: String, axis: Axis, by wanted: Rational?, step: Int?, for caller: Caller = Caller()
    ) throws(SessionError) -> [UInt8]? {
        guard let found = try document(id, step: step, for: caller) else { return nil }
        guard let view = found.document.views.firstIndex(where: { $0.id == name }) else {
            throw .noView(name, in: found.document)
        }
        if found.document.isFragment {
            throw .partial("so it is unknown what determines a view")
        }
        guard let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let broken = try parsed(report.report, id, found.step).broken
        var options = options(of: found.session, for: caller)
        // The answer still has to be serialized and sent.
        options.deadline *= 0.8
        let affecting: Affecting?
        do {
            var explainer = try LayoutExplainer(found.document, broken: broken, options: options)
            affecting = try explainer.affecting(view: view, axis: axis, by: wanted)
        } catch {
            throw .input(ImportError(.tooLarge, code: "budget-spent", "the time limit for the answer was reached"))
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", found.step)
            writer.member("view", name)
            writer.member("axis", axis == .horizontal ? "horizontal" : "vertical")
            var constraints: [String] = []
            var names: Set<String> = []
            for value in affecting?.values ?? [] {
                for row in value.rows + value.least + value.greatest where names.insert(row.id).inserted { constraints.append(row.id) }
            }
            writer.member("constraints", constraints)
            writer.key("values")
            writer.array(affecting?.values ?? []) { writer, value in value.write(of: name, &writer) }
            let observed = found.document.observations.first { $0.view == view }
            if let listed = observed?.affecting[axis] { writer.member("observed", listed) }
            let inconclusive = affecting?.inconclusive ?? []
            if wanted != nil || !inconclusive.isEmpty { writer.inconclusive(inconclusive) }
        }
        return writer.bytes
    }

    // MARK: - Two sessions

    /// Returns the difference of the present documents and layouts of two sessions; nil if there is no first session.
    func difference(_ a: String, _ b: String, for caller: Caller = Caller()) throws(SessionError) -> [UInt8]? {
        guard let first = try differenceSide(a, for: caller) else { return nil }
        guard let second = try differenceSide(b, for: caller) else { throw .noSession(b) }
        return LayoutDifference(first, second).json
    }

    /// Returns the present layout of a session for a comparison; nil if there is no such session.
    public func differenceSide(_ id: String, for caller: Caller = Caller()) throws(SessionError) -> LayoutDifference.Side? {
        guard let found = try document(id, step: nil, for: caller),
            let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) })
        else { return nil }
        return LayoutDifference.Side(id, found.document, report: try parsed(report.report, id, found.step))
    }
}

extension JSONWriter {
    fileprivate mutating func rows(_ name: String, _ rows: [Affecting.Row]) {
        key(text: name)
        array(rows) { writer, row in
            writer.object { writer in
                writer.member("id", row.id)
                writer.key("factor")
                writer.exactly(row.factor)
                writer.key("part")
                writer.exactly(row.part)
            }
        }
    }
}

extension Affecting.Value {
    fileprivate func write(of view: String, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("attribute", dimension.attributeName)
            writer.member("value", length: value)
            if value == nil {
                writer.member("min", length: min)
                writer.member("max", length: max)
            }
            writer.member("sentence", sentence)
            writer.rows("rows", rows)
            if !least.isEmpty { writer.rows("least", least) }
            if !greatest.isEmpty { writer.rows("greatest", greatest) }
            writer.key("changes")
            writer.beginArray()
            for change in changes {
                writer.object { writer in
                    guard case .constant(let constraint, let from, let to) = change else { return }
                    writer.member("kind", "constant")
                    writer.member("constraint", constraint)
                    // In the form of an event: a ratio is p:q.
                    writer.key("from")
                    writer.exactly(from, ratio: ":")
                    writer.key("to")
                    writer.exactly(to, ratio: ":")
                }
            }
            if let growth {
                if let content = growth.content {
                    writer.object { writer in
                        writer.member("kind", "intrinsicContentSize")
                        writer.member("view", view)
                        writer.key("from")
                        writer.exactly(content.from, ratio: ":")
                        writer.key("to")
                        writer.exactly(content.to, ratio: ":")
                    }
                }
                if let added = growth.added {
                    writer.object { writer in
                        writer.member("kind", "add")
                        writer.member("constraint", added)
                    }
                }
            }
            writer.endArray()
            if let obstacle = growth?.obstacle { writer.member("obstacle", obstacle) }
        }
    }
}

extension JSONWriter {
    /// Writes an integer, a short decimal, or a fraction as text.
    mutating func exactly(_ value: Rational, ratio: String = "/") {
        if let integer = value.integer {
            self.integer(integer)
        } else if value.double.isFinite, Rational(shortestDecimalOf: value.double) == value {
            number(value.double.description)
        } else {
            string("\(value.numerator)\(ratio)\(value.denominator)")
        }
    }
}
