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
        try importing { () throws(ImportError) in
            let analyzer = SourceAnalyzer()
            var history = History(first: .document(try DocumentImporter().read(json: document)))
            var played: [(events: [UInt8]?, layout: AnalyzedLayout)] = [(nil, analyzer.analyze(history.present))]
            for step in steps {
                let input = try StepInput(step.body)
                let added = input.events == [.undo] ? [:] : try EventApplication().apply(input.events, to: history.present).added
                try history.take(input.events, ImportLimits())
                played.append((input.json(naming: added), analyzer.analyze(history.present)))
            }
            return played
        }
    }
}
