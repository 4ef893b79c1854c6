public import LayoutCheck
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import SessionStore

extension ExampleCatalog.Example {
    /// Returns the analyzed layout of each step of the example.
    public func layouts() throws(SessionError) -> [AnalyzedLayout] {
        try played().map(\.layout)
    }

    /// Returns the example as an exported session created now: it can be imported and replayed.
    public func session() throws(SessionError) -> [UInt8] {
        let played = try played()
        let now = Timestamp.now.microseconds
        let first = played[0].layout
        let record = SessionRecord(
            id: name, name: title, root: first.document.views[first.document.root].id, tags: ["example"], createdAt: now,
            options: StoredOptions.json(AnalysisOptions()),
            document: StoredDocument(sha256: "", body: document, mediaType: "application/json", canonical: first.canonical),
            steps: played.enumerated().map { number, step in
                StoredStep(
                    number: number, events: step.events, report: step.layout.report(), verdict: step.layout.analysis.verdict.rawValue,
                    engine: EngineVersion.text, createdAt: now)
            },
            exercises: [])
        return record.json
    }

    /// Returns step 0 and the steps of the events.
    private func played() throws(SessionError) -> [(events: [UInt8]?, layout: AnalyzedLayout)] {
        let analyzer = SourceAnalyzer()
        let (first, inputs) = try importing { () throws(ImportError) in
            (try DocumentImporter().read(json: document), try steps.map { step throws(ImportError) in try StepInput(step.body) })
        }
        var history = History(first: .document(first), EventLists([nil] + inputs.map(\.json)), InputLimits(), for: Caller())
        var played: [(events: [UInt8]?, layout: AnalyzedLayout)] = [(nil, analyzer.analyze(first))]
        for input in inputs {
            let before = history.present
            let added = try importing { () throws(ImportError) in
                input.events == [.undo] ? [:] : try EventApplication().apply(input.events, to: before).added
            }
            try history.take(input.events)
            played.append((input.json(naming: added), analyzer.analyze(history.present)))
        }
        return played
    }
}
