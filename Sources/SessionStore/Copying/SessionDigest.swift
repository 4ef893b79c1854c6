internal import Digest

/// A digest of what is stored of a session, by which a copy is compared with its original.
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
    ///   - steps: the steps that it covers.
    ///   - exercises: the number of its exercises; nil for all.
    init?(of id: String, steps: ClosedRange<Int>, exercises: Int?, _ store: any SessionStore) throws(StoreError) {
        guard let row = try store.session(id), let document = try store.document(id) else { return nil }
        let list = try store.exerciseList(id)
        self.exercises = exercises ?? list.steps.count
        let tags = Set(row.tags.map(SearchText.normal)).sorted()
        add([row.name, row.root, document.sha256, document.mediaType] + tags)
        add([row.options, document.body, document.canonical])
        var reader = store.stepReader(id, from: steps.lowerBound, through: steps.upperBound)
        // It checks kinds and owners by the digest that each step has of its findings.
        var findings = FindingReader(store, id)
        while let step = try reader.next() {
            let time = step.number == 0 ? 0 : step.createdAt
            add([step.verdict, step.engine, "\(step.number) \(time)"])
            add([step.events ?? [], step.report])
            // Of a session from an older version, a copy has only the first ones.
            add(try findings.names(of: step.number).prefix(StoredBounds.mostFindings).map { "\($0.fingerprint) \($0.summary)" })
        }
        for place in 0..<min(self.exercises, list.steps.count) {
            let exercise = try store.exercise(id, at: place, of: list)
            add(["\(exercise.step) \(exercise.createdAt)", exercise.engine])
            add([exercise.request, exercise.answer])
        }
        for keyed in try store.keyedSteps(of: id, from: steps.lowerBound, through: steps.upperBound) {
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
