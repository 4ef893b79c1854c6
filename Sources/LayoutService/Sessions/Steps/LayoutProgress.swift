internal import Digest
internal import LayoutAnalysis
internal import LayoutImport
internal import LayoutModel
internal import Reporting
internal import Synchronization

/// What was found of a session's layout, and what is told of it, from which the next event goes on. One request at a time has it.
final class LayoutProgress: Sendable {
    private let state: Mutex<(analyzer: LiveAnalyzer, telling: Telling)>

    /// - Parameter options: the deadline aside, those of all analyses.
    init(_ options: AnalysisOptions) { state = Mutex((LiveAnalyzer(options: options), Telling())) }

    /// Analyses a layout that nothing was found of before, and keeps what may be gone on from.
    func begin(with document: LayoutDocument, parse: Double) -> AnalyzedLayout {
        state.withLock { state in
            var analysis = state.analyzer.analyze(document)
            analysis.timing.parse = parse
            state.telling.finish(document, sharing: nil)
            state.telling.frames = ToldFrames(document, analysis.frames)
            return AnalyzedLayout(document, analysis, canonical: state.telling.told, frames: state.telling.frames, progress: self)
        }
    }

    /// Analyses the layout that came of the one before; nil where another request is at it.
    ///
    /// - Parameters:
    ///   - change: what led to the document, where it is known.
    ///   - source: what was posted, where its format tells more than a document holds.
    ///   - deadline: in seconds; the time that is left differs from request to request.
    func analyze(
        _ document: LayoutDocument, _ change: DocumentChange?, editedFrom source: InterfaceBuilderLayout?, deadline: Double
    ) -> AnalyzedLayout? {
        state.withLockIfAvailable { state in
            // Nothing else may hold what is patched, or all of it would be copied.
            var telling = state.telling
            state.telling = Telling()
            let shared = telling.follow(document, change)
            var frames = telling.frames
            telling.frames = nil
            let isLong = telling.isLong(sharing: shared)
            if !isLong { telling.finish(document, sharing: shared) }
            let teller = Teller(telling)
            let work = isLong ? WorkBeside { teller.finish(document, sharing: shared) } : nil
            state.analyzer.options.deadline = deadline
            let analysis = state.analyzer.analyze(document, change: change)
            // Where the text followed, the frames are of the same views.
            if shared == nil || frames?.follow(analysis.frames) != true { frames = ToldFrames(document, analysis.frames, after: frames) }
            work?.value()
            state.telling = teller.take()
            state.telling.frames = frames
            return AnalyzedLayout(document, analysis, editedFrom: source, canonical: state.telling.told, frames: frames)
        }
    }

    /// Whether the last analysis went on from the one before.
    var hasCarriedOn: Bool { state.withLock { $0.analyzer.hasCarriedOn } }

    /// What is told of a session's document: of all of it, what did not change is taken over.
    private struct Telling: Sendable {
        var canonical: CanonicalText?
        var digest = FollowingSHA256()
        /// Of the text, 32 bytes.
        var digestOfText: [UInt8] = []
        var frames: ToldFrames?

        /// The canonical text with its digest.
        var told: (text: [UInt8], digest: [UInt8])? { canonical.map { ($0.bytes, digestOfText) } }

        /// Goes on to the next document's text where that is its patched one; gives with how many bytes of the former it begins.
        mutating func follow(_ document: LayoutDocument, _ change: DocumentChange?) -> Int? {
            change.flatMap { canonical?.follow($0, to: document) }
        }

        /// Goes on to the digest of a text that begins like the former; where it was not patched, to the text as well.
        mutating func finish(_ document: LayoutDocument, sharing shared: Int?) {
            if let shared, let canonical {
                digestOfText = digest.digest(of: canonical.bytes, sharing: shared)
                return
            }
            let next = CanonicalDocument.text(document, after: canonical)
            digestOfText = digest.digest(of: next.bytes, sharing: FollowingSHA256.sharedLength(canonical?.bytes ?? [], next.bytes))
            canonical = next
        }

        /// Whether another thread is worth being woken for what is left.
        func isLong(sharing shared: Int?) -> Bool {
            guard let shared, let canonical else { return true }
            return canonical.bytes.count - shared > Telling.fewBytes
        }

        /// Their digest takes as long as to wake a thread.
        private static let fewBytes = 32 << 10
    }

    /// What is told of a document while another thread may be at it.
    private final class Teller: Sendable {
        private let telling: Mutex<Telling>

        init(_ telling: consuming Telling) { self.telling = Mutex(telling) }

        func finish(_ document: LayoutDocument, sharing shared: Int?) {
            telling.withLock { $0.finish(document, sharing: shared) }
        }

        func take() -> Telling {
            telling.withLock { telling in
                defer { telling = Telling() }
                return telling
            }
        }
    }
}
