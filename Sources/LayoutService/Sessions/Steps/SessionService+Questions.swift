internal import ExactArithmetic
internal import JSON
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import SessionStore

// Questions to one step of a session: alternates, what decides a view, how two sessions differ.

extension SessionService {
    /// The document of a step (nil for the present one); nil where there is no such session or step.
    func document(_ id: String, step: Int?) throws(SessionError) -> (session: StoredSession, document: LayoutDocument, step: Int)? {
        try present(id, step: step).map { ($0.session, $0.present.document, $0.step) }
    }

    /// The same with what was posted.
    func present(
        _ id: String, step: Int?
    ) throws(SessionError) -> (session: StoredSession, present: SessionDocuments.Present, step: Int)? {
        guard let session = try noted({ () throws(StoreError) in try store.session(id) }) else { return nil }
        if step == nil || step == session.step { return (session, try documents.present(of: session, in: store), session.step) }
        guard let step, step < session.step else { return nil }
        let history = try documents.documents(of: id, in: store)
        guard history.states.indices.contains(step) else { return nil }
        return (session, SessionDocuments.Present(document: history.states[step], source: history.source), step)
    }

    /// The document of a step in canonical form, as it can be posted again; nil where there is no such session or step.
    public func canonicalDocument(_ id: String, step: Int?) throws(SessionError) -> [UInt8]? {
        try document(id, step: step).map { CanonicalDocument.json($0.document) }
    }

    /// The report of a step with the verdict at more sizes than its own, which is not stored; nil where there is no such session or step.
    func report(_ id: String, step: Int?, sizes: [SizeRange]) throws(SessionError) -> [UInt8]? {
        guard let (session, present, _) = try present(id, step: step) else { return nil }
        var options = options(of: session)
        options.sizes = sizes
        return AnalyzedLayout(present.document, Analyzer(options: options).analyze(present.document), editedFrom: present.source).report()
    }

    /// What a check finds in a step's layout; nil where there is no such session or step.
    func checked(
        _ id: String, step: Int?, by checker: (SourceAnalyzer) -> LayoutChecker
    ) throws(SessionError) -> LayoutChecker.Layout? {
        guard let (session, document, _) = try document(id, step: step) else { return nil }
        let name = session.name.isEmpty ? "session-\(id)" : session.name
        return checker(SourceAnalyzer(options: options(of: session))).check(document, file: name)
    }

    // MARK: - Exercise

    struct ExerciseRequest {
        var count = 5
        var seed: UInt64 = 1
        /// Only layouts in which one of these moves; empty for any.
        var views: [String] = []

        init(_ body: [UInt8]) throws(ImportError) {
            if body.isEmpty { return }
            let tree = try JSONTree(imported: body)
            func invalid(_ key: String, _ code: String, _ message: String) -> ImportError {
                ImportError(.invalid, code: code, message, pointer: "/\(JSONPointer.escaped(key))")
            }
            guard let members = tree.members else { throw ImportError(.invalid, code: "wrong-type", "expected an object", pointer: "") }
            for member in members where member.value != .null {
                switch member.key {
                case "count":
                    guard let value = member.value.wholeNumber, (1...ServiceLimits.alternates).contains(value) else {
                        throw invalid("count", "out-of-range", "expected a whole number from 1 to \(ServiceLimits.alternates)")
                    }
                    count = value
                case "seed":
                    guard let value = member.value.wholeNumber, value >= 0 else {
                        throw invalid("seed", "out-of-range", "expected a whole number from 0")
                    }
                    seed = UInt64(value)
                case "views":
                    guard let list = member.value.elements, !list.contains(where: { $0.string == nil }) else {
                        throw invalid("views", "wrong-type", "expected an array of view ids")
                    }
                    views = list.compactMap(\.string)
                default: throw invalid(member.key, "unknown-key", "an exercise has no key \"\(member.key)\"")
                }
            }
        }

        var json: [UInt8] {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("count", count)
                writer.key("seed")
                writer.number(String(seed))
                writer.member("views", views)
            }
            return writer.bytes
        }
    }

    /// Other layouts of a step's set of optima, stored with it; nil where there is no such session or step.
    func exercise(_ body: [UInt8], _ id: String, step: Int?) throws(SessionError) -> [UInt8]? {
        let request = try importing { () throws(ImportError) in try ExerciseRequest(body) }
        guard let found = try document(id, step: step) else { return nil }
        let document = found.document
        let known = Dictionary(document.views.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        for (index, view) in request.views.enumerated() where known[view] == nil {
            throw .input(ImportError(.invalid, code: "unknown-item", "there is no view \"\(view)\"", pointer: "/views/\(index)"))
        }
        var options = options(of: found.session)
        options.alternates = request.views.isEmpty ? request.count : ServiceLimits.alternates
        options.seed = request.seed
        let analysis = Analyzer(options: options).analyze(document)
        let wanted = Set(request.views.compactMap { known[$0] })
        let shown = analysis.alternates.filter { wanted.isEmpty || $0.frames.contains { wanted.contains($0.view) } }.prefix(request.count)
        let telling = AlternateTelling(document, analysis)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", found.step)
            writer.member("verdict", analysis.verdict.rawValue)
            writer.member("degreesOfFreedom", analysis.degreesOfFreedom)
            writer.member("count", request.count)
            writer.key("seed")
            writer.number(String(request.seed))
            writer.key("alternates")
            writer.array(shown.enumerated()) { writer, entry in telling.write(entry.element, id: "A\(entry.offset + 1)", &writer) }
        }
        let answer = writer.bytes
        let exercise = StoredExercise(
            step: found.step, request: request.json, answer: answer, engine: EngineVersion.text, createdAt: Timestamp.now.microseconds)
        guard try noted({ () throws(StoreError) in try store.add(exercise, to: id) }) else { return nil }
        return answer
    }

    // MARK: - Why

    /// What decides a view's position and size on an axis at a step; nil where there is no such session or step.
    func affecting(
        _ id: String, view name: String, axis: Axis, by wanted: Rational?, step: Int?
    ) throws(SessionError) -> [UInt8]? {
        guard let found = try document(id, step: step) else { return nil }
        guard let view = found.document.views.firstIndex(where: { $0.id == name }) else {
            throw .noView(name)
        }
        if found.document.isFragment {
            throw .input(ImportError(.invalid, code: "fragment", "a console log shows only part of a layout: what decides a view is not known"))
        }
        guard let report = try noted({ () throws(StoreError) in try store.report(id, step: found.step) }) else { return nil }
        let broken = (try tree(report.report, id, found.step)["broken"]?.elements ?? []).compactMap(\.string)
        let end = ContinuousClock.now.advanced(by: .seconds(limits.deadline))
        let affecting: Affecting?
        do {
            var explainer = try LayoutExplainer(found.document, broken: broken, options: options(of: found.session)) { ContinuousClock.now > end }
            affecting = try explainer.affecting(view: view, axis: axis, by: wanted)
        } catch {
            throw .input(ImportError(.tooLarge, code: "budget-spent", "the time allowed for the answer was spent"))
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("step", found.step)
            writer.member("view", name)
            writer.member("axis", axis == .horizontal ? "horizontal" : "vertical")
            var constraints: [String] = []
            for value in affecting?.values ?? [] { for row in value.rows where !constraints.contains(row.id) { constraints.append(row.id) } }
            writer.member("constraints", constraints)
            writer.key("values")
            writer.array(affecting?.values ?? []) { writer, value in value.write(of: name, &writer) }
        }
        return writer.bytes
    }

    // MARK: - Two sessions

    /// How the present documents and layouts of two sessions differ; nil where one is not there.
    func difference(_ a: String, _ b: String) throws(SessionError) -> [UInt8]? {
        try layoutDifference(a, b)?.json
    }

    /// The same as a value.
    public func layoutDifference(_ a: String, _ b: String) throws(SessionError) -> LayoutDifference? {
        guard let first = try document(a, step: nil), let second = try document(b, step: nil) else { return nil }
        let reports = try noted { () throws(StoreError) in (try store.report(a, step: first.step), try store.report(b, step: second.step)) }
        guard case (let left?, let right?) = reports else { return nil }
        return LayoutDifference(
            (a, first.document, try tree(left.report, a, first.step)), (b, second.document, try tree(right.report, b, second.step)))
    }
}

extension JSONTree {
    /// A whole number, also one written as 24.0.
    fileprivate var wholeNumber: Int? { integer ?? double.flatMap { Int(exactly: $0) } }
}

extension Affecting.Value {
    fileprivate func write(of view: String, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("attribute", dimension.attributeName)
            writer.member("value", points: value)
            if value == nil {
                writer.member("min", points: min)
                writer.member("max", points: max)
            }
            writer.member("sentence", sentence)
            writer.key("rows")
            writer.array(rows) { writer, row in
                writer.object { writer in
                    writer.member("id", row.id)
                    writer.key("factor")
                    writer.exactly(row.factor)
                    writer.key("part")
                    writer.exactly(row.part)
                }
            }
            writer.key("changes")
            writer.beginArray()
            for change in changes {
                writer.object { writer in
                    guard case .constant(let constraint, let from, let to) = change else { return }
                    writer.member("kind", "constant")
                    writer.member("constraint", constraint)
                    // As an event takes it: a ratio is p:q.
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
    /// A length rounded to 1e-6, or null.
    fileprivate mutating func member(_ key: StaticString, points value: Rational?) {
        self.key(key)
        if let value { number(JSONWriter.rounded(value.double)) } else { null() }
    }

    /// A whole number, a short decimal, or a fraction in text.
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
