internal import LayoutCheck
internal import JSON
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

/// A complete session with its history, for export, import and replay.
struct SessionRecord {
    static let format = "plumbline.session/1"
    /// The maximum number of characters of an engine's name and of a media type, far above those of our own sessions.
    static let wordLimit = 200

    var id: String
    var name: String
    var root: String
    var tags: [String]
    /// Microseconds since 1970, UTC.
    var createdAt: Int64
    var options: [UInt8]
    var document: StoredDocument
    var steps: [StoredStep]
    var exercises: [StoredExercise]
    var isPinned = false

    var json: [UInt8] {
        var writer = JSONWriter(capacity: 4096 + document.body.count + document.canonical.count + steps.reduce(0) { $0 + $1.report.count })
        writer.object { writer in
            writer.recordHead(
                Head(id: id, name: name, root: root, tags: tags, createdAt: createdAt, isPinned: isPinned, options: options), document)
            writer.key("steps")
            writer.array(steps) { $0.recordStep($1) }
            writer.key("exercises")
            writer.array(exercises) { $0.recordExercise($1) }
        }
        return writer.bytes
    }

    /// The values of a session's row in an export.
    struct Head {
        var id: String
        var name: String
        var root: String
        var tags: [String]
        /// Microseconds since 1970, UTC.
        var createdAt: Int64
        var isPinned: Bool
        var options: [UInt8]
    }
}

extension JSONWriter {
    /// Writes the members of an exported session up to its steps.
    mutating func recordHead(_ head: SessionRecord.Head, _ document: StoredDocument) {
        member("format", SessionRecord.format)
        member("id", head.id)
        member("name", head.name)
        member("root", head.root)
        member("tags", head.tags)
        member("createdAt", Timestamp(microseconds: head.createdAt).text)
        member("pinned", head.isPinned)
        member("options", raw: head.options)
        member("mediaType", document.mediaType)
        if let text = String(validating: document.body, as: UTF8.self) {
            member("body", text)
        } else {
            member("bodyHex", SessionRecord.hex(document.body))
        }
        member("document", raw: document.canonical)
    }

    mutating func recordStep(_ step: StoredStep) {
        object { writer in
            writer.member("step", step.number)
            writer.member("createdAt", Timestamp(microseconds: step.createdAt).text)
            writer.member("engine", step.engine)
            writer.member("verdict", step.verdict)
            if let events = step.events { writer.member("events", raw: events) }
            writer.member("report", raw: step.report)
        }
    }

    mutating func recordExercise(_ exercise: StoredExercise) {
        object { writer in
            writer.member("step", exercise.step)
            writer.member("createdAt", Timestamp(microseconds: exercise.createdAt).text)
            writer.member("engine", exercise.engine)
            writer.member("request", raw: exercise.request)
            writer.member("answer", raw: exercise.answer)
        }
    }
}

extension SessionRecord {
    /// The next step for a file that is no exported session.
    private static let advice =
        "'plumbline sessions export ID' and GET /v1/sessions/{id}/export write one, and a layout is read by 'plumbline check' and POST /v1/sessions"

    /// Returns what a report has in a text's place, for a message.
    private static func quoted(_ claimed: JSONTree) -> String { claimed.string.map { "\"\($0.quotable)\"" } ?? "a text" }

    /// Parses and validates an exported session.
    init(json bytes: [UInt8]) throws(ImportError) {
        let tree: JSONTree
        do throws(ImportError) { tree = JSONTree(try JSONDocument.imported(bytes), of: bytes) } catch {
            guard error.kind == .malformed else { throw error }
            var error = error
            error.message += "; " + SessionRecord.advice
            throw error
        }
        guard tree.members != nil, tree["format"] != nil else {
            throw ImportError(.invalid, code: "no-session", "this is not an exported session; " + SessionRecord.advice, pointer: "")
        }
        let reader = RecordReader(tree: tree, pointer: "")
        let format = try reader.text("format")
        guard format == SessionRecord.format else {
            throw reader.invalid("format", "unknown-format", "expected \"\(SessionRecord.format)\", found \"\(format)\"; \(SessionRecord.advice)")
        }
        id = try reader.optionalText("id")
        name = try reader.optionalText("name", limit: LayoutApplication.nameLimit)
        root = try reader.optionalText("root")
        tags = try SessionRecord.tags(reader)
        isPinned = try reader.flag("pinned")
        createdAt = try reader.time("createdAt")
        options = try SessionRecord.options(reader)
        let mediaType = try reader.text("mediaType", limit: SessionRecord.wordLimit)
        // Without a body, its type may be unknown.
        guard mediaType.isEmpty || RequestContent.storedTypes.contains(mediaType) else {
            let known = RequestContent.storedTypes.sorted().joined(separator: ", ")
            throw reader.invalid("mediaType", "unknown-media-type", "expected one of \(known), found \"\(mediaType.quotable)\"")
        }
        var body: [UInt8]
        if let hex = tree["bodyHex"]?.string {
            guard let decoded = SessionRecord.bytes(hex: hex) else { throw reader.invalid("bodyHex", "wrong-type", "expected hexadecimal digits") }
            body = decoded
        } else {
            body = Array(try reader.text("body").utf8)
        }
        document = StoredDocument(sha256: "", body: body, mediaType: mediaType, canonical: try reader.json("document"))
        steps = []
        var findings = 0
        for (index, entry) in (try reader.list("steps")).enumerated() {
            let step = RecordReader(tree: entry, pointer: "/steps/\(index)")
            if index > StoredBounds.mostSteps {
                throw step.invalid("step", "too-many-steps", "a session has at most \(StoredBounds.mostSteps) steps")
            }
            guard entry["step"]?.integer == index else { throw step.invalid("step", "wrong-step", "expected \(index)") }
            let events = index == 0 ? nil : try step.json("events")
            if let claimed = entry["report"]?["verdict"], claimed.string != (try step.verdict()) {
                throw step.invalid("verdict", "wrong-verdict", "expected \(SessionRecord.quoted(claimed)), the verdict of the report")
            }
            let engine = try step.text("engine", limit: SessionRecord.wordLimit)
            if let claimed = entry["report"]?["engine"], claimed.string != engine {
                throw step.invalid("engine", "wrong-engine", "expected \(SessionRecord.quoted(claimed)), the engine of the report")
            }
            let views = (tree["document"]?["views"]?.elements?.count ?? 0) + 1000 * (index + 1)
            findings += min(try SessionRecord.countFindings(of: entry["report"], step, views: views), StoredBounds.mostFindings)
            let most = SessionRecord.mostFindings(bytes: bytes.count)
            if findings > most {
                throw step.invalid("report", "too-many-findings", "expected at most \(most) findings in the reports up to this one")
            }
            steps.append(
                StoredStep(
                    number: index, events: events, report: try step.report("report"), verdict: try step.verdict(),
                    engine: engine, createdAt: try step.time("createdAt")))
        }
        if let claimed = tree["steps"]?[0]?["report"]?["root"], !root.isEmpty, !(claimed.string ?? "").utf8.elementsEqual(root.utf8) {
            throw reader.invalid("root", "wrong-root", "expected \(SessionRecord.quoted(claimed)), the root of the first report")
        }
        if steps.isEmpty { throw reader.invalid("steps", "no-steps", "a session must have at least step 0") }
        exercises = []
        var known: Set<[[UInt8]]> = []
        for (index, entry) in (try reader.optionalList("exercises")).enumerated() {
            let exercise = RecordReader(tree: entry, pointer: "/exercises/\(index)")
            guard let step = entry["step"]?.integer, steps.indices.contains(step) else {
                throw exercise.invalid("step", "wrong-step", "expected one of the session's steps")
            }
            let (request, answer) = (try exercise.object("request"), try exercise.report("answer"))
            if request.count > StoredBounds.exerciseRequestBytes {
                throw SessionService.ExerciseRequest.tooLong(request.count, pointer: "/exercises/\(index)/request")
            }
            // A session has each exercise once, and so do its copies.
            guard known.insert([Array("\(step) ".utf8), request, answer]).inserted else {
                throw exercise.invalid("answer", "duplicate-exercise", "the same exercise of the same step is listed before")
            }
            exercises.append(
                StoredExercise(
                    step: step, request: request, answer: answer, engine: try exercise.text("engine", limit: SessionRecord.wordLimit),
                    createdAt: try exercise.time("createdAt")))
        }
    }

    /// Returns the maximum number of findings that are stored of all steps of a file. The reports of the service have some thousand bytes for each.
    private static func mostFindings(bytes: Int) -> Int { max(10_000, bytes / 512) }

    /// Returns the number of findings that a report lists. Throws if they are more than a layout has.
    ///
    /// - Parameter views: the number of views that the layout may have.
    private static func countFindings(of report: JSONTree?, _ step: RecordReader, views: Int) throws(ImportError) -> Int {
        var all = 0
        for (key, most) in [("conflicts", InputLimits.conflicts), ("ambiguities", 4 * views)] {
            let count = report?[key]?.elements?.count ?? 0
            if count > most { throw step.invalid("report/\(key)", "too-many-findings", "expected at most \(most) of them, found \(count)") }
            all += count
        }
        return all
    }

    private static func tags(_ reader: RecordReader) throws(ImportError) -> [String] {
        var tags: [String] = []
        let list = try reader.optionalList("tags")
        guard list.count <= LayoutApplication.tagCountLimit else {
            throw reader.invalid("tags", "too-many-tags", "a session has at most \(LayoutApplication.tagCountLimit) tags, found \(list.count)")
        }
        for (index, tag) in list.enumerated() {
            guard let text = tag.string, !text.isEmpty, !text.unicodeScalars.contains("\0"), RecordReader.isShort(text, LayoutApplication.tagLimit)
            else {
                throw reader.invalid("tags/\(index)", "wrong-type", "expected text of 1 to \(LayoutApplication.tagLimit) characters other than NUL")
            }
            tags.append(text)
        }
        return tags
    }

    /// Returns the options with defaults for missing ones. Invalid options are rejected instead of ignored at a replay.
    private static func options(_ reader: RecordReader) throws(ImportError) -> [UInt8] {
        guard let options = reader.tree["options"], let members = options.members else {
            throw reader.invalid("options", "wrong-type", "expected an object")
        }
        if let policy = options["policy"], policy.string.flatMap(BreakingPolicy.init) == nil {
            throw reader.invalid(
                "options/policy", "unknown-policy", "expected one of \(BreakingPolicy.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if let alternates = options["alternates"], !(alternates.integer.map((0...InputLimits.alternates).contains) ?? false) {
            throw reader.invalid("options/alternates", "wrong-type", "expected a whole number from 0 to \(InputLimits.alternates)")
        }
        if let seed = options["seed"] {
            guard let number = seed.integer, number >= 0 else {
                throw reader.invalid("options/seed", "wrong-type", "expected a whole number from 0 to \(Int.max)")
            }
        }
        let standard = (try? JSONTree(parsing: StoredOptions.json(AnalysisOptions())))?.members ?? []
        var writer = JSONWriter()
        writer.tree(.object(members + standard.filter { options[$0.key] == nil }))
        guard writer.bytes.count <= StoredBounds.optionBytes else {
            throw reader.invalid("options", "too-long", "expected at most \(StoredBounds.optionBytes) bytes, found \(writer.bytes.count)")
        }
        return writer.bytes
    }

    fileprivate static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 2 * bytes.count) { buffer in
            for (place, byte) in bytes.enumerated() {
                buffer[2 * place] = digits[Int(byte >> 4)]
                buffer[2 * place + 1] = digits[Int(byte & 15)]
            }
            return 2 * bytes.count
        }
    }

    private static func bytes(hex: String) -> [UInt8]? {
        let digits = Array(hex.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}

/// An object of an exported session with its JSON Pointer.
private struct RecordReader {
    let tree: JSONTree
    let pointer: String

    func invalid(_ key: String, _ code: String, _ message: String) -> ImportError {
        ImportError(.invalid, code: code, message, pointer: "\(pointer)/\(key)")
    }

    private func value(_ key: String) throws(ImportError) -> JSONTree {
        guard let value = tree[key], value != .null else { throw invalid(key, "missing-key", "the key \"\(key)\" is missing") }
        return value
    }

    /// - Parameter limit: the maximum number of characters; nil for no limit.
    func text(_ key: String, limit: Int? = nil) throws(ImportError) -> String {
        try text(key, try value(key), limit)
    }

    /// Returns text; empty if the key is missing.
    func optionalText(_ key: String, limit: Int? = nil) throws(ImportError) -> String {
        guard let value = tree[key], value != .null else { return "" }
        return try text(key, value, limit)
    }

    private func text(_ key: String, _ value: JSONTree, _ limit: Int?) throws(ImportError) -> String {
        guard let text = value.string else { throw invalid(key, "wrong-type", "expected text") }
        if let limit, !RecordReader.isShort(text, limit) { throw invalid(key, "too-long", "expected at most \(limit) characters") }
        return text
    }

    /// Returns whether a text has at most `limit` characters, and not many more scalars: a character may have any number of them.
    static func isShort(_ text: String, _ limit: Int) -> Bool {
        text.unicodeScalars.count <= 10 * limit && text.count <= limit
    }

    func verdict() throws(ImportError) -> String {
        let word = try text("verdict")
        guard Analysis.Verdict(rawValue: word) != nil else {
            let known = Analysis.Verdict.allCases.map(\.rawValue).joined(separator: ", ")
            throw invalid("verdict", "unknown-verdict", "expected one of \(known)")
        }
        return word
    }

    /// Returns a list; empty if the key is missing.
    func optionalList(_ key: String) throws(ImportError) -> [JSONTree] {
        guard let value = tree[key], value != .null else { return [] }
        guard let list = value.elements else { throw invalid(key, "wrong-type", "expected an array") }
        return list
    }

    /// Returns a flag; false if the key is missing.
    func flag(_ key: String) throws(ImportError) -> Bool {
        guard let value = tree[key], value != .null else { return false }
        guard case .bool(let flag) = value else { throw invalid(key, "wrong-type", "expected true or false") }
        return flag
    }

    func list(_ key: String) throws(ImportError) -> [JSONTree] {
        guard let list = try value(key).elements else { throw invalid(key, "wrong-type", "expected an array") }
        return list
    }

    func time(_ key: String) throws(ImportError) -> Int64 {
        guard let time = Timestamp(text: try text(key)) else { throw invalid(key, "wrong-type", "expected a time such as 2026-11-21T09:30:00Z") }
        guard Timestamp.storable.contains(time.microseconds) else {
            throw invalid(key, "time-out-of-range", "expected a time in the years 1970 to 9998")
        }
        return time.microseconds
    }

    func object(_ key: String) throws(ImportError) -> [UInt8] {
        guard try value(key).members != nil else { throw invalid(key, "wrong-type", "expected an object") }
        return try json(key)
    }

    /// Returns an object as JSON that has no more values than a report of its length.
    func report(_ key: String) throws(ImportError) -> [UInt8] {
        let bytes = try object(key)
        let most = ImportLimits.mostReportValues(bytes: bytes.count)
        guard JSONValueCount.values(of: bytes) <= most else {
            throw ImportError(
                .tooLarge, code: "too-many-values", "it has more than \(most) values, far more than a report of \(bytes.count) bytes",
                pointer: "\(pointer)/\(key)")
        }
        return bytes
    }

    func json(_ key: String) throws(ImportError) -> [UInt8] {
        var writer = JSONWriter()
        writer.tree(try value(key))
        return writer.bytes
    }
}
