internal import Digest

/// A digest of what is stored of a session up to one of its steps, by which a copy is compared with its original.
///
/// It does not cover what the store chooses (the time of creation, which is unique in a database) nor what may change meanwhile (the pin,
/// the state of an import, the index).
struct SessionDigest: Equatable {
    private var value: [UInt8] = []
    /// The number of exercises.
    let exercises: Int

    /// Reads a session; nil if there is none.
    ///
    /// - Parameters:
    ///   - last: its last step.
    ///   - exercises: the number of its exercises; nil for all.
    init?(of id: String, through last: Int, exercises: Int?, _ store: any SessionStore) throws(StoreError) {
        guard let row = try store.session(id), let document = try store.document(id) else { return nil }
        let list = try store.exerciseList(id)
        self.exercises = exercises ?? list.steps.count
        let tags = Set(row.tags.map(SearchText.normal)).sorted()
        add([row.name, row.root, document.sha256, document.mediaType] + tags)
        add([row.options, document.body, document.canonical])
        var steps = store.stepReader(id, through: last)
        while let step = try steps.next() {
            let time = step.number == 0 ? 0 : step.createdAt
            add([step.verdict, step.engine, "\(step.number) \(time)"])
            add([step.events ?? [], step.report])
            for finding in try store.findings(id, step: step.number) {
                add([finding.kind.rawValue, finding.fingerprint, finding.summary, finding.owner ?? ""])
            }
        }
        for place in 0..<min(self.exercises, list.steps.count) {
            let exercise = try store.exercise(id, at: place, of: list)
            add(["\(exercise.step) \(exercise.createdAt)", exercise.engine])
            add([exercise.request, exercise.answer])
        }
        for keyed in try store.keyedSteps(of: id, from: 0, through: last) {
            add(["\(keyed.step)", keyed.request.key])
            add([keyed.request.digest])
        }
    }

    private mutating func add(_ texts: [String]) {
        add(texts.map { Array($0.utf8) })
    }

    /// Adds parts, each by its digest, so that none can be confused with the end of another.
    private mutating func add(_ parts: [[UInt8]]) {
        value = SHA256.digest(of: parts.reduce(into: value) { $0 += SHA256.digest(of: $1) })
    }
}
